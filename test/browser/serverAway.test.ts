import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Request } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, choose, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

/** An installation whose server is not always available, and its user. */
interface Away {
  readonly page: Page
  readonly apiUrl: string
  readonly brandId: string
  readonly client: Trunkline
}

const brands = /\/v1\/brands(\?|$)/
const tickets = /\/v1\/tickets\?/
/** While it fails, nothing that could not be read at all is retried automatically. */
const stream = /\/v1\/events\/stream/

/** Makes requests to these URLs fail until the returned function is called. */
const fails = async (page: Page, url: RegExp) => {
  await page.route(url, (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: "unavailable", detail: "The server is away." } })
  )
  return () => page.unroute(url)
}
const alert = (page: Page, text = "The server is away.") => page.getByRole("alert").filter({ hasText: text })
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" }).click()
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name, exact: true })

/** Without brands nothing can be opened: that is reported once, above every page, and unusable actions are not offered. */
const brandsAway = async ({ apiUrl, page }: Away) => {
  await fails(page, stream)
  const heals = await fails(page, brands)
  await page.goto(`${apiUrl}/inbox`)
  await alert(page).waitFor()
  assert.strictEqual(await rowsOf(page).count(), 0)
  for (const title of ["Customers", "Companies"]) {
    await place(page, title).click()
    await page.getByRole("heading", { name: title }).waitFor()
    await alert(page).waitFor()
    assert.strictEqual(await alert(page).count(), 1)
    assert.strictEqual(await page.getByRole("button", { name: /^New c/ }).count(), 0)
  }
  await heals()
  await tryAgain(page)
  await page.getByRole("button", { name: "New company" }).waitFor()
  await page.goto(`${apiUrl}/settings/general?brand=zeta`)
  await alert(page, "There is no brand named “zeta”.").waitFor()
  assert.strictEqual(await page.getByRole("button", { name: "Save" }).count(), 0)
}

/** Missing counts do not block the inbox, and a list that could not be read is not called empty. */
const listAway = async ({ apiUrl, page }: Away) => {
  await fails(page, stream)
  await fails(page, /\/v1\/tickets\/stats/)
  const heals = await fails(page, tickets)
  await page.goto(`${apiUrl}/`)
  await page.waitForURL("**/inbox")
  await alert(page).waitFor()
  assert.strictEqual(await page.getByRole("link", { name: "New ticket" }).count(), 0)
  await heals()
  await tryAgain(page)
  await rowsOf(page).first().waitFor()
  assert.strictEqual(await alert(page).count(), 0)
}

/** If the next page of a list fails, exactly that page is retried. */
const nextPageAway = async ({ apiUrl, page }: Away) => {
  const asked: Array<string> = []
  page.on("request", (request) => void (tickets.test(request.url()) && asked.push(request.url())))
  await fails(page, stream)
  await page.clock.install()
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  // For the next half minute nothing is re-read automatically.
  const reread = page.waitForResponse(tickets)
  await page.clock.fastForward(6_000)
  await reread
  const second = /\/v1\/tickets\?.*cursor=/
  const heals = await fails(page, second)
  await page.getByRole("listbox", { name: "Tickets" }).hover()
  await page.mouse.wheel(0, 10_000)
  await alert(page).waitFor()
  await heals()
  const before = asked.length
  await tryAgain(page)
  await alert(page).waitFor({ state: "detached" })
  assert.isAbove(asked.length, before)
  for (const url of asked.slice(before)) assert.match(url, second)
}

/** A failed search is not shown as one without results. */
const searchesAway = async ({ apiUrl, page }: Away) => {
  await fails(page, stream)
  const heals = await fails(page, /\/v1\/search\?/)
  await page.goto(`${apiUrl}/search?q=parcel`)
  await alert(page).waitFor()
  assert.strictEqual(await page.getByText("0 found").count(), 0)
  await heals()

  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  const found = await fails(page, /\/v1\/brands\/[^/]+\/tickets\?/)
  await page.keyboard.press("j")
  await page.keyboard.press("m")
  const dialog = page.getByRole("dialog")
  await dialog.getByText("The server is away.").waitFor()
  await found()
  await dialog.getByRole("button", { name: "Try again" }).click()
  await dialog.getByRole("option").first().waitFor()
  await page.keyboard.press("Escape")

  await page.route("**/v1/auth/logout", (route) =>
    route.fulfill({ status: 409, json: { code: "x", detail: "Not now." } })
  )
  await page.keyboard.press("Control+k")
  await choose(page, "sign out")
  await page.getByRole("region", { name: "Notifications" }).getByText("Not now.").waitFor()
}

