import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"
import { assertBothThemes } from "./support/desk.ts"
import { assertAccessible, launchBrowser, type Visit, visit } from "./support/launchBrowser.ts"
import { mailedLink } from "./support/mailedLink.ts"
import { marked, showsMarks } from "./support/markedMessage.ts"
import { type WidgetHost, widgetHost } from "./support/widgetHost.ts"
import { type Host, handOver, heard, launcher, until, widgetOn } from "./support/widgetPage.ts"

const email = "ines@north.example"

/** The desk behind the widget: a test brand, whose mail is captured. */
interface Desk {
  readonly url: string
  readonly client: Trunkline
  readonly brandId: string
}
const deskOf = ({ apiUrl, testBrandId, testKey }: Facts): Desk => ({
  url: apiUrl,
  client: new Trunkline({ baseUrl: apiUrl, apiKey: testKey }),
  brandId: testBrandId
})

/** How the site's server responds to a request for a token. */
type Vouching = "customer" | "nobody" | "fails"

const asksAndIsAnswered = async ({ brandId, client }: Desk, host: WidgetHost, page: Page) => {
  await page.goto(host.page({ boot: { brandId, tokenUrl: "/support/token" } }))
  const widget = widgetOn(page)
  await launcher(page).click()
  await widget.getByText("No requests yet.").waitFor()
  await assertBothThemes(page, "the empty home")

  await widget.getByRole("button", { name: "New request" }).click()
  await widget.getByLabel("Subject").fill("Where is my parcel?")
  await widget.getByLabel("Message").fill("It was to arrive on Monday: https://shop.example/orders/7")
  await widget.getByLabel("Order number").fill("7")
  await widget.getByLabel("Add a file").setInputFiles({
    name: "label.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("North Ltd")
  })
  await widget.getByRole("button", { name: "Remove label.txt" }).waitFor()
  await assertBothThemes(page, "the form")
  await widget.getByRole("button", { name: "Send" }).click()
  await widget.getByRole("heading", { name: "Where is my parcel?" }).waitFor()
  await widget.getByRole("button", { name: "Download label.txt" }).waitFor()
  assert.strictEqual(
    await widget.getByRole("link", { name: "https://shop.example/orders/7" }).getAttribute("rel"),
    "noopener noreferrer nofollow"
  )
  await until(async () => (await heard(page, "ticket")).length > 0)
  const [told] = (await heard(page, "ticket")) as ReadonlyArray<{ id: string; ticketNumber: string }>
  const ticket = await client.tickets.get(brandId, told?.id ?? "")
  assert.strictEqual(ticket.publicId, told?.ticketNumber)
  assert.deepInclude(ticket, { customerEmail: email, customFields: { order: 7 }, attachmentCount: 1 })

  await client.comments.create(brandId, ticket.id, { body: "<b>It comes</b> tomorrow.", authorName: "Grace" })
  await client.comments.create(brandId, ticket.id, { body: "Between us.", isInternal: true })
  await widget.getByText("<b>It comes</b> tomorrow.").waitFor()
  await widget.getByRole("status").getByText("New reply from Grace").waitFor({ state: "attached" })
  assert.strictEqual(await widget.getByText("Between us.").count(), 0)
  await client.comments.create(brandId, ticket.id, { body: marked, authorName: "Grace" })
  await showsMarks(widget.locator(".messages"))
  await assertBothThemes(page, "the thread")
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    widget.getByRole("button", { name: "Download label.txt" }).click()
  ])
  assert.strictEqual(download.suggestedFilename(), "label.txt")
  assert.strictEqual(readFileSync(await download.path(), "utf8"), "North Ltd")
  return ticket.id
}

/** A message that cannot be sent stays, and is sent once when possible, with its files. */
const sendsAgain = async ({ brandId, client }: Desk, page: Page, ticketId: string) => {
  const widget = widgetOn(page)
  const comments = /\/v1\/portal\/tickets\/\w+\/comments$/
  await page.route(comments, (route) => route.fulfill({ status: 501, body: "" }))
  await widget.getByLabel("Your reply").fill("It did not come.")
  await handOver(page, "drop", "dropped.txt")
  await widget.getByText("dropped.txt").waitFor()
  await handOver(page, "paste", "pasted.txt")
  await widget.getByText("pasted.txt").waitFor()
  for (const name of ["dropped", "pasted"])
    await widget.getByRole("progressbar", { name }).waitFor({ state: "detached" })
  await widget.getByLabel("Your reply").press("Control+Enter")
  await widget.getByText("Not sent.").waitFor()
  await page.unroute(comments)
  await widget.getByRole("button", { name: "Try again" }).click()
  for (const text of ["Not sent.", "Sending…"]) await widget.getByText(text).waitFor({ state: "detached" })
  assert.strictEqual(await widget.getByText("It did not come.").count(), 1)
  const said = await client.comments.list(brandId, ticketId)
  assert.deepStrictEqual(
    said.map(({ attachments, body }) => [body, attachments.map(({ filename }) => filename).toSorted()]),
    [
      ["<b>It comes</b> tomorrow.", []],
      ["Between us.", []],
      [marked, []],
      ["It did not come.", ["dropped.txt", "pasted.txt"]]
    ]
  )
  await handOver(page, "drop", "alone.txt")
  await widget.getByRole("button", { name: "Remove alone.txt" }).waitFor()
  await widget.getByRole("progressbar", { name: "alone" }).waitFor({ state: "detached" })
  await widget.getByRole("button", { name: "Send" }).click()
  await widget.getByRole("button", { name: "Download alone.txt" }).waitFor()
  await widget.getByText("Sending…").waitFor({ state: "detached" })
  assert.strictEqual((await client.comments.list(brandId, ticketId)).at(-1)?.body, "")
}

