import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Route } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, until } from "./support/desk.ts"
import { go, load, menu, type Setup, setUp } from "./support/setup.ts"

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
  await page.getByLabel("Next ticket number").fill("5000")
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.deepInclude(await client.brands.get(brandId), {
    ...{ name: "North Shop", url: "https://north.example", nextTicketNumber: 5000 }
  })

  await go(setup, "/settings/statuses", "Statuses")
  await page.getByRole("button", { name: "New status" }).click()
  await page.getByLabel("Name", { exact: true }).fill("With the workshop")
  await assertBothThemes(page, "a new status")
  await page.getByRole("button", { name: "Create status" }).click()
  // A closing form returns the focus, a moment later.
  await page.getByRole("button", { name: "New status" }).and(page.locator(":focus")).waitFor()
  await page.getByRole("button", { name: /^Move With the workshop/ }).press("ArrowUp")
  const names = await until(
    async () => (await client.statuses.list(brandId)).map(({ name }) => name),
    (list) => list.indexOf("With the workshop") === 3
  )
  assert.deepStrictEqual(names, ["Open", "Pending", "Resolved", "With the workshop", "Closed"])
  // An archived status can be used again, also by someone who opens the page later.
  await menu(page, "With the workshop", "Archive")
  await page.getByText("archived", { exact: true }).waitFor()
  await page.reload()
  await page.getByText("archived", { exact: true }).waitFor()
  assert.notInclude(
    (await client.statuses.list(brandId)).map(({ name }) => name),
    "With the workshop"
  )
  await menu(page, "With the workshop", "Unarchive")
  await page.getByText("archived", { exact: true }).waitFor({ state: "detached" })

  await go(setup, "/settings/tags", "Tags")
  await page.getByText("No tags yet").waitFor()
  await assertBothThemes(page)
  for (const name of ["refund", "money back"]) {
    await page.getByRole("button", { name: "New tag" }).click()
    await page.getByLabel("Name", { exact: true }).fill(name)
    await page.keyboard.press("Enter")
    await page.getByRole("rowheader", { name, exact: true }).waitFor()
  }
  await menu(page, "refund", "Merge other tags into it")
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
  await page.getByRole("button", { name: "Create category" }).click()
  await page.getByRole("listitem").filter({ hasText: "Billing" }).waitFor()
  await assertBothThemes(page)
  await menu(page, "Billing", "Delete")
  await page.getByRole("button", { name: "Delete category" }).click()
  await page.getByText("No categories yet").waitFor()

  await go(setup, "/settings/fields", "Custom fields")
  await page.getByRole("button", { name: "New field" }).first().click()
  await page.getByLabel("Label", { exact: true }).fill("Order number")
  assert.strictEqual(await page.getByLabel("Key", { exact: true }).inputValue(), "order_number")
  await page.getByLabel("Type", { exact: true }).selectOption("select")
  await page.getByLabel("Choices").fill("a\nb\n")
  await page.getByLabel("Default value").selectOption("b")
  await assertBothThemes(page, "a new field")
  await page.getByRole("button", { name: "Create field" }).click()
  await page.getByRole("listitem").filter({ hasText: "order_number" }).waitFor()
  await page.getByLabel("Schema of ticket").fill('{"type":"object"}')
  await page.getByRole("button", { name: "Save schema" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await assertBothThemes(page)
  assert.deepStrictEqual(await client.brands.getSchema(server.facts.brandId), { type: "object" })
  const { ticket } = await client.fields.list(server.facts.brandId)
  assert.deepInclude(ticket[0], { key: "order_number", type: "select", options: ["a", "b"], defaultValue: "b" })
  // Saving one setting keeps the others as programs have set them.
  const places = { showOnCreate: true, showInDetail: false, showInTable: false }
  await client.fields.update(server.facts.brandId, "ticket", "order_number", places)
  await page.reload()
  await page.getByText("not in details").waitFor()
  await menu(page, "Order number", "Edit")
  await page.getByLabel("Default value").selectOption("none")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const [changed] = (await client.fields.list(server.facts.brandId)).ticket
  assert.deepInclude(changed, places)
  assert.notProperty(changed, "defaultValue")
  await menu(page, "Order number", "Edit")
  await page.getByLabel("Show in details").check()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("not in details").waitFor({ state: "detached" })
  // The choice in a list stays while the list is rewritten.
  await client.fields.create(server.facts.brandId, "ticket", {
    ...{ key: "colors", label: "Colours", type: "multiselect", options: ["red", "blue"], defaultValue: ["red", "blue"] }
  })
  await page.reload()
  await menu(page, "Colours", "Edit")
  await page.getByLabel("Choices").fill("dark red\nblue")
  assert.isTrue(await page.getByLabel("blue", { exact: true }).isChecked())
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const [, colors] = (await client.fields.list(server.facts.brandId)).ticket
  assert.deepInclude(colors, { options: ["dark red", "blue"], defaultValue: ["blue"] })
  await client.fields.delete(server.facts.brandId, "ticket", "colors")

  await go(setup, "/settings/portal", "Portal and widget")
  const origins = page.getByLabel("Allowed origins")
  await origins.fill("https://www.north.example\nnorth")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Entry 2 must be an origin such as https://www.example.com", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Discard" }).click()
  assert.strictEqual(await origins.inputValue(), "")
  await origins.fill("https://www.north.example")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await assertBothThemes(page)
}

/** Typed fields and any other JSON on a ticket, on its page and before it is created. */
const customFields = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  await client.fields.create(brandId, "ticket", { key: "amount", label: "Amount", type: "number", required: true })
  await client.fields.create(brandId, "ticket", { key: "gift", label: "Gift", type: "boolean" })
  const ticket = await client.tickets.create(brandId, {
    title: "Which order?",
    customerEmail: "ada@example.com",
    customFields: { order_number: "b", color: "red" }
  })
  const { slug } = await client.brands.get(brandId)
  const now = (isSo: (fields: unknown) => boolean) =>
    until(async () => (await client.tickets.get(brandId, ticket.id)).customFields, isSo)
  await load(setup, `/b/${slug}/t/${ticket.ticketNumber}`, "Which order?")
  await page.getByLabel("Gift").selectOption("No")
  await now((fields) => JSON.stringify(fields).includes("false"))
  const amount = page.getByLabel("Amount (required)")
  await page.getByText("This field is required").waitFor()
  await amount.fill("much")
  await amount.press("Enter")
  await page.getByText("Enter a number").waitFor()
  await assertBothThemes(page, "a refused field of a ticket")
  await amount.fill("12.5")
  await amount.press("Enter")
  await now((fields) => JSON.stringify(fields).includes("12.5"))
  await page.getByRole("button", { name: "Edit other values" }).click()
  await page.getByLabel("Other values").fill('{ "color": ["red", 0, false, ""] }')
  await page.getByRole("button", { name: "Save", exact: true }).click()
  assert.deepStrictEqual(await now((fields) => JSON.stringify(fields).includes("0,false")), {
    ...{ order_number: "b", gift: false, amount: 12.5 },
    color: ["red", 0, false, ""]
  })

  await go(setup, "/new", "New ticket")
  await page.getByLabel("Customer's email address").fill("ada@example.com")
  await page.getByLabel("Title").fill("A new order")
  await page.getByRole("button", { name: "Create ticket" }).click()
  await page.getByText("This field is required").waitFor()
  await page.getByLabel("Amount (required)").fill("3")
  await assertBothThemes(page, "a new ticket")
  await page.getByRole("button", { name: "Create ticket" }).click()
  await page.getByRole("heading", { name: "A new order" }).waitFor()
  const [made] = (await client.tickets.list(brandId, { search: "new order" })).data
  assert.deepStrictEqual(made?.customFields, { amount: 3 })
}

