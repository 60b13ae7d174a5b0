import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator } from "playwright-core"
import { assertBothThemes, until } from "./support/desk.ts"
import { go, load, type Setup, setUp } from "./support/setup.ts"

/** The browser's validation message at the focused input. */
const saidAt = (input: Locator) =>
  until(
    () => input.evaluate((one: HTMLInputElement) => (one === document.activeElement ? one.validationMessage : "")),
    (said) => said !== ""
  )

const card = ({ page }: Setup, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) })

/** An emptied number stays empty until another is typed; without one, the card shows the valid range and is not saved. */
const emptied = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  await go(setup, "/settings/brand", "General")
  const ways = card(setup, "Ticket lifecycle")
  const days = ways.getByLabel("For how many days")
  await ways.getByLabel("When a customer writes to a closed ticket").selectOption({ index: 2 })
  const before = await days.inputValue()
  await days.fill("")
  assert.strictEqual(await days.inputValue(), "")
  await days.press("Enter")
  assert.strictEqual(await saidAt(days), "Enter a whole number from 0 to 3,650.")
  assert.strictEqual(await days.inputValue(), "")
  await assertBothThemes(page, "a number that was emptied")
  // A number that is no longer shown blocks no one.
  await ways.getByLabel("When a customer writes to a closed ticket").selectOption({ index: 1 })
  await ways.getByRole("button", { name: "Save" }).click()
  await ways.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" })
  await ways.getByLabel("When a customer writes to a closed ticket").selectOption({ index: 2 })
  assert.strictEqual(await days.inputValue(), before)
  await days.fill("")
  await days.pressSequentially("45")
  await days.press("Enter")
  await ways.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" })
  assert.deepInclude(await client.brands.get(brandId), { closedReply: "window", closedReplyWindowDays: 45 })
}

/** Names and numbers are pasted as copied: with surrounding spaces, and with thousands separators. */
const pasted = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const next = page.getByLabel("Next ticket number")
  const names = card(setup, "Name and appearance")
  const before = await next.inputValue()
  await next.fill("")
  await names.getByRole("button", { name: "Save" }).click()
  assert.match(await saidAt(next), /^Enter a whole number from .+ to 1,000,000,000\.$/)
  await names.getByRole("button", { name: "Discard" }).click()
  assert.strictEqual(await next.inputValue(), before)
  await page.getByLabel("Short name").fill(" north ")
  await page.getByLabel("Ticket number prefix").fill("NO ")
  await page.getByLabel("Colour", { exact: true }).fill(" #112233 ")
  await page.getByLabel("Website").fill(" https://north.example ")
  await next.fill(" 12,345 ")
  await next.press("Enter")
  await names.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" })
  assert.deepInclude(await client.brands.get(brandId), {
    ...{ slug: "north", ticketPrefix: "NO", color: "#112233", url: "https://north.example", nextTicketNumber: 12_345 }
  })

  const account = { accountSid: `AC${"0".repeat(32)}`, authToken: "1".repeat(32) }
  await client.smsNumbers.create(brandId, { number: "+15551234567", provider: "twilio", ...account })
  await load(setup, "/settings/channels/sms", "Text messages")
  const texts = page.getByLabel("Texts per day")
  await texts.fill("lots")
  await texts.press("Enter")
  assert.strictEqual(await saidAt(texts), "Enter a whole number from 4 to 10,000,000.")
  await texts.fill("20 000")
  await texts.press("Enter")
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.strictEqual((await client.brands.get(brandId)).smsDailyLimit, 20_000)
}

it.live("Typed and pasted settings are read as people write them", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [emptied, pasted]) yield* Effect.promise(() => part(setup))
    assert.deepStrictEqual(setup.problems, [])
  }).pipe(Effect.scoped)
)