/** A script that fails to load removes nothing from the current page. */
const filesAway = async ({ apiUrl, page }: Away) => {
  const refused = /assets\/(?:PickerDialog|CustomersPage)-/
  await page.route(refused, (route) => route.abort())
  await page.goto(`${apiUrl}/new`)
  await page.getByLabel("Title").fill("Half a ti")
  await page.keyboard.press("Control+k")
  await page.getByRole("region", { name: "Notifications" }).getByText("This could not be loaded.").waitFor()
  assert.strictEqual(await page.getByLabel("Title").inputValue(), "Half a ti")

  await place(page, "Customers").click()
  await alert(page, "This could not be loaded.").waitFor()
  await page.unroute(refused)
  await tryAgain(page)
  await page.getByRole("button", { name: "New customer" }).waitFor()

  // What failed once, as after an upgrade or a brief loss of connection, is retried automatically.
  await page.route(/assets\/CompaniesPage-/, (route) => route.abort(), { times: 1 })
  await place(page, "Companies").click()
  await page.getByRole("button", { name: "New company" }).waitFor()

  // Offline, it says so, and loads once there is a connection.
  await page.context().setOffline(true)
  await place(page, "Search").click()
  await alert(page, "This could not be loaded.").waitFor()
  await page.context().setOffline(false)
  await page.getByLabel("Search for").waitFor()
}

/** An unavailable server is reported once, whatever could not be read, and everything loads once it responds. */
const allAway = async ({ apiUrl, page }: Away) => {
  await page.goto(`${apiUrl}/inbox`)
  const first = rowsOf(page).first()
  await first.waitFor()
  const api = /\/v1\//
  await page.route(api, (route) => route.abort("connectionrefused"))
  await first.click()
  const ticket = page.getByRole("article")
  await ticket.getByText("Waiting for the server…").nth(3).waitFor()
  const notice = page.getByText("The server is not responding.")
  await notice.waitFor()
  await assertBothThemes(page, "a server that is away")
  assert.strictEqual(await notice.count(), 1)
  assert.strictEqual(await page.getByRole("alert").count(), 0)
  assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)

  // Actions in the meantime fail individually.
  await page.keyboard.press("e")
  await page.getByRole("region", { name: "Notifications" }).getByText("The server could not be reached.").waitFor()

  // As a proxy responds while the server starts.
  await page.unroute(api)
  await page.route(api, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })
  )
  await place(page, "Customers").click()
  await page.getByRole("heading", { name: "Customers" }).waitFor()
  await page.getByRole("main").getByText("Waiting for the server…").waitFor()
  assert.strictEqual(await notice.count(), 1)
  assert.strictEqual(await page.getByRole("alert").count(), 0)

  await page.unroute(api)
  await page.getByRole("link", { name: "ines@north.example" }).waitFor()
  await notice.waitFor({ state: "detached" })
  assert.strictEqual(await page.getByText("Waiting for the server…").count(), 0)

  // A page opened while it is away waits for it, too.
  await page.route(api, (route) => route.abort("connectionrefused"))
  await page.reload()
  await alert(page, "The server could not be reached.").waitFor()
  await page.unroute(api)
  await page.getByRole("link", { name: "ines@north.example" }).waitFor()
}

/**
 * Waits until the page has retried the URL, which it does after half a minute. Its requests take real time: the clock moves
 * once.
 */
const later = async (page: Page, address: RegExp) => {
  const answered = page.waitForResponse(address)
  await page.clock.fastForward(31_000)
  await answered
}

/** A missing event stream is reported, and the page is re-read now and then; polling does not flicker. */
const eventsAway = async ({ apiUrl, brandId, client, page }: Away) => {
  const session = Promise.withResolvers<void>()
  await page.route("**/v1/auth/session", (route) => session.promise.then(() => route.continue()))
  const heals = await fails(page, stream)
  const counts = await fails(page, /\/v1\/tickets\/stats/)
  await page.clock.install()
  await page.goto(`${apiUrl}/inbox`)
  await page.getByText("Loading…").waitFor()
  session.resolve()
  await rowsOf(page).first().waitFor()
  await page.clock.fastForward(6_000)
  const line = page.getByText("Live updates are paused.")
  await line.waitFor()
  await client.tickets.create(brandId, { title: "Made meanwhile", customerEmail: "ines@north.example" })
  await page.clock.fastForward(31_000)
  await rowsOf(page).filter({ hasText: "Made meanwhile" }).waitFor()
  // Counts that failed to load report nothing, and are retried.
  await counts()
  const counted = page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /^Inbox\s*7\d/ })
  await later(page, /\/v1\/tickets\/stats/)
  await counted.waitFor()
  await heals()
  await later(page, stream)
  await line.waitFor({ state: "detached" })

  await fails(page, /\/v1\/test\/outbox/)
  let asked = 0
  page.on("request", (request) => {
    if (request.url().includes("/v1/test/outbox")) asked++
  })
  await page.goto(`${apiUrl}/test/developers/outbox`)
  await alert(page).waitFor()
  const before = asked
  await page.clock.fastForward(10_000)
  assert.isTrue(await alert(page).isVisible())
  assert.strictEqual(asked, before)
}