/** Chooses a customer from search results; the result of an earlier search arrives afterwards. */
const chooseRoth = async (page: Page) => {
  const searched = (text: string) => new RegExp(`[?&]search=${text}`)
  const asked = Promise.withResolvers<Route>()
  await page.route(searched("nobody"), asked.resolve)
  const words = page.getByRole("dialog").getByRole("combobox")
  await words.fill("nobody")
  const route = await asked.promise
  const found = page.waitForResponse(searched("Roth"))
  await words.fill("Roth")
  await found
  const late = page.waitForResponse(searched("nobody"))
  await route.continue()
  await late
  await page.getByRole("dialog").getByRole("option", { name: "I. Roth" }).click()
}

/** Two customers are merged; the customer is blocked, unblocked and finally erased. */
const people = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  await client.fields.create(brandId, "customer", { key: "vip", label: "Important", type: "boolean" })
  await client.customers.create(brandId, { email: "i.roth@north.example", name: "I. Roth", phone: "+15550144" })
  await client.tickets.create(brandId, { title: "From the other one", customerEmail: "i.roth@north.example" })
  await load(setup, "/customers", "Customers")
  await page.getByRole("button", { name: "New customer" }).click()
  await page.getByLabel("Email address").fill("ines@north.example")
  await page.getByLabel("Name", { exact: true }).fill("Ines Roth")
  await page.getByRole("button", { name: "Create customer" }).click()
  await page.getByRole("heading", { name: "Ines Roth", level: 1 }).waitFor()
  await page.getByLabel("Important").selectOption("Yes")
  await until(
    async () => (await client.customers.list(brandId, { search: "ines@" })).data,
    ([ines]) => ines?.metadata?.["vip"] === true
  )
  await page.getByRole("button", { name: "Merge", exact: true }).click()
  await chooseRoth(page)
  await assertBothThemes(page, "a merge of customers")
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click()
  await page.getByRole("link", { name: "From the other one" }).waitFor()
  await page.getByRole("cell", { name: "+15550144" }).first().waitFor()
  await menu(page, "Ines Roth", "Block")
  await page.getByText("Ines Roth is blocked").waitFor()
  await page.getByRole("button", { name: "Undo" }).last().click()
  await page.getByText("Ines Roth is unblocked").waitFor()
  await assertBothThemes(page, "a customer")
  await menu(page, "Ines Roth", "Erase for good")
  await page.getByLabel("Type Ines Roth to confirm").fill("Ines Roth")
  await assertBothThemes(page, "an erasure")
  await page.getByRole("button", { name: "Erase for good" }).click()
  await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor()
  const erased = await until(
    async () => (await client.tickets.list(brandId, { search: "erased" })).data,
    ([ticket]) => ticket?.title === "[erased]"
  )
  assert.notProperty(erased[0], "customerName")
}

