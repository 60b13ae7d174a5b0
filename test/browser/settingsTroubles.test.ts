import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { assertBothThemes } from "./support/desk.ts"
import { go, menu, type Setup, setUp } from "./support/setup.ts"

const problem = { title: "Service unavailable", status: 503, detail: "It is being worked on", code: "unavailable" }

/** Has requests to addresses that end like this answered 503 again and again, until what is returned is called. */
const fail = async (page: Page, end: string, method = "GET") => {
  const isMeant = (url: URL) => url.pathname.endsWith(end)
  await page.route(isMeant, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          headers: { "retry-after": "0" },
          json: problem
        })
      : route.fallback()
  )
  return () => page.unroute(isMeant)
}

/** Has everything that is shown read again, as after a network that was gone. */
const readAgain = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))")

/** What went wrong as the page says it. */
const told = (page: Page) => page.getByRole("alert").filter({ hasText: problem.detail })

/** A server that is looked at every few seconds, and is not well all the time. */
const system = async (setup: Setup) => {
  const { page } = setup
  const checks = { database: "failing", files: "ok" }
  await page.route("**/v1/ready", (route) => route.fulfill({ status: 503, json: { status: "failing", checks } }))
  const heal = await fail(page, "/v1/health")
  await go(setup, "/system", "System")
  const check = (name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`, "i") }).locator("+ dd")
  await check("database").filter({ hasText: "failing" }).waitFor()
  await check("files").filter({ hasText: "ok" }).waitFor()
  await check("version").filter({ hasText: "unknown" }).waitFor()
  await page.unroute("**/v1/ready")
  await heal()
  await readAgain(page)
  await check("database").filter({ hasText: "ok" }).waitFor()
  for (const end of ["/v1/ready", "/v1/system/actors"]) await fail(page, end)
  await readAgain(page)
  await told(page).nth(1).waitFor()
  await assertBothThemes(page, "a server that does not answer")
}

/** What is not known is not nothing. */
const counts = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const { id } = await client.tags.create(brandId, { name: "shipping" })
  await client.tickets.create(brandId, { title: "Late", customerEmail: "ada@example.com", tagIds: [id] })
  const heal = await fail(page, "/tags/stats")
  await go(setup, "/settings/tags", "Tags")
  const row = page.getByRole("row").filter({ hasText: "shipping" })
  await row.getByRole("link", { name: "…" }).waitFor()
  await menu(page, "shipping", "Delete")
  await page.getByText("taken off every ticket that has it").waitFor()
  await heal()
  await page.keyboard.press("Escape")
  await go(setup, "/settings/tags", "Tags")
  await row.getByRole("link", { name: "1" }).waitFor()
}

/** What was saved is shown, whether or not it can be read again. */
const saved = async (setup: Setup) => {
  const { page, receiver } = setup
  await go(setup, "/settings/brand", "General")
  const healBrands = await fail(page, "/v1/brands")
  await page.getByLabel("Website").fill("https://north.example")
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.strictEqual(await page.getByLabel("Website").inputValue(), "https://north.example")
  await healBrands()

  await go(setup, "/settings/tags", "Tags")
  await page.getByRole("rowheader", { name: "shipping" }).waitFor()
  const healTags = await fail(page, "/tags")
  await page.getByRole("button", { name: "New tag" }).click()
  await page.getByLabel("Name", { exact: true }).fill("refund")
  await page.keyboard.press("Enter")
  await page.getByRole("rowheader", { name: "refund" }).waitFor()
  await told(page).waitFor()
  await healTags()

  await go(setup, "/developers/webhooks", "Webhooks")
  await page.getByText("No webhooks yet").waitFor()
  const answerNever = (url: URL) => url.pathname.endsWith("/webhooks")
  await page.route(answerNever, (route) => (route.request().method() === "GET" ? undefined : route.fallback()))
  await page.getByRole("button", { name: "New webhook" }).click()
  await page.getByLabel("Address").fill(receiver.url)
  await page.getByRole("button", { name: "Make the webhook" }).click()
  await page.getByRole("button", { name: "I have kept it" }).click()
  await page.getByRole("link", { name: receiver.url }).waitFor()
  assert.strictEqual(await page.getByRole("dialog").count(), 0)
  await page.unroute(answerNever)
}

it.live("Settings say what failed, and lose nothing by it", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [system, counts, saved]) yield* Effect.promise(() => part(setup))
    assert.deepStrictEqual(
      setup.problems.filter((said) => !said.includes("status of 503")),
      []
    )
  }).pipe(Effect.scoped)
)
