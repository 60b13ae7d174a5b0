import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, until } from "./support/desk.ts"
import { go, menu, type Setup, setUp } from "./support/setup.ts"

const brand = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  await go(setup, "/settings/brand", "General")
  await page.getByLabel("Name", { exact: true }).fill("North Shop")
  await page.getByLabel("Website").fill("not an address")
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("must be").first().waitFor()
  assert.strictEqual(await page.getByLabel("Website").getAttribute("aria-invalid"), "true")
  await assertBothThemes(page, "a refused form")
  await page.getByLabel("Website").fill("https://north.example")
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.deepInclude(await client.brands.get(brandId), { name: "North Shop", url: "https://north.example" })

  await go(setup, "/settings/statuses", "Statuses")
  await page.getByRole("button", { name: "New status" }).click()
  await page.getByLabel("Name", { exact: true }).fill("With the workshop")
  await assertBothThemes(page, "a new status")
  await page.getByRole("button", { name: "Make the status" }).click()
  const handle = page.getByRole("button", { name: /^Move With the workshop/ })
  await handle.focus()
  await page.keyboard.press("ArrowUp")
  const names = await until(
    async () => (await client.statuses.list(brandId)).map(({ name }) => name),
    (list) => list.indexOf("With the workshop") === 3
  )
  assert.deepStrictEqual(names, ["Open", "Pending", "Resolved", "With the workshop", "Closed"])

  await go(setup, "/settings/tags", "Tags")
  await page.getByText("No tags yet").waitFor()
  await assertBothThemes(page)
  for (const name of ["refund", "money back"]) {
    await page.getByRole("button", { name: "New tag" }).click()
    await page.getByLabel("Name", { exact: true }).fill(name)
    await page.keyboard.press("Enter")
    await page.getByRole("rowheader", { name, exact: true }).waitFor()
  }
  await menu(page, "refund", "Merge others into it")
  await page.getByRole("dialog").getByRole("option", { name: "money back" }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Merge", exact: true }).click()
  await page.getByText("Merged into refund").waitFor()
  await page.getByRole("rowheader", { name: "money back" }).waitFor({ state: "detached" })
}

const fields = async (setup: Setup) => {
  const { client, page, server } = setup
  await go(setup, "/settings/categories", "Categories")
  await page.getByRole("button", { name: "New category" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Billing")
  await page.getByRole("button", { name: "Make the category" }).click()
  await page.getByRole("listitem").filter({ hasText: "Billing" }).waitFor()
  await assertBothThemes(page)
  await menu(page, "Billing", "Delete")
  await page.getByRole("button", { name: "Delete the category" }).click()
  await page.getByText("No categories yet").waitFor()

  await go(setup, "/settings/fields", "Custom fields")
  await page.getByRole("button", { name: "New field" }).first().click()
  await page.getByLabel("Label", { exact: true }).fill("Order number")
  await page.getByLabel("Key", { exact: true }).fill("order_number")
  await page.getByLabel("Type", { exact: true }).selectOption("select")
  await page.getByLabel("Choices").fill("a\nb\n")
  await assertBothThemes(page, "a new field")
  await page.getByRole("button", { name: "Make the field" }).click()
  await page.getByRole("listitem").filter({ hasText: "order_number" }).waitFor()
  await page.getByLabel("Schema of a ticket").fill('{"type":"object"}')
  await page.getByRole("button", { name: "Save the schema" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await assertBothThemes(page)
  assert.deepStrictEqual(await client.brands.getSchema(server.facts.brandId), { type: "object" })
  const { ticket } = await client.fields.list(server.facts.brandId)
  assert.deepInclude(ticket[0], { key: "order_number", type: "select", options: ["a", "b"] })

  await go(setup, "/settings/portal", "Portal and widget")
  await page.getByLabel("Allowed origins").fill("https://www.north.example")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await assertBothThemes(page)
}

const organization = async (setup: Setup) => {
  const { page, server } = setup
  await go(setup, "/settings/members", "Members")
  await page.getByRole("button", { name: "Invite" }).click()
  await page.getByLabel("E-mail address").fill("kofi@north.example")
  await page.getByLabel("All brands").uncheck()
  await page.getByLabel("North Shop").check()
  await assertBothThemes(page, "an invitation")
  await page.getByRole("button", { name: "Send the invitation" }).click()
  await page.getByRole("rowheader").filter({ hasText: "kofi@north.example" }).waitFor()
  await assertBothThemes(page)
  await menu(page, "kofi@north.example", "Remove")
  await page.getByRole("button", { name: "Remove", exact: true }).click()
  await page.getByRole("rowheader").filter({ hasText: "kofi@north.example" }).waitFor({ state: "detached" })

  await go(setup, "/settings/api-keys", "API keys")
  await page.getByRole("button", { name: "New key" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Web shop")
  await page.getByRole("button", { name: "Make the key" }).click()
  const secret = (await page.getByRole("region", { name: "Secret of the key" }).textContent()) ?? ""
  const shop = new Trunkline({ baseUrl: server.facts.apiUrl, apiKey: secret })
  assert.lengthOf(await shop.brands.list(), 1)
  await assertBothThemes(page, "a new key")
  await page.getByRole("button", { name: "I have kept it" }).click()
  await page.getByRole("rowheader").filter({ hasText: "Web shop" }).waitFor()
  assert.notInclude(await page.content(), secret)
  await menu(page, "Web shop", "Revoke")
  await page.getByRole("button", { name: "Revoke the key" }).click()
  await page.getByRole("rowheader").filter({ hasText: "Web shop" }).waitFor({ state: "detached" })

  await go(setup, "/settings/audit-log", "Audit log")
  await page.getByLabel("About").selectOption("api_key")
  await page.getByRole("button", { name: "api_key.revoked" }).click()
  await page.getByRole("region", { name: "The entry" }).waitFor()
  await assertBothThemes(page, "an entry of the audit log")
  await page.keyboard.press("Escape")
  await go(setup, "/settings/organization", "Name and security")
  await page.getByText("Tickets this month").waitFor()
  await assertBothThemes(page)
}

it.live("A brand, its words and its team are set up in the dashboard", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [brand, fields, organization]) yield* Effect.promise(() => part(setup))
    // The form that was refused on purpose.
    assert.deepStrictEqual(
      setup.problems.filter((problem) => !problem.includes("status of 400")),
      []
    )
  }).pipe(Effect.scoped)
)
