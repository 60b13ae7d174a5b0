import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, until } from "./support/desk.ts"
import { go, load, menu, type Setup, setUp } from "./support/setup.ts"

/** From nothing to a delivery, a failing receiver, and resending everything. */
const webhooks = async (setup: Setup) => {
  const { client, page, receiver, server } = setup
  const { brandId } = server.facts
  await go(setup, "/developers/webhooks", "Webhooks")
  await page.getByRole("button", { name: "New webhook" }).click()
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByLabel("All events").uncheck()
  await page.getByLabel("ticket.*").check()
  await assertBothThemes(page, "a new webhook")
  // Input that the browser cannot parse as a number must not count as empty, which means no limit: Firefox accepts any text
  // there.
  const rate = page.getByLabel("Rate limit per second")
  await rate.press("1")
  await rate.press("e")
  await page.getByRole("button", { name: "Create webhook" }).click()
  await page.locator("input:focus").and(rate).waitFor()
  assert.deepStrictEqual(await client.webhooks.list(brandId), [])
  await rate.fill("20")
  await page.getByRole("button", { name: "Create webhook" }).click()
  await page.getByRole("heading", { name: "Webhook secret" }).waitFor()
  await page.getByRole("button", { name: "I have saved it" }).click()
  await page.getByRole("link", { name: receiver.url }).click()
  await page.getByRole("button", { name: "Send test event" }).click()
  await page.getByText("The endpoint accepted the test event").waitFor()

  receiver.fail(true)
  await client.tickets.create(brandId, { title: "Where is it?", customerEmail: "ada@example.com" })
  const row = page.getByRole("row").filter({ hasText: "ticket.created" }).first()
  await row.getByText("retrying").waitFor()
  receiver.fail(false)
  await row.getByRole("button", { name: "ticket.created" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Where is it?").waitFor()
  await assertBothThemes(page, "a delivery")
  const before = receiver.received.length
  await dialog.getByRole("button", { name: "Send again" }).click()
  await until(
    async () => receiver.received.length,
    (count) => count > before
  )
  await page.keyboard.press("Escape")
  await page.getByRole("row").filter({ hasText: "ticket.created" }).getByText("delivered").first().waitFor()
  await assertBothThemes(page)
  await menu(page, "the webhook", "Replay events")
  await page.getByLabel("Failed deliveries only").uncheck()
  await page.getByRole("button", { name: "Replay", exact: true }).click()
  await page
    .getByText(/sent again/)
    .first()
    .waitFor()

  // A delivery that cannot be loaded is requested once, until the user tries again.
  const delivery = /\/deliveries\/[^/?]+$/
  let asked = 0
  await page.route(delivery, (route) => {
    asked++
    return route.fulfill({ status: 404, json: { code: "not_found", detail: "It is no more." } })
  })
  await page.getByRole("row").filter({ hasText: "ticket.created" }).getByRole("button").first().click()
  await dialog.getByText("It is no more.").waitFor()
  // The list behind it is polled every two seconds: by the third time it would have been requested again.
  for (let reading = 0; reading < 3; reading++) await page.waitForResponse(/\/deliveries(?:\?|$)/)
  assert.strictEqual(asked, 1)
  await page.keyboard.press("Escape")
  await page.unroute(delivery)

  await go(setup, "/developers/events", "Events")
  await page.getByText("Waiting for events").waitFor()
  await until(
    async () => {
      await client.tickets.create(brandId, { title: "Live", customerEmail: "ada@example.com" })
      return page.getByRole("button", { name: "ticket.created" }).count()
    },
    (count) => count > 0
  )
  await page.getByRole("button", { name: "ticket.created" }).first().click()
  await page.getByRole("region", { name: "Event data" }).waitFor()
  await assertBothThemes(page, "an event")
  await page.keyboard.press("Escape")
  // The feed's filters are in the URL, and there again after a reload.
  await page.getByLabel("Event", { exact: true }).selectOption("ticket.updated")
  await page.getByLabel("Brand", { exact: true }).selectOption({ index: 1 })
  await page.waitForURL(/brand=.+&event=ticket\.updated$/)
  await page.reload()
  await page.getByText("Waiting for events").waitFor()
  assert.strictEqual(await page.getByLabel("Event", { exact: true }).inputValue(), "ticket.updated")
  // The list of brands is read first.
  await until(
    () => page.getByLabel("Brand", { exact: true }).inputValue(),
    (slug) => slug === server.facts.brandSlug
  )
}

/** Test mode by hand: a mail that no one sent, its ticket, and what the customer would have received. */
const testMode = async (setup: Setup) => {
  const { page, server } = setup
  const test = new Trunkline({ baseUrl: server.facts.apiUrl, apiKey: server.facts.testKey })
  await go(setup, "/developers/simulators", "Simulators")
  await page.getByText("Available only in test mode").waitFor()
  await load(setup, "/test/developers/simulators", "Simulators")
  await page.getByRole("button", { name: "Send email" }).click()
  await page.getByText("Received: processed").waitFor()
  await assertBothThemes(page)
  const [ticket] = (await test.tickets.listAcross({})).data
  assert.isDefined(ticket)
  await test.comments.create(ticket.brandId, ticket.id, { body: "It is on its way." })
  await go(setup, "/test/developers/outbox", "Captured messages")
  await page
    .getByRole("button", { name: /Where is my parcel/ })
    .first()
    .click()
  await page.getByRole("region", { name: "Plain text" }).filter({ hasText: "It is on its way." }).waitFor()
  await assertBothThemes(page, "a captured message")
}

/** In test mode, with a workspace that exists on this server only. */
const workspace = async (setup: Setup) => {
  const { page, server } = setup
  const { apiUrl, testKey } = server.facts
  const test = new Trunkline({ baseUrl: apiUrl, apiKey: testKey })
  const [brand] = await test.brands.list()
  assert.isDefined(brand)
  await fetch(`${apiUrl}/v1/test/inbound/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
    body: JSON.stringify({ brandId: brand.id, user: { id: "U0ADA" }, text: "Hello" })
  }).then((response) => assert.isTrue(response.ok))
  const [installation] = await test.slack.list(brand.id)
  assert.isDefined(installation)
  await load(setup, "/test/settings/channels/slack", "Slack")
  await menu(page, installation.teamName, "Reactions")
  await page.getByLabel("Assign the ticket").fill(":eyes: :raised_hand:")
  await assertBothThemes(page, "reactions")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const [changed] = await test.slack.list(brand.id)
  assert.deepInclude(changed?.reactions, { eyes: "assign", raised_hand: "assign", white_check_mark: "resolve" })
  // A channel of the workspace belongs to another brand.
  const south = await test.brands.create({ name: "South" })
  await load(setup, `/test/settings/channels/slack?brand=${brand.slug}`, "Slack")
  await page.getByRole("button", { name: "Add a channel" }).click()
  await page.getByLabel("Channel id").fill("C0SOUTH")
  await page.getByRole("dialog").getByLabel("Brand").selectOption({ label: "South" })
  await page.getByRole("button", { name: "Add channel" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const [shared] = await test.slack.list(brand.id)
  assert.deepInclude(
    shared?.channels.find(({ channelId }) => channelId === "C0SOUTH"),
    { brandId: south.id }
  )
}

const channels = async (setup: Setup) => {
  const { client, page, receiver, server } = setup
  const { brandId } = server.facts
  const save = () => page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  const closed = () => page.getByRole("dialog").waitFor({ state: "detached" })
  await load(setup, "/settings/channels/email", "Email")
  await page.getByRole("button", { name: "Add an address" }).click()
  await page.getByLabel("Address", { exact: true }).fill("help@north.example")
  await assertBothThemes(page, "a new address")
  await page.getByRole("button", { name: "Add address" }).click()
  await page.getByRole("rowheader").filter({ hasText: "help@north.example" }).waitFor()
  await page.getByRole("button", { name: "Add a domain" }).click()
  await page.getByLabel("Domain", { exact: true }).fill("north.example")
  await page.getByRole("button", { name: "Add domain" }).click()
  await page.getByText("missing").first().waitFor()
  await assertBothThemes(page)
  // The senders can be changed later, too.
  await menu(page, "north.example", "Edit")
  await page.getByLabel("Sender's address").fill("help@elsewhere.example")
  await page.getByLabel("Sender's name").fill("North")
  await page.getByLabel("Send replies to email for this domain").selectOption("SINGLE")
  await save()
  await page.getByText("must be an address at north.example", { exact: true }).waitFor()
  await assertBothThemes(page, "a refused sender")
  await page.getByLabel("Sender's address").fill("help@north.example")
  await save()
  await page.getByText("sends email from help@north.example as North").waitFor()
  assert.deepInclude((await client.domains.list(brandId))[0], { fromName: "North", replyMode: "SINGLE" })
  await menu(page, "help@north.example", "Edit")
  await page.getByLabel("Sender's name").fill("North Help")
  await save()
  await page.getByText("forwarded here, as North Help").waitFor()

  await go(setup, "/settings/channels/sms", "Text messages")
  await page.getByRole("button", { name: "Add a number" }).click()
  await page.getByLabel("Number", { exact: true }).fill("+15551234567")
  await page.getByLabel("Account SID").fill(`AC${"0".repeat(32)}`)
  await page.getByLabel("Auth token").fill("1".repeat(32))
  await page.getByLabel("Messaging service").fill("a service")
  await page.getByLabel("API key", { exact: true }).fill(`SK${"2".repeat(32)}`)
  await page.getByLabel("Limit per hour").fill("2")
  await page.getByLabel("Allowed number prefixes").fill("+1\n\nEurope")
  await page.getByRole("button", { name: "Add number" }).click()
  const refusals = {
    "Messaging service": "must be a service SID: MG and 32 hexadecimal digits",
    "API key secret": "must have 16 to 128 characters",
    "Limit per hour": "must be an integer between 4 and 1000",
    "Allowed number prefixes": "Entry 2 must be the beginning of a phone number, such as +1"
  }
  for (const [label, said] of Object.entries(refusals)) {
    await page.getByText(said, { exact: true }).waitFor()
    assert.strictEqual(await page.getByLabel(label).getAttribute("aria-invalid"), "true", label)
  }
  await assertBothThemes(page, "a refused number")
  await page.getByLabel("Messaging service").fill(`MG${"3".repeat(32)}`)
  await page.getByLabel("API key secret").fill("4".repeat(32))
  await page.getByLabel("Limit per hour").fill("")
  await page.getByLabel("Allowed number prefixes").fill("+1\n+49\n")
  await page.getByLabel("Send pictures").uncheck()
  await page.getByRole("button", { name: "Add number" }).click()
  await page.getByRole("heading", { name: "+15551234567" }).waitFor()
  await assertBothThemes(page)
  const number = async () => (await client.smsNumbers.list(brandId))[0]
  assert.deepInclude(await number(), {
    ...{ messagingServiceSid: `MG${"3".repeat(32)}`, apiKeySid: `SK${"2".repeat(32)}`, mms: false },
    ...{ hourlyLimit: 10, dailyLimit: 1_000, reopenHours: 168, destinations: ["+1", "+49"] }
  })
  await menu(page, "+15551234567", "Edit")
  await page.getByLabel("API key", { exact: true }).fill("")
  await page.getByLabel("Allowed number prefixes").fill("")
  await page.getByLabel("Hours in which a text reopens").fill("0")
  await save()
  await closed()
  assert.deepInclude(await number(), { messagingServiceSid: `MG${"3".repeat(32)}`, mms: false, reopenHours: 0 })
  assert.notProperty(await number(), "apiKeySid")
  assert.notProperty(await number(), "destinations")

  await go(setup, "/settings/channels/custom", "Custom channels")
  await page.getByRole("button", { name: "New channel" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Shop chat")
  await page.getByLabel("Callback URL").fill(receiver.url)
  await page.getByRole("button", { name: "Create channel" }).click()
  const secret = page.getByRole("region", { name: "Secret", exact: true })
  await secret.waitFor()
  const check = page.getByRole("region", { name: "Command that checks the channel" })
  assert.include(await check.textContent(), `--secret ${(await secret.textContent())?.trim()}`)
  await assertBothThemes(page, "a new channel")
  await page.getByRole("button", { name: "I have saved it" }).click()
  const chat = page.getByRole("row").filter({ hasText: "Shop chat" })
  await chat.waitFor()
  await assertBothThemes(page)
  // An emptied address is removed.
  await menu(page, "Shop chat", "Edit")
  await page.getByLabel("Callback URL").fill("")
  await page.getByRole("button", { name: "Save" }).click()
  await chat.getByText("receive only").waitFor()
  await menu(page, "Shop chat", "Edit")
  await page.getByLabel("Callback URL").fill(receiver.url)
  await page.getByRole("button", { name: "Save" }).click()
  await chat.getByText(receiver.url).waitFor()
  // What waits for a failing channel is retried by hand.
  let tried = false
  page.on("request", (request) => (tried ||= request.method() === "PATCH"))
  const isList = (url: URL) => /^\/v1\/.*\/channels\/custom$/.test(url.pathname)
  await page.route(isList, async (route) => {
    if (tried) return route.fallback()
    const response = await route.fetch()
    const [channel] = await response.json()
    await route.fulfill({ response, json: [{ ...channel, status: "error", lastError: "It is gone (410)" }] })
  })
  await page.reload()
  await chat.getByText("failing").waitFor()
  await menu(page, "Shop chat", "Try again now")
  await chat.getByText("active").waitFor()
  await page.unroute(isList)
  // A compromised secret is invalid from then on.
  await menu(page, "Shop chat", "New secret")
  await page
    .getByLabel("The old secret stays valid")
    .selectOption({ label: "no longer, because someone else knows it" })
  await page.getByLabel("Your own secret").fill("short")
  await page.getByRole("button", { name: "Create new secret" }).click()
  await page.getByText("must have 8 to 256 characters", { exact: true }).waitFor()
  await assertBothThemes(page, "a new secret")
  await page.getByLabel("Your own secret").fill("correct horse battery")
  const rotation = page.waitForRequest(/rotate-secret$/)
  await page.getByRole("button", { name: "Create new secret" }).click()
  assert.deepStrictEqual((await rotation).postDataJSON(), { overlapHours: 0, secret: "correct horse battery" })
  await secret.filter({ hasText: "correct horse battery" }).waitFor()
  await page.getByRole("button", { name: "I have saved it" }).click()

  await go(setup, "/settings/channels/slack", "Slack")
  await page.getByText("No workspace yet").waitFor()
  await page.getByRole("button", { name: "Add an app" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Our desk")
  await page.getByRole("button", { name: "Add app" }).click()
  const app = page.getByRole("row").filter({ hasText: "Our desk" })
  await app.getByText("client id and secret needed").waitFor()
  await menu(page, "Our desk", "Edit")
  await page.getByLabel("Client ID").fill("1234.5678")
  await page.getByLabel("Client secret").fill("0123456789abcdef")
  await page.getByLabel("Signing secret").fill("0123456789abcdef0123456789abcdef")
  await page.getByLabel("App-level token").fill("xapp-1-ABCDEFGHIJ")
  await save()
  await app.getByText("Socket Mode").waitFor()
  await menu(page, "Our desk", "Edit")
  await page.getByLabel("Remove the app-level token").check()
  await save()
  await app.getByText("/v1/channels/slack/events/").waitFor()
  await app.getByText("ready").waitFor()
  await assertBothThemes(page, "a Slack app")
  await workspace(setup)
  await load(setup, "/settings/channels/all", "Channels")
  await page.getByRole("link", { name: "Shop chat" }).waitFor()
  await assertBothThemes(page)
  await go(setup, "/settings/channels/inbound", "Inbound log")
  await page.getByText("No messages received yet").waitFor()
  await assertBothThemes(page)
  await go(setup, "/system", "System")
  await page.getByRole("rowheader").filter({ hasText: "Shop chat" }).waitFor()
  await assertBothThemes(page)
}

it.live("Webhooks, events, test mode and channels are set up in the dashboard", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    for (const part of [webhooks, testMode, channels]) yield* Effect.promise(() => part(setup))
    assert.deepStrictEqual(
      // A deleted delivery, and forms that were refused on purpose.
      setup.problems.filter(
        (said) => !/status of 404 .*\/deliveries\/|status of 400 .*\/(?:channels|domains)\//.test(said)
      ),
      []
    )
  }).pipe(Effect.scoped)
)
