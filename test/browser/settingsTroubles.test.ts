import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Route } from "playwright-core"
import { assertBothThemes, until } from "./support/desk.ts"
import { load, menu, type Setup, setUp } from "./support/setup.ts"

const problem = { title: "Service unavailable", status: 503, detail: "It is being worked on", code: "unavailable" }

/** Makes requests to URLs with this ending fail with 503 until the returned function is called. */
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

/** Makes the page re-read everything shown, as after a network failure. */
const readAgain = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))")

/** The error as the page shows it. */
const told = (page: Page) => page.getByRole("alert").filter({ hasText: problem.detail })

/** A server that is polled every few seconds, and is not always healthy. */
const system = async (setup: Setup) => {
  const { page } = setup
  const checks = { database: "failing", files: "ok" }
  await page.route("**/v1/ready", (route) => route.fulfill({ status: 503, json: { status: "failing", checks } }))
  const heal = await fail(page, "/v1/health")
  await load(setup, "/system", "System")
  const check = (name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`, "i") }).locator("+ dd")
  await check("database").filter({ hasText: "failing" }).waitFor()
  await check("files").filter({ hasText: "ok" }).waitFor()
  await check("version").filter({ hasText: "unknown" }).waitFor()
  await page.unroute("**/v1/ready")
  await heal()
  await readAgain(page)
  await check("database").filter({ hasText: "ok" }).waitFor()
  const heals = [await fail(page, "/v1/ready"), await fail(page, "/v1/system/actors")]
  await readAgain(page)
  await told(page).nth(1).waitFor()
  await assertBothThemes(page, "a server that does not answer")
  for (const healOne of heals) await healOne()
}

/** An unknown count is not shown as zero. */
const counts = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const { id } = await client.tags.create(brandId, { name: "shipping" })
  await client.tickets.create(brandId, { title: "Late", customerEmail: "ada@example.com", tagIds: [id] })
  const heal = await fail(page, "/tags/stats")
  await load(setup, "/settings/tags", "Tags")
  const row = page.getByRole("row").filter({ hasText: "shipping" })
  await row.getByRole("link", { name: "…" }).waitFor()
  await menu(page, "shipping", "Delete")
  await page.getByText("removed from every ticket with it").waitFor()
  await heal()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "More for shipping" }).and(page.locator(":focus")).waitFor()
  await told(page).getByRole("button", { name: "Try again" }).click()
  await row.getByRole("link", { name: "1" }).waitFor()
}

/** A saved change is shown, whether or not it can be re-read. */
const saved = async (setup: Setup) => {
  const { page, receiver } = setup
  await load(setup, "/settings/brand", "General")
  const healBrands = await fail(page, "/v1/brands")
  await page.getByLabel("Website").fill("https://north.example")
  await page.getByRole("button", { name: "Save" }).first().click()
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.strictEqual(await page.getByLabel("Website").inputValue(), "https://north.example")
  await healBrands()

  await load(setup, "/settings/tags", "Tags")
  await page.getByRole("rowheader", { name: "shipping" }).waitFor()
  const healTags = await fail(page, "/tags")
  await page.getByRole("button", { name: "New tag" }).click()
  await page.getByLabel("Name", { exact: true }).and(page.locator(":focus")).waitFor()
  await page.keyboard.type("refund")
  await page.keyboard.press("Enter")
  await page.getByRole("rowheader", { name: "refund" }).waitFor()
  await told(page).waitFor()
  await healTags()

  await load(setup, "/developers/webhooks", "Webhooks")
  await page.getByText("No webhooks yet").waitFor()
  const answerNever = (url: URL) => url.pathname.endsWith("/webhooks")
  await page.route(answerNever, (route) => (route.request().method() === "GET" ? undefined : route.fallback()))
  await page.getByRole("button", { name: "New webhook" }).click()
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByRole("button", { name: "Create webhook" }).click()
  await page.getByRole("button", { name: "I have saved it" }).click()
  await page.getByRole("link", { name: receiver.url }).waitFor()
  assert.strictEqual(await page.getByRole("dialog").count(), 0)
  await page.unroute(answerNever)
}

/** Typed text stays, whatever happens to the re-read of what it changes. */
const typed = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  await load(setup, "/settings/fields", "Custom fields")
  const schema = page.getByLabel("Schema of ticket")
  await schema.fill('{"a":1}')
  const read = page.waitForResponse((answer) => answer.url().endsWith("/schema"))
  await readAgain(page)
  await read
  const heal = await fail(page, "/schema")
  await page.getByRole("button", { name: "Save schema" }).click()
  await page.getByText("Saved", { exact: true }).waitFor()
  await told(page).waitFor()
  assert.deepStrictEqual(JSON.parse(await schema.inputValue()), { a: 1 })
  await schema.fill('{"a":2}')
  await heal()
  await page.getByRole("button", { name: "Save schema" }).click()
  await told(page).waitFor({ state: "detached" })
  // Any re-read removes the notice, perhaps before the server has what was saved.
  await until(
    () => client.brands.getSchema(brandId),
    (saved) => saved["a"] === 2
  )

  const { id } = await client.customers.create(brandId, { email: "ines@north.example", name: "Ines Roth" })
  await load(setup, `/customers/${id}`, "Ines Roth")
  await page.getByLabel("Phone number").fill("+4930123456")
  // A first read in progress is not repeated.
  await page.getByRole("heading", { name: "Tickets" }).locator("+ div", { hasText: "None." }).waitFor()
  const heals = [await fail(page, `/customers/${id}`), await fail(page, "/tickets")]
  await readAgain(page)
  await told(page).nth(1).waitFor()
  assert.strictEqual(await page.getByLabel("Phone number").inputValue(), "+4930123456")
  await assertBothThemes(page, "a customer who could not be read again")
  for (const healOne of heals) await healOne()
}

/** Two users change one record: no one's text is lost, and no one unknowingly overwrites what they have not seen. */
const together = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const { id } = await client.customers.create(brandId, { email: "kofi@north.example", name: "Kofi" })
  const saved = () => client.customers.get(brandId, id)
  const save = page.getByRole("button", { name: "Save", exact: true })
  await load(setup, `/customers/${id}`, "Kofi")
  await page.getByLabel("Phone number").fill("+4930123456")
  await client.customers.update(brandId, id, { name: "Kofi Owusu" })
  await page.getByRole("heading", { name: "Kofi Owusu" }).waitFor()
  assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "Kofi Owusu")
  assert.strictEqual(await page.getByLabel("Phone number").inputValue(), "+4930123456")
  // No event informs this page about what is saved now.
  const calm = await fail(page, "/v1/events/stream")
  await page.reload()
  await page.getByLabel("Phone number").fill("+4930123456")
  await client.customers.update(brandId, id, { name: "Kofi A. Owusu" })
  await save.click()
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.deepInclude(await saved(), { name: "Kofi A. Owusu", phone: "+4930123456" })

  await page.getByRole("heading", { name: "Kofi A. Owusu" }).waitFor()
  await page.getByLabel("Phone number").fill("+4930999999")
  await client.customers.update(brandId, id, { phone: "+4930777777" })
  await save.click()
  await page.getByText("Someone else has changed the same field in the meantime.").waitFor()
  await page.getByText("It is now “+4930777777”.").waitFor()
  assert.strictEqual(await page.getByLabel("Phone number").inputValue(), "+4930999999")
  assert.deepInclude(await saved(), { phone: "+4930777777" })
  await assertBothThemes(page, "a customer whom two change")
  await page.getByRole("button", { name: "Save anyway" }).click()
  await until(saved, ({ phone }) => phone === "+4930999999")

  const company = await client.companies.create(brandId, { name: "North", domain: "north.example" })
  await load(setup, `/companies/${company.id}`, "North")
  await page.getByLabel("Name", { exact: true }).fill("North Outdoor")
  await client.companies.update(brandId, company.id, { name: "North Ltd" })
  await save.click()
  await page.getByText("It is now “North Ltd”.").waitFor()
  await page.getByRole("button", { name: "Discard" }).click()
  assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "North Ltd")
  await calm()
}

/** Text typed during a save is not part of it, and a saved change stays with its record. */
const meanwhile = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const { id } = await client.customers.create(brandId, {
    ...{ email: "mei@north.example", name: "Mei", phone: "+4930123456" }
  })
  await load(setup, `/customers/${id}`, "Mei")
  const asked = Promise.withResolvers<Route>()
  const isCustomer = (url: URL) => url.pathname.endsWith(`/customers/${id}`)
  await page.route(isCustomer, (route) =>
    route.request().method() === "PATCH" ? asked.resolve(route) : route.fallback()
  )
  const [name, phone] = [page.getByLabel("Name", { exact: true }), page.getByLabel("Phone number")]
  const save = page.getByRole("button", { name: "Save", exact: true })
  await name.fill("Mei Lin")
  await save.click()
  const first = await asked.promise
  await name.fill("Mei Lin-Roth")
  await phone.fill("")
  await first.continue()
  await page.unroute(isCustomer)
  await page.getByText("Saved", { exact: true }).waitFor()
  await page.getByRole("heading", { name: "Mei Lin", exact: true }).waitFor()
  assert.deepStrictEqual([await name.inputValue(), await phone.inputValue()], ["Mei Lin-Roth", ""])
  assert.strictEqual(await page.getByText("Someone else").count(), 0)
  await save.click()
  await until(
    () => client.customers.get(brandId, id),
    (saved) => saved.name === "Mei Lin-Roth" && saved.phone === undefined
  )
}

/**
 * A user who is signed out while typing is told, and continues where they were; otherwise they are sent to the sign-in page.
 */
const signedOut = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const { id } = await client.customers.create(brandId, { email: "lea@north.example", name: "Lea" })
  await load(setup, `/customers/${id}`, "Lea")
  const name = page.getByLabel("Name", { exact: true })
  await name.fill("Lea Roth")
  await name.blur()
  const end = () =>
    page.route("**/v1/**", (route) => route.fulfill({ status: 401, json: { status: 401, code: "unauthorized" } }))
  await end()
  await readAgain(page)
  const notice = page.getByRole("region", { name: "Notifications" }).getByText("You have been signed out.")
  await notice.waitFor()
  // A failed read says the same, and nothing about keys.
  const unread = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Try again" }) })
  await unread.filter({ hasText: "You are signed out." }).first().waitFor()
  await assertBothThemes(page, "a form whose writer is signed out")
  const opening = async () => {
    const opened = page.waitForEvent("popup")
    await page.getByRole("button", { name: "Sign in" }).click()
    const other = await opened
    await other.waitForURL("**/login")
    return other
  }
  // Without a sign-in there, the message appears again.
  await (await opening()).close()
  await readAgain(page)
  const other = await opening()
  await page.unroute("**/v1/**")
  // A sign-in there leads back to the previous page.
  await other.goto(`${server.facts.apiUrl}/`)
  await other.getByRole("heading", { name: "Lea" }).waitFor()
  await other.close()
  assert.strictEqual(await name.inputValue(), "Lea Roth")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "Lea Roth" }).waitFor()
  const kept = await page.context().newPage()
  await kept.goto(page.url())
  await kept.getByRole("heading", { name: "Lea Roth" }).waitFor()
  await end()
  await readAgain(page)
  await page.waitForURL("**/login")
  await page.unroute("**/v1/**")
  // A page in the browser's back/forward cache is not shown again: it reloads.
  const anew = kept.waitForEvent("load")
  await kept.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await anew
  await kept.close()
}

/** Values that could not be read are not treated as empty. */
const unread = async (setup: Setup) => {
  const { client, page, server } = setup
  const { brandId } = server.facts
  const healMembers = await fail(page, "/v1/auth/members")
  await load(setup, "/settings/organization", "Name and security")
  await told(page).waitFor()
  assert.strictEqual(await page.getByText("No other members").count(), 0)
  await healMembers()

  await client.fields.create(brandId, "ticket", { key: "order", label: "Order", type: "text", required: true })
  const { slug } = await client.brands.get(brandId)
  const [late] = (await client.tickets.list(brandId)).data
  const healFields = await fail(page, "/fields")
  await load(setup, `/b/${slug}/t/${late?.ticketNumber}`, "Late")
  await told(page).waitFor()
  await load(setup, "/new", "New ticket")
  await told(page).waitFor()
  const create = page.getByRole("button", { name: "Create ticket" })
  assert.isTrue(await create.isDisabled())
  await healFields()
  await readAgain(page)
  await page.getByLabel("Order (required)").waitFor()
  assert.isFalse(await create.isDisabled())

  const healWidget = await fail(page, "/widget.js")
  await load(setup, "/settings/portal", "Portal and widget")
  await page.getByText("The widget could not be loaded").waitFor()
  await healWidget()
  await page.getByRole("button", { name: "Try again" }).click()
  await page.frameLocator("trunkline-widget iframe").getByRole("button").first().waitFor()
}

/** Each resource is requested once, and again after a failure. */
const asked = async (setup: Setup) => {
  const { client, page, receiver, server } = setup
  const { brandId } = server.facts
  const [webhook] = await client.webhooks.list(brandId)
  let tests = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route("**/test", async (route) => {
    tests += 1
    await answered
    await route.fallback()
  })
  await load(setup, `/developers/webhooks/${webhook?.id}`, "Webhook")
  const button = page.getByRole("button", { name: "Send test event" })
  await button.click()
  await button.and(page.locator("[aria-busy=true]:disabled")).waitFor()
  await menu(page, "the webhook", "Send test event")
  await page.getByRole("button", { name: "More for the webhook" }).and(page.locator("[aria-busy=true]")).waitFor()
  answer()
  await page.getByText("The endpoint accepted the test event").first().waitFor()
  assert.isAtLeast(receiver.received.length, 1)
  assert.strictEqual(tests, 2)

  const south = await client.brands.create({ name: "South" })
  await load(setup, `/settings/brand?brand=${south.slug}`, "General")
  await page.getByRole("button", { name: "Delete South" }).click()
  await page.getByLabel(`Type ${south.slug} to confirm`).fill(south.slug)
  await page.getByRole("button", { name: "Delete brand" }).click()
  const heal = await fail(page, "/restore", "POST")
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByText("South was not restored").waitFor()
  await heal()
  await page.getByRole("button", { name: "Try again" }).click()
  await until(
    () => client.brands.list(),
    (brands) => brands.some(({ id }) => id === south.id)
  )
}

/** A deleted brand can be found after its notice is gone, and restored once its name is free. */
const restored = async (setup: Setup) => {
  const { client, page } = setup
  const lost = await client.brands.create({ name: "Lost & Found" })
  await client.brands.delete(lost.id, { confirm: true })
  const other = await client.brands.create({ name: "Another", slug: lost.slug })
  await load(setup, "/settings/brand", "General")
  await page.reload()
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Deleted brands" }) })
  await section.getByText(/^Deleted .+ It can be restored until .+\.$/).waitFor()
  const restore = section.getByRole("button", { name: `Restore ${lost.name}` })
  await restore.click()
  await section.getByRole("alert").waitFor()
  await section.getByText(`Another brand now has the short name ${lost.slug}.`).waitFor()
  await assertBothThemes(page, "a deleted brand that cannot be restored")
  await client.brands.update(other.id, { slug: "another" })
  await restore.click()
  await page.getByText(`${lost.name} is restored`).waitFor()
  await section.waitFor({ state: "detached" })
  assert.include(
    (await client.brands.list()).map(({ id }) => id),
    lost.id
  )
  await load(setup, `/settings/brand?brand=${lost.slug}`, "General")
  await page.getByRole("button", { name: `Delete ${lost.name}` }).waitFor()
}

it.live("Settings report failures, and lose nothing", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [system, counts, saved, typed, together, meanwhile, signedOut, unread, asked, restored])
      yield* Effect.promise(() => part(setup))
    assert.deepStrictEqual(
      setup.problems.filter((said) => !/status of (?:401|409|412|503)/.test(said)),
      []
    )
  }).pipe(Effect.scoped)
)