/** The API call behind every form and menu can be copied, without executing it. */
const commands = async (setup: Setup) => {
  const { client, page, server } = setup
  const { apiUrl, brandId } = server.facts
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await go(setup, "/settings/tags", "Tags")
  await page.getByRole("button", { name: "New tag" }).click()
  await page.getByLabel("Name", { exact: true }).fill("it's new")
  await page.getByRole("dialog").getByRole("button", { name: "Copy as curl" }).click()
  await page.getByText("Copied as curl").waitFor()
  assert.strictEqual(
    await copied(),
    [
      `curl -s -X POST '${apiUrl}/v1/brands/${brandId}/tags'`,
      '-H "Authorization: Bearer $TRUNKLINE_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{"name":"it'\\''s new","color":"#6b7280"}'`
    ].join(" \\\n  ")
  )
  assert.notInclude(
    (await client.tags.list(brandId)).map(({ name }) => name),
    "it's new"
  )
  // One Escape discards nothing that was typed, wherever the focus is.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press("Escape")
  await page.getByText("Press Escape again to discard them").waitFor()
  assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "it's new")
  await assertBothThemes(page, "a dialog that would lose what was typed")
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await go(setup, "/settings/statuses", "Statuses")
  await menu(page, "With the workshop", "Copy as curl…")
  await page.getByRole("dialog").getByRole("option", { name: "Archive" }).click()
  const workshop = await until(
    async () => (await client.statuses.list(brandId)).find(({ name }) => name === "With the workshop"),
    (status) => status !== undefined
  )
  assert.isTrue(workshop?.isActive)
  await until(copied, (text) => text.includes(`-X PATCH '${apiUrl}/v1/brands/${brandId}/statuses/${workshop?.id}'`))

  const [ticket] = (await client.tickets.list(brandId, { search: "Which order" })).data
  const { slug } = await client.brands.get(brandId)
  await go(setup, `/b/${slug}/t/${ticket?.ticketNumber}`, "Which order?")
  await page.keyboard.press("Control+.")
  await page.getByRole("dialog").getByRole("option", { name: "Resolve" }).click()
  await until(copied, (text) => text.includes(`/tickets/${ticket?.id}'`) && text.endsWith(`-d '{"status":"resolved"}'`))
  assert.strictEqual((await client.tickets.get(brandId, ticket?.id ?? "")).status, "open")
}

