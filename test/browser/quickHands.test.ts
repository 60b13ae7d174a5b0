import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Route } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

/** An agent who is quicker than the network. */
interface Desk {
  readonly page: Page
  readonly client: Trunkline
  readonly brandId: string
  readonly apiUrl: string
}

const notices = (page: Page) => page.getByRole("region", { name: "Notices" })
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })

const create = ({ brandId, client }: Desk, title: string, customerEmail = "ines@north.example") =>
  client.tickets.create(brandId, { title, customerEmail, body: "Please help." })

/** Goes to the list, and opens a ticket of it. */
const open = async ({ apiUrl, page }: Desk, title: string, search = "") => {
  await page.goto(`${apiUrl}/inbox${search}`)
  await rowsOf(page).filter({ hasText: title }).click()
  await heading(page, title).waitFor()
}

/** Keeps requests until they are let go, in the order in which they came. */
const hold = async (page: Page, url: string | RegExp, method = "GET") => {
  const held: Array<Route> = []
  let isOver = false
  const handler = (route: Route) => {
    if (isOver || route.request().method() !== method) return void route.fallback()
    held.push(route)
  }
  await page.route(url, handler)
  return {
    held,
    /** Waits until there are so many of them. */
    count: (wanted: number) =>
      until(
        async () => held.length,
        (count) => count >= wanted
      ),
    /** Lets the oldest of them go. */
    next: () => held.shift()?.continue(),
    over: async () => {
      isOver = true
      for (const route of held.splice(0)) await route.continue()
      await page.unroute(url, handler)
    }
  }
}

/** What is pressed while a ticket stays open that has left the list is done to that ticket, and not to the row that took its place. */
const leftTheList = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const [other, gone] = [await create(desk, "The next one"), await create(desk, "The open one", "win@prize.example")]
  await open(desk, gone.title)
  await page.keyboard.press("e")
  await rowsOf(page).filter({ hasText: gone.title }).waitFor({ state: "detached" })
  await page.keyboard.press("!")
  await notices(page).getByText(`Marked as spam: ${gone.publicId}`).waitFor()
  assert.isFalse((await client.tickets.get(brandId, other.id)).isSpam)
}

/** What stands in the list until another one comes is of the one before: what is pressed meanwhile is not done to it. */
const otherList = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const ticket = await create(desk, "No spam at all")
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: ticket.title }).waitFor()
  const lists = await hold(page, /\/v1\/tickets\?.*isSpam=true/)
  await page.getByRole("link", { name: /^Spam/ }).click()
  await lists.count(1)
  await heading(page, "Spam").waitFor()
  await page.keyboard.press("Control+a")
  await page.keyboard.press("#")
  await lists.over()
  await rowsOf(page).filter({ hasText: ticket.title }).waitFor({ state: "detached" })
  await page.keyboard.press("Control+a")
  await page.keyboard.press("i")
  await notices(page).getByText("Assigned to you").waitFor()
  assert.isUndefined((await client.tickets.get(brandId, ticket.id)).deletedAt)
}

/** Keys that come at once after the one that goes to another ticket are for that ticket. */
const atOnce = async (desk: Desk) => {
  const { page } = desk
  const [, after, before] = [await create(desk, "Third"), await create(desk, "Second"), await create(desk, "First")]
  await open(desk, before.title)
  // No task of the page comes between two keys that a busy page finds waiting.
  const focused = await page.evaluate(async () => {
    for (const key of ["j", "r"]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
      for (let turn = 0; turn < 50; turn++) await undefined
    }
    return document.activeElement?.closest("article")?.getAttribute("aria-label")
  })
  assert.strictEqual(focused, `${after.publicId} ${after.title}`)
  await page.keyboard.press("Escape")
}

/** Where something happens while each reading of the list is under way, what is new comes nonetheless. */
const busy = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const known = await create(desk, "Before the rush")
  await page.clock.install()
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: known.title }).waitFor()
  const lists = await hold(page, /\/v1\/tickets\?/)
  const ended: Array<string> = []
  page.on("requestfailed", (request) => void (/\/v1\/tickets\?/.test(request.url()) && ended.push(request.url())))
  const news = await create(desk, "In the rush")
  await lists.count(1)
  await client.tickets.update(brandId, known.id, { title: "During the rush" })
  await rowsOf(page).filter({ hasText: "During the rush" }).waitFor()
  await page.clock.runFor(1_000)
  lists.next()
  await rowsOf(page).filter({ hasText: news.title }).waitFor()
  await lists.over()
  assert.deepStrictEqual(ended, [])
}

it.live("Who is quicker than the network does what they meant to, to what they meant", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    const desk: Desk = { page, client, brandId, apiUrl }
    yield* Effect.promise(async () => {
      await signIn(page, server)
      for (const part of [leftTheList, otherList, atOnce, busy]) await part(desk)
    })
    assert.deepStrictEqual(problems, [])
  }).pipe(Effect.scoped)
)
