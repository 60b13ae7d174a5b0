import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, until } from "./support/desk.ts"
import { go, menu, type Setup, setUp } from "./support/setup.ts"

/** From nothing to a delivery, a receiver that fails, and everything sent again. */
const webhooks = async (setup: Setup) => {
  const { client, page, receiver, server } = setup
  const { brandId } = server.facts
  await go(setup, "/developers/webhooks", "Webhooks")
  await page.getByRole("button", { name: "New webhook" }).click()
  await page.getByLabel("Address").fill(receiver.url)
  await page.getByLabel("All events").uncheck()
  await page.getByLabel("ticket.*").check()
  await assertBothThemes(page, "a new webhook")
  await page.getByRole("button", { name: "Make the webhook" }).click()
  await page.getByRole("heading", { name: "The webhook's secret" }).waitFor()
  await page.getByRole("button", { name: "I have kept it" }).click()
  await page.getByRole("link", { name: receiver.url }).click()
  await page.getByRole("button", { name: "Send a test" }).click()
  await page.getByText("The receiver took the test").waitFor()

  receiver.fail(true)
  await client.tickets.create(brandId, { title: "Where is it?", customerEmail: "ada@example.com" })
  const row = page.getByRole("row").filter({ hasText: "ticket.created" }).first()
  await row.getByText("tried again").waitFor()
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
  await page.getByLabel("Only what was given up").uncheck()
  await page.getByRole("button", { name: "Replay", exact: true }).click()
  await page
    .getByText(/sent again/)
    .first()
    .waitFor()

  // A delivery that cannot be read is asked for once, until somebody tries again.
  const delivery = /\/deliveries\/[^/?]+$/
  let asked = 0
  await page.route(delivery, (route) => {
    asked++
    return route.fulfill({ status: 404, json: { code: "not_found", detail: "It is no more." } })
  })
  await page.getByRole("row").filter({ hasText: "ticket.created" }).getByRole("button").first().click()
  await dialog.getByText("It is no more.").waitFor()
  // The list behind it is read every two seconds: by the third reading it would have been asked for again.
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
  await page.getByRole("region", { name: "The event" }).waitFor()
  await assertBothThemes(page, "an event")
}

/** Test mode by hand: a mail that nobody sent, its ticket, and what the customer would have got. */
const testMode = async (setup: Setup) => {
  const { page, server } = setup
  const test = new Trunkline({ baseUrl: server.facts.apiUrl, apiKey: server.facts.testKey })
  await go(setup, "/developers/simulators", "Simulators")
  await page.getByText("Only in test mode").waitFor()
  await go(setup, "/test/developers/simulators", "Simulators")
  await page.getByRole("button", { name: "Send the mail" }).click()
  await page.getByText("Taken: processed").waitFor()
  await assertBothThemes(page)
  const [ticket] = (await test.tickets.listAcross({})).data
  assert.isDefined(ticket)
  await test.comments.create(ticket.brandId, ticket.id, { body: "It is on its way." })
  await go(setup, "/test/developers/outbox", "Captured messages")
  await page
    .getByRole("button", { name: /Where is my parcel/ })
    .first()
    .click()
  await page.getByRole("region", { name: "As text" }).filter({ hasText: "It is on its way." }).waitFor()
  await assertBothThemes(page, "a captured message")
}

const channels = async (setup: Setup) => {
  const { page, receiver } = setup
  await go(setup, "/settings/channels/email", "E-mail")
  await page.getByRole("button", { name: "Add an address" }).click()
  await page.getByLabel("Address", { exact: true }).fill("help@north.example")
  await assertBothThemes(page, "a new address")
  await page.getByRole("button", { name: "Add the address" }).click()
  await page.getByRole("rowheader").filter({ hasText: "help@north.example" }).waitFor()
  await page.getByRole("button", { name: "Add a domain" }).click()
  await page.getByLabel("Domain", { exact: true }).fill("north.example")
  await page.getByRole("button", { name: "Add the domain" }).click()
  await page.getByText("missing").first().waitFor()
  await assertBothThemes(page)

  await go(setup, "/settings/channels/sms", "Text messages")
  await page.getByRole("button", { name: "Add a number" }).click()
  await page.getByLabel("Number", { exact: true }).fill("+15551234567")
  await page.getByLabel("Account SID").fill(`AC${"0".repeat(32)}`)
  await page.getByLabel("Auth token").fill("1".repeat(32))
  await page.getByRole("button", { name: "Add the number" }).click()
  await page.getByRole("heading", { name: "+15551234567" }).waitFor()
  await assertBothThemes(page)

  await go(setup, "/settings/channels/custom", "Custom channels")
  await page.getByRole("button", { name: "New channel" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Shop chat")
  await page.getByLabel("Callback address").fill(receiver.url)
  await page.getByRole("button", { name: "Make the channel" }).click()
  const secret = page.getByRole("region", { name: "Secret", exact: true })
  await secret.waitFor()
  const check = page.getByRole("region", { name: "How to check a channel" })
  assert.include(await check.textContent(), `--secret ${(await secret.textContent())?.trim()}`)
  await assertBothThemes(page, "a new channel")
  await page.getByRole("button", { name: "I have kept it" }).click()
  const chat = page.getByRole("row").filter({ hasText: "Shop chat" })
  await chat.waitFor()
  await assertBothThemes(page)
  // An address that is emptied is taken away.
  await menu(page, "Shop chat", "Edit")
  await page.getByLabel("Callback address").fill("")
  await page.getByRole("button", { name: "Save" }).click()
  await chat.getByText("receives only").waitFor()
  await menu(page, "Shop chat", "Edit")
  await page.getByLabel("Callback address").fill(receiver.url)
  await page.getByRole("button", { name: "Save" }).click()
  await chat.getByText(receiver.url).waitFor()
  // What waits for one that is in trouble is tried again by hand.
  const isList = (url: URL) => /^\/v1\/.*\/channels\/custom$/.test(url.pathname)
  await page.route(isList, async (route) => {
    const response = await route.fetch()
    const [channel] = await response.json()
    await route.fulfill({ response, json: [{ ...channel, status: "error", lastError: "It is gone (410)" }] })
  })
  await page.reload()
  await chat.getByText("in trouble").waitFor()
  await page.unroute(isList)
  await menu(page, "Shop chat", "Try again now")
  await chat.getByText("works").waitFor()

  await go(setup, "/settings/channels/slack", "Slack")
  await page.getByText("No workspace yet").waitFor()
  await page.getByRole("button", { name: "Add an app" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Our desk")
  await page.getByRole("button", { name: "Add the app" }).click()
  const app = page.getByRole("row").filter({ hasText: "Our desk" })
  await app.getByText("needs its client id and secret").waitFor()
  await menu(page, "Our desk", "Edit")
  await page.getByLabel("Client ID").fill("1234.5678")
  await page.getByLabel("Client secret").fill("0123456789abcdef")
  await page.getByLabel("Signing secret").fill("0123456789abcdef0123456789abcdef")
  await page.getByRole("button", { name: "Save" }).click()
  await app.getByText("ready").waitFor()
  await assertBothThemes(page, "a Slack app")
  await go(setup, "/settings/channels/all", "Channels")
  await page.getByRole("link", { name: "Shop chat" }).waitFor()
  await assertBothThemes(page)
  await go(setup, "/settings/channels/inbound", "What came in")
  await page.getByText("Nothing has come in").waitFor()
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
      setup.problems.filter((said) => !/status of 404 .*\/deliveries\//.test(said)),
      []
    )
  }).pipe(Effect.scoped)
)