/** Keyboard use: Escape closes and returns the focus, Tab leads out of the open panel. */
const worksByKeyboard = async ({ brandId, client }: Desk, page: Page, ticketId: string) => {
  const widget = widgetOn(page)
  await page.keyboard.press("Escape")
  await launcher(page).and(widget.locator(":focus")).waitFor()

  await client.comments.create(brandId, ticketId, { body: "Now it is on its way." })
  await widget.getByRole("button", { name: "Open support, 1 unread" }).waitFor()
  await until(async () => JSON.stringify((await heard(page, "unread")).at(-1)) === '{"count":1}')
  await page.keyboard.press("Enter")
  await widget.getByText("Now it is on its way.").waitFor()
  await page.keyboard.press("Escape")
  await widget.getByRole("button", { name: "Open support", exact: true }).waitFor()

  await page.locator("#ask").focus()
  await page.keyboard.press("Enter")
  await widget.getByRole("heading", { name: "New request" }).waitFor()
  assert.strictEqual(await widget.getByLabel("Subject").inputValue(), "Order 7")
  await widget.getByRole("heading", { name: "New request" }).and(widget.locator(":focus")).waitFor()
  const isInside = () => page.evaluate(() => document.activeElement?.tagName === "IFRAME")
  let presses = 0
  while ((await isInside()) && presses++ < 40) await page.keyboard.press("Tab")
  assert.isFalse(await isInside(), "Tab never leads out of the widget")
  await page.evaluate(() => (window as unknown as Host).Trunkline("close"))
  await launcher(page).waitFor()
}

/**
 * A long conversation shows its newest messages, and earlier ones on request, without losing the reader's place. Events on the
 * request re-render no unchanged message.
 */
const readsBackwards = async ({ brandId, client }: Desk, page: Page) => {
  const long = { title: "A long story", customerEmail: email, body: "It began on a Monday." }
  const { id } = await client.tickets.create(brandId, long)
  const write = (number: number) =>
    client.comments.create(brandId, id, { body: `Word ${number}. ${"and ".repeat(1_000)}` })
  for (let number = 1; number <= 30; number++) await write(number)
  const widget = widgetOn(page)
  await launcher(page).click()
  await widget.getByRole("button", { name: "Back" }).click()
  await widget.getByRole("button", { name: /A long story/ }).click()
  const item = (text: string) => widget.getByRole("listitem").filter({ hasText: text })
  await item("It began on a Monday.").waitFor()
  const earlier = widget.getByRole("button", { name: "Earlier messages (5)" })
  // The opening message, the link to earlier messages, and the newest ones.
  assert.strictEqual(await widget.getByRole("listitem").count(), 1 + 1 + 25)
  await earlier.scrollIntoViewIfNeeded()
  await assertBothThemes(page, "a long thread")

  const frame = page.frames().find((one) => one.url().includes("/widget/frame"))
  await frame?.evaluate(() => {
    const drawn: Array<string> = []
    const { matchAll } = String.prototype
    String.prototype.matchAll = function (this: string, pattern: RegExp) {
      if (this.startsWith("Word ")) drawn.push(this.slice(0, 8))
      return matchAll.call(this, pattern)
    }
    Object.assign(window, { drawn })
  })
  await write(31)
  await item("Word 31.").waitFor()
  assert.deepStrictEqual(await frame?.evaluate("drawn"), ["Word 31."])

  const place = async () => (await item("Word 6.").boundingBox())?.y ?? 0
  const before = await place()
  await earlier.press("Enter")
  await item("Word 1.").waitFor()
  assert.strictEqual(await widget.getByRole("listitem").count(), 1 + 31)
  assert.approximately(await place(), before, 1)
  await widget.getByRole("region", { name: "A long story" }).and(widget.locator(":focus")).waitFor()
}