/** Custom key bindings, which menus and the help show. */
const keyboard = async (setup: Setup) => {
  const { client, page, server } = setup
  await go(setup, "/settings/keyboard", "Keyboard")
  const offered = (await page.getByRole("button", { name: /^Change keys for Go to/ }).all()).slice(0, 4)
  const named = await Promise.all(offered.map((button) => button.getAttribute("aria-label")))
  const places = named.map((name) => name?.replace("Change keys for Go to ", ""))
  assert.deepStrictEqual(places, ["Inbox", "New ticket", "Search", "Customers"])
  await page.getByRole("button", { name: "Change keys for Reply" }).click()
  await page.keyboard.press("n")
  await page.getByText("“Write an internal note” already uses these keys").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Change keys for Reply" }).click()
  await page.keyboard.press("y")
  await page.getByRole("button", { name: "Keep" }).click()
  await page.getByRole("button", { name: "Switch off Keyboard shortcuts" }).click()
  await assertBothThemes(page)
  const profile = () => page.evaluate("fetch('/v1/auth/profile').then((r) => r.json()).then((p) => p.preferences)")
  const kept = await until(profile, (preferences) => JSON.stringify(preferences).includes("help"))
  assert.deepStrictEqual(kept, { keys: { reply: "y", help: null }, singleKeys: true })

  const { slug } = await client.brands.get(server.facts.brandId)
  const [ticket] = (await client.tickets.list(server.facts.brandId, { search: "Which order" })).data
  await go(setup, `/b/${slug}/t/${ticket?.ticketNumber}`, "Which order?")
  await page.keyboard.press("?")
  await page.keyboard.press("y")
  await page
    .getByLabel(/^Reply to/)
    .and(page.locator(":focus"))
    .waitFor()
  assert.strictEqual(await page.getByRole("dialog").count(), 0)
  await go(setup, "/settings/keyboard", "Keyboard")
  await page.getByRole("button", { name: "Reset all" }).click()
  await until(profile, (preferences) => !JSON.stringify(preferences).includes("help"))
}