/** However late the stream starts, it delivers what happened since the page was read, and nothing else is read twice. */
const eventsLate = async ({ apiUrl, brandId, client, page }: Away) => {
  const asked: Array<string> = []
  page.on("response", (answer) => void asked.push(new URL(answer.url()).pathname))
  const comes = Promise.withResolvers<void>()
  await page.route(stream, (route) => comes.promise.then(() => route.continue()))
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  await client.tickets.create(brandId, { title: "Made before the stream", customerEmail: "ines@north.example" })
  comes.resolve()
  await rowsOf(page).filter({ hasText: "Made before the stream" }).waitFor()
  for (const path of ["/v1/brands", "/v1/auth/members"])
    assert.strictEqual(asked.filter((one) => one === path).length, 1, path)
}

/** A missing record is requested once: re-reading it when the stream starts would show its page as loading for a moment. */
const nothingThere = async ({ apiUrl, brandId, client, page }: Away) => {
  let asked = 0
  page.on("request", (request) => {
    if (request.url().includes("/companies/comp_1")) asked++
  })
  const comes = Promise.withResolvers<void>()
  await page.route(stream, (route) => comes.promise.then(() => route.continue()))
  await page.goto(`${apiUrl}/companies/comp_1`)
  await page.getByText("Page not found").waitFor()
  const before = asked
  comes.resolve()
  const inbox = page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /^Inbox\s*\d/ })
  const counted = await inbox.textContent()
  await client.tickets.create(brandId, { title: "Made after the stream", customerEmail: "ines@north.example" })
  await until(
    () => inbox.textContent(),
    (now) => now !== counted
  )
  assert.strictEqual(asked, before)
}

/** If a proxy refuses the session request, it is retried on each navigation. */
const sessionRefused = async ({ apiUrl, page }: Away) => {
  const session = /\/v1\/auth\/session$/
  await page.clock.install()
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  let asked = 0
  await page.route(session, (route) => {
    asked++
    return route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Forbidden</h1>" })
  })
  for (const title of ["Customers", "Companies"]) {
    const refused = page.waitForResponse(session)
    await place(page, title).click()
    await (await refused).finished()
    await page.getByRole("heading", { name: title }).waitFor()
    await page.clock.runFor(1_000)
  }
  assert.strictEqual(asked, 2)
}

/**
 * A stream position that the server no longer knows, as after a restore, is dropped: the stream restarts, and everything is
 * re-read.
 */
const placeUnknown = async ({ apiUrl, page }: Away) => {
  const isAnew = (request: Request) => stream.test(request.url()) && request.headers()["last-event-id"] === undefined
  await page.route(stream, (route) =>
    isAnew(route.request())
      ? route.continue()
      : route.fulfill({ status: 400, json: { status: 400, code: "validation_failed" } })
  )
  const anew = page.waitForRequest(isAnew)
  await page.goto(`${apiUrl}/inbox`)
  await anew
}

it.live("An unavailable server removes nothing from the page, and failures are reported", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    yield* Effect.promise(() =>
      Promise.all(
        Array.from({ length: 70 }, (_, number) =>
          client.tickets.create(brandId, { title: `Parcel ${number}`, customerEmail: "ines@north.example" })
        )
      )
    )
    const first = yield* visit(browser, [apiUrl])
    yield* Effect.promise(() => signIn(first.page, server))
    const storageState = yield* Effect.promise(() => first.page.context().storageState())
    const alone = (look: (away: Away) => Promise<void>) =>
      Effect.gen(function* () {
        const { page, problems } = yield* visit(browser, [apiUrl], { storageState })
        yield* Effect.promise(() => look({ page, apiUrl, brandId, client }))
        const uncaught = problems.filter((problem) => problem.startsWith("an uncaught error"))
        assert.deepStrictEqual(uncaught, [])
      }).pipe(Effect.scoped)
    const together = [allAway, sessionRefused, brandsAway, listAway, nextPageAway, searchesAway, filesAway]
    yield* Effect.all(together.map(alone), { concurrency: "unbounded", discard: true })
    // Its events reach every page.
    yield* alone(eventsAway)
    yield* alone(eventsLate)
    yield* alone(nothingThere)
    yield* alone(placeUnknown)
  }).pipe(Effect.scoped)
)