const shutsDown = async (desk: Desk, page: Page, token: () => string) => {
  await page.evaluate(() => (window as unknown as Host).Trunkline("shutdown"))
  await page.locator("iframe").waitFor({ state: "detached" })
  const answer = await fetch(`${desk.url}/v1/portal/me`, { headers: { authorization: `Bearer ${token()}` } })
  assert.strictEqual(answer.status, 401)
}

/** A token of one minute is renewed before it expires, and a revoked one is replaced. */
const renewsTokens = async ({ brandId, client }: Desk, host: WidgetHost, page: Page) => {
  await page.clock.install()
  await page.goto(host.page({ boot: { brandId, tokenUrl: "/support/token" } }))
  await launcher(page).click()
  await widgetOn(page).getByText("Where is my parcel?").waitFor()
  const first = host.answered()
  await page.clock.fastForward(50_000)
  await until(async () => host.answered() > first)
  const second = host.answered()
  await client.portalTokens.revoke(brandId, { customerEmail: email })
  await widgetOn(page).getByText("Where is my parcel?").click()
  await widgetOn(page).getByText("It did not come.").waitFor()
  assert.isAbove(host.answered(), second)
}

/** A site whose server fails, then identifies no one, and then identifies the visitor without a reload. */
const hearsWhoIsThere = async ({ brandId }: Desk, host: WidgetHost, page: Page, answer: (next: Vouching) => string) => {
  answer("fails")
  await page.goto(host.page({ boot: { brandId, tokenUrl: "/support/token", launcher: false } }))
  await until(async () => (await heard(page, "error")).length > 0)
  assert.include(JSON.stringify(await heard(page, "error")), "/support/token answered 500")
  assert.strictEqual(await launcher(page).count(), 0)
  await page.evaluate(() => (window as unknown as Host).Trunkline("open"))
  const widget = widgetOn(page)
  await widget.getByText("Something went wrong on our side.").waitFor()
  await assertBothThemes(page, "what could not be loaded")
  answer("nobody")
  await widget.getByRole("button", { name: "Try again" }).click()
  await widget.getByText("Sign in to this site").waitFor()
  const token = answer("customer")
  await page.evaluate((token) => (window as unknown as Host).Trunkline("identify", { token }), token)
  await widget.getByText("Where is my parcel?").waitFor()
}

/** An unidentified visitor enters an address, and returns by the link in two tabs at once. */
const signsInByMail = async ({ brandId, client }: Desk, host: WidgetHost, page: Page) => {
  await page.goto(host.page({ boot: { brandId, locale: "de" } }))
  const widget = widgetOn(page)
  await widget.getByRole("button", { name: "Hilfe öffnen" }).click()
  await widget.getByLabel("E-Mail-Adresse").fill("max@north.example")
  await assertBothThemes(page, "the question for an address")
  await widget.getByRole("button", { name: "Link senden" }).click()
  await widget.getByText("Ein Link an max@north.example ist unterwegs.").waitFor()
  await assertBothThemes(page, "a link on its way")
  const link = await mailedLink(client, "max@north.example")
  const second = await page.context().newPage()
  await second.goto(link)
  await widgetOn(second).getByRole("button", { name: "Anmelden" }).waitFor()
  await assertBothThemes(second, "what a link opens")
  await widgetOn(second).getByRole("button", { name: "Anmelden" }).click()
  assert.notInclude(second.url(), "ml_")
  for (const tab of [second, page]) await widgetOn(tab).getByText("Angemeldet als max@north.example").waitFor()
  await second.goto(link)
  await widgetOn(second).getByRole("button", { name: "Anmelden" }).click()
  await widgetOn(second).getByText("Angemeldet als max@north.example").waitFor()
  await second.reload()
  await widgetOn(second).getByRole("button", { name: "Hilfe öffnen" }).click()
  await widgetOn(second).getByRole("button", { name: "Abmelden" }).click()
  for (const tab of [second, page]) await widgetOn(tab).getByLabel("E-Mail-Adresse").waitFor()
  assert.deepStrictEqual(await page.context().cookies(), [])
}