const organization = async (setup: Setup) => {
  const { page, server } = setup
  await go(setup, "/settings/members", "Members")
  await page.getByRole("button", { name: "Invite" }).click()
  await page.getByLabel("Email address").fill("kofi@north.example")
  await page.getByLabel("All brands").uncheck()
  await page.getByLabel("North Shop").check()
  await assertBothThemes(page, "an invitation")
  await page.getByRole("button", { name: "Send invitation" }).click()
  await page.getByRole("rowheader").filter({ hasText: "kofi@north.example" }).waitFor()
  await assertBothThemes(page)
  await menu(page, "kofi@north.example", "Edit name, role and brands")
  await page.getByLabel("First name").fill("Kofi")
  await page.getByLabel("Last name").fill("Mensah")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("rowheader").filter({ hasText: "Kofi Mensah" }).waitFor()
  await menu(page, "Kofi Mensah", "Remove")
  await page.getByRole("button", { name: "Remove invitation" }).click()
  await page.getByRole("rowheader").filter({ hasText: "kofi@north.example" }).waitFor({ state: "detached" })

  await go(setup, "/settings/api-keys", "API keys")
  await page.getByRole("button", { name: "New key" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Web shop")
  await page.getByRole("button", { name: "Create key" }).click()
  const secret = (await page.getByRole("region", { name: "API key" }).textContent()) ?? ""
  const shop = new Trunkline({ baseUrl: server.facts.apiUrl, apiKey: secret })
  assert.lengthOf(await shop.brands.list(), 1)
  await assertBothThemes(page, "a new key")
  await page.getByRole("button", { name: "I have saved it" }).click()
  await page.getByRole("rowheader").filter({ hasText: "Web shop" }).waitFor()
  assert.notInclude(await page.content(), secret)
  await menu(page, "Web shop", "Revoke")
  await page.getByRole("button", { name: "Revoke key" }).click()
  await page.getByRole("rowheader").filter({ hasText: "Web shop" }).waitFor({ state: "detached" })

  await go(setup, "/settings/audit-log", "Audit log")
  await page.getByLabel("About").selectOption("api_key")
  await page.getByRole("button", { name: "api_key.revoked" }).click()
  await page.getByRole("region", { name: "Entry as JSON" }).waitFor()
  await assertBothThemes(page, "an entry of the audit log")
  await page.keyboard.press("Escape")
  await go(setup, "/settings/organization", "Name and security")
  await page.getByText("Tickets this month").waitFor()
  await assertBothThemes(page)
}

/** The name that customers see, and whether one gets mail. */
const profile = async (setup: Setup) => {
  const { page } = setup
  await go(setup, "/settings/profile", "Profile and notifications")
  const name = page.getByLabel("Your name")
  await name.fill("x".repeat(51))
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("must have at most 50 characters", { exact: true }).waitFor()
  await name.fill("Ines")
  await page.getByLabel("Send me email").uncheck()
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await assertBothThemes(page)
  await page.reload()
  assert.strictEqual(await name.inputValue(), "Ines")
  assert.isFalse(await page.getByLabel("Send me email").isChecked())
}

/** Deletes the organization at the end. */
const farewell = async (setup: Setup) => {
  const { page, server } = setup
  await go(setup, "/settings/organization", "Name and security")
  await page.getByRole("button", { name: "Delete organization" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/This deletes 2 brands, \d+ tickets, .*\b1 member, /).waitFor()
  await assertBothThemes(page, "the end of an organization")
  const label = dialog.getByText(/^Type .* to confirm$/)
  const [, name = ""] = /^Type (.*) to confirm$/.exec((await label.textContent()) ?? "") ?? []
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole("button", { name: "Delete everything" }).click()
  await page.waitForURL(/\/login/)
  const { status } = await fetch(`${server.facts.apiUrl}/v1/brands`, {
    headers: { authorization: `Bearer ${server.facts.liveKey}` }
  })
  assert.strictEqual(status, 401)
}

it.live("A brand, its texts and its team are set up in the dashboard", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [brand, fields, customFields, people, commands, keyboard, organization, profile, farewell])
      yield* Effect.promise(() => part(setup))
    // Forms refused on purpose, requests after the end, and the erased customer: the event may come before the response.
    const expected = /status of 40[01]|status of 404 .*\/customers\/cus_/
    assert.deepStrictEqual(
      setup.problems.filter((problem) => !expected.test(problem)),
      []
    )
  }).pipe(Effect.scoped)
)