/** On a phone it fills the screen; in dark mode and right to left it is just as accessible. */
const fitsEveryScreen = (browser: Browser, { brandId, url }: Desk, host: WidgetHost) =>
  Effect.gen(function* () {
    const phone = yield* visit(browser, [url, host.origin], {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
      hasTouch: true
    })
    yield* Effect.promise(async () => {
      const { page } = phone
      await page.goto(host.page({ boot: { brandId, tokenUrl: "/support/token", locale: "ar" } }))
      const widget = widgetOn(page)
      await widget.getByRole("button", { name: "فتح الدعم" }).tap()
      await widget.getByText("Where is my parcel?").tap()
      await widget.getByText("It did not come.").waitFor()
      assert.deepInclude(await page.locator("iframe").boundingBox(), { x: 0, y: 0, width: 390, height: 844 })
      assert.strictEqual(await widget.locator("html").getAttribute("dir"), "rtl")
      await assertAccessible(page, "the thread on a phone, dark")
    })
    assert.deepStrictEqual(phone.problems, [])

    const placed = yield* visit(browser, [url, host.origin])
    yield* Effect.promise(async () => {
      const { page } = placed
      await page.goto(host.page({ element: { "brand-id": brandId, "token-url": "/support/token", theme: "dark" } }))
      const widget = widgetOn(page)
      await widget.getByText("Where is my parcel?").waitFor()
      assert.deepStrictEqual(await heard(page, "element"), ["trunkline-widget"])
      assert.isTrue(await page.evaluate(() => document.activeElement === document.body))
      assert.strictEqual(await widget.getByRole("button", { name: "Close" }).count(), 0)
      await assertAccessible(page, "the element, dark")
    })
    assert.deepStrictEqual(placed.problems, [])
  })

/** Without a brand there is no widget, and the page's developer is told so. */
const saysWhatIsMissing = async (host: WidgetHost, { page, problems }: Visit) => {
  await page.goto(host.page({}))
  await page.evaluate(() => setTimeout(() => Reflect.apply(Reflect.get(window, "Trunkline"), undefined, ["boot"])))
  await until(async () => problems.length > 0)
  assert.match(problems.join(), /TypeError: Trunkline has no brandId/)
  assert.strictEqual(await page.locator("iframe").count(), 0)
}

/** Browsers do not show it on a page that the brand does not list, and the page learns why. */
const isRefusedElsewhere = async ({ brandId }: Desk, page: Page, url: string) => {
  await page.goto(url)
  await until(async () => (await heard(page, "error")).length > 0)
  assert.include(JSON.stringify(await heard(page, "error")), `the widget of ${brandId}`)
  assert.strictEqual(await page.frames()[1]?.evaluate(() => document.querySelectorAll("[data-brand]").length), 0)
}

it.live("The widget on a page of another origin", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const desk = deskOf(facts)
    let token = ""
    let expiresIn = "1h"
    let vouching: Vouching = "customer"
    const issue = async () => {
      if (vouching === "fails") throw new Error("out of order")
      if (vouching === "nobody") return undefined
      const issued = await desk.client.portalTokens.create({ brandId: desk.brandId, customerEmail: email, expiresIn })
      token = issued.accessToken
      return token
    }
    const host = yield* widgetHost(facts.apiUrl, issue)
    const { hostname, port } = new URL(host.origin)
    assert.strictEqual(hostname, "localhost")
    yield* Effect.promise(async () => {
      await desk.client.brands.update(desk.brandId, { portalOrigins: [host.origin] })
      await desk.client.fields.create(desk.brandId, "ticket", { key: "order", label: "Order number", type: "number" })
    })
    const browser = yield* launchBrowser
    const origins = [facts.apiUrl, host.origin]

    const first = yield* visit(browser, origins)
    yield* Effect.promise(async () => {
      const ticketId = await asksAndIsAnswered(desk, host, first.page)
      assert.deepStrictEqual(first.problems, [])
      await sendsAgain(desk, first.page, ticketId)
      await worksByKeyboard(desk, first.page, ticketId)
      await readsBackwards(desk, first.page)
      await shutsDown(desk, first.page, () => token)
    })
    const unsure = yield* visit(browser, origins)
    yield* Effect.promise(async () => {
      const spare = await issue()
      const answer = (next: Vouching) => {
        vouching = next
        return spare ?? ""
      }
      await hearsWhoIsThere(desk, host, unsure.page, answer)
    })
    expiresIn = "60s"
    const short = yield* visit(browser, origins)
    yield* Effect.promise(() => renewsTokens(desk, host, short.page))
    expiresIn = "1h"
    yield* fitsEveryScreen(browser, desk, host)

    const nameless = yield* visit(browser, origins)
    yield* Effect.promise(() => saysWhatIsMissing(host, nameless))

    const stranger = yield* visit(browser, origins)
    yield* Effect.promise(() => signsInByMail(desk, host, stranger.page))
    assert.deepStrictEqual(stranger.problems, [])

    const elsewhere = `http://127.0.0.1:${port}`
    const foreign = yield* visit(browser, [facts.apiUrl, elsewhere])
    const page = host.page({ boot: { brandId: desk.brandId, tokenUrl: "/support/token" } })
    yield* Effect.promise(() => isRefusedElsewhere(desk, foreign.page, page.replace(host.origin, elsewhere)))
  }).pipe(Effect.scoped)
)
