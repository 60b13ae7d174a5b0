import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Route } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { keptCopies } from "./support/keptCopies.ts"
import { visit } from "./support/launchBrowser.ts"

/** A member with the dashboard open in two windows. */
interface Desk {
  readonly one: Page
  readonly other: Page
  /** Someone else, in another browser. */
  readonly stranger: Page
  readonly client: Trunkline
  readonly brandId: string
  readonly apiUrl: string
  readonly relay: FakeRelay
}

const member = "ana@desk.example"
const customer = "ines@north.example"
const composer = (page: Page) => page.getByLabel(`Reply to ${customer}`)
const files = (page: Page) => page.getByRole("list", { name: "Files to send" })
const holds = (page: Page, text: string) =>
  until(
    () => composer(page).inputValue(),
    (value) => value === text
  )
const create = ({ brandId, client }: Desk, title: string) =>
  client.tickets.create(brandId, { title, customerEmail: customer, body: "Please help." })

/** Opens a ticket in both windows. */
const openInBoth = async ({ apiUrl, one, other }: Desk, title: string) => {
  for (const page of [one, other]) {
    await page.goto(`${apiUrl}/inbox`)
    await rowsOf(page).filter({ hasText: title }).click()
    await page.getByRole("heading", { name: title, level: 1 }).waitFor()
  }
}

/** A reply is shared by both windows: it can be continued in the other, and is sent from only one of them. */
const drafts = async (desk: Desk) => {
  const { brandId, client, one, other } = desk
  const ticket = await create(desk, "Written in two windows")
  await openInBoth(desk, ticket.title)
  await composer(one).fill("It left")
  await holds(other, "It left")
  await composer(other).fill("It left on Monday.")
  await holds(one, "It left on Monday.")
  await composer(one).press("Control+Enter")
  await holds(other, "")
  assert.isTrue(await other.getByRole("button", { name: "Send Ctrl ↵" }).isDisabled())
  // Each window sends independently: text written next in another one may arrive sooner.
  const arrived = (count: number) =>
    until(
      () => client.comments.list(brandId, ticket.id),
      (comments) => comments.length === count
    )
  await arrived(1)
  // A note stays one, whichever window sends it.
  await other.getByRole("button", { name: "Internal note" }).click()
  await other.getByLabel("Note for the team").fill("Ask the depot.")
  await one.getByLabel("Note for the team").waitFor()
  await other.getByLabel("Note for the team").press("Control+Enter")
  await until(
    () => one.getByLabel("Note for the team").inputValue(),
    (value) => value === ""
  )
  assert.deepStrictEqual(
    (await arrived(2)).map(({ body, isInternal }) => [body, isInternal]),
    [
      ["It left on Monday.", false],
      ["Ask the depot.", true]
    ]
  )
}

/** So are its files: one added in either window is sent with it, and a removed one is not. */
const attached = async (desk: Desk) => {
  const { brandId, client, one, other } = desk
  const ticket = await create(desk, "Files in two windows")
  await openInBoth(desk, ticket.title)
  const add = (page: Page, name: string) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("7") })
  const names = (page: Page, wanted: string) =>
    until(
      () => files(page).getByRole("listitem").allInnerTexts(),
      (items) => items.join() === wanted
    )
  const asked = Promise.withResolvers<Route>()
  await one.route(/\/v1\/files\//, asked.resolve)
  await add(one, "label.txt")
  // Nothing is sent without a file that is still uploading.
  await files(other).getByText("label.txt").waitFor()
  await composer(other).fill("See the label.")
  assert.isTrue(await other.getByRole("button", { name: "Send Ctrl ↵" }).isDisabled())
  await (await asked.promise).continue()
  await one.unroute(/\/v1\/files\//)
  await names(other, "label.txt\n1 B")
  await add(other, "photo.txt")
  for (const page of [one, other]) await names(page, "label.txt\n1 B,photo.txt\n1 B")
  await one.getByRole("button", { name: "Remove label.txt" }).click()
  await names(other, "photo.txt\n1 B")
  await composer(other).press("Control+Enter")
  await files(one).waitFor({ state: "detached" })
  const [reply] = await until(
    () => client.comments.list(brandId, ticket.id),
    (comments) => comments.length === 1
  )
  assert.deepStrictEqual(
    reply?.attachments.map(({ filename }) => filename),
    ["photo.txt"]
  )
}

/** The draft of a new ticket is shared as well. */
const made = async ({ apiUrl, brandId, client, one, other }: Desk) => {
  for (const page of [one, other]) await page.goto(`${apiUrl}/new`)
  const title = (page: Page) => page.getByLabel("Title")
  for (const page of [one, other]) await title(page).waitFor()
  await one.getByLabel("Customer's email address").fill(customer)
  await title(one).fill("Called")
  await until(
    () => title(other).inputValue(),
    (value) => value === "Called"
  )
  await title(other).fill("Called twice")
  await until(
    () => title(one).inputValue(),
    (value) => value === "Called twice"
  )
  await one.getByRole("button", { name: "Create ticket" }).click()
  await one.getByRole("heading", { name: "Called twice", level: 1 }).waitFor()
  await until(
    () => title(other).inputValue(),
    (value) => value === ""
  )
  const found = await client.tickets.list(brandId, { search: "Called" })
  assert.strictEqual(found.data.length, 1)
}

/** The latest link mailed to someone. */
const mailedLink = async ({ relay }: Desk, email: string) => {
  const letter = await until(
    async () => relay.mails.findLast(({ to }) => JSON.stringify(to).includes(email)),
    (found) => found !== undefined
  )
  return /https?:\S+token=\S+/.exec(letter?.text ?? "")?.[0] ?? ""
}

const follow = async (page: Page, link: string) => {
  await page.goto(link)
  await page.getByRole("button").first().click()
  await page.getByRole("navigation", { name: "Places" }).waitFor()
}

/** Switching to another organization in one window switches every window, because they share the session. */
const elsewhere = async (desk: Desk) => {
  const { apiUrl, one, other, stranger } = desk
  const ticket = await create(desk, "Of the first organization")
  await openInBoth(desk, ticket.title)
  await stranger.goto(`${apiUrl}/login`)
  await stranger.getByLabel(/email/i).fill("tom@other.example")
  await stranger.getByLabel(/email/i).press("Enter")
  await follow(stranger, await mailedLink(desk, "tom@other.example"))
  const invited = await stranger.evaluate(
    (body) =>
      fetch("/v1/auth/members/invite", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body
      }).then(({ status }) => status),
    JSON.stringify({ email: member, role: "agent" })
  )
  assert.strictEqual(invited, 201)
  await follow(other, await mailedLink(desk, member))
  await one.getByRole("heading", { name: ticket.title, level: 1 }).waitFor({ state: "detached" })
  await rowsOf(one).filter({ hasText: ticket.title }).waitFor({ state: "detached" })
  const name = (page: Page) => page.getByRole("navigation", { name: "Places" }).innerText()
  // Records missing in the new organization may disappear before the page switches.
  await until(
    async () => [await name(one), await name(other)],
    ([ofOne, ofOther]) => ofOne === ofOther
  )
}

/** A new window shows what has happened since another one stored its initial data. */
const opened = async (desk: Desk) => {
  const { apiUrl, one, other } = desk
  await other.goto("about:blank")
  await one.goto(`${apiUrl}/inbox`)
  const known = await create(desk, "Before the copy")
  await rowsOf(one).filter({ hasText: known.title }).waitFor()
  const copyWith = (title: string) =>
    until(
      () => one.evaluate(keptCopies),
      (copies) => copies.some(({ text }) => text.includes(title))
    )
  const before = await copyWith(known.title)
  const news = await create(desk, "After the copy")
  await copyWith(news.title)
  await one.evaluate(keepCopies, before)
  await other.goto(`${apiUrl}/inbox`)
  await rowsOf(other).filter({ hasText: known.title }).waitFor()
  await rowsOf(other).filter({ hasText: news.title }).waitFor()
}

/** A window opens even while another one blocks the storage: Safari freezes pages in the middle of a write. */
const heldBack = async ({ apiUrl, one, other }: Desk) => {
  await one.goto(`${apiUrl}/inbox`)
  await one.evaluate(holdCopies)
  await other.goto(`${apiUrl}/inbox`)
  await rowsOf(other).first().waitFor()
}

/** A page in the back/forward cache starts no write; once restored, it writes when it is hidden. */
const frozen = async (desk: Desk) => {
  const { apiUrl, one, other } = desk
  for (const page of [one, other]) await page.goto("about:blank")
  const page = await one.context().newPage()
  await page.addInitScript(writeWhenHidden)
  await page.goto(`${apiUrl}/inbox`)
  const { title } = await create(desk, "Written by no page that is frozen")
  await rowsOf(page).filter({ hasText: title }).waitFor()
  const hide = (event: "pagehide" | "pageshow") =>
    page.evaluate(async (event) => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" })
      dispatchEvent(new PageTransitionEvent(event, { persisted: true }))
      document.dispatchEvent(new Event("visibilitychange"))
      await new Promise((turn) => setTimeout(turn))
      return document.documentElement.dataset["written"]
    }, event)
  assert.isUndefined(await hide("pagehide"))
  assert.strictEqual(await hide("pageshow"), "readwrite")
  await page.close()
}

/** Makes the page write only when it is hidden, and mark that on its root element. */
const writeWhenHidden = () => {
  const { setTimeout } = window
  const later = (run: () => void, pause?: number) => (pause === 1_000 ? 0 : setTimeout(run, pause))
  Object.assign(window, { setTimeout: later })
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode) {
    if (mode === "readwrite") document.documentElement.dataset["written"] = mode
    return transaction.call(this, names, mode)
  }
}

/** Writes to the storage endlessly, until the page goes away. */
const holdCopies = () =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open("trunkline")
    opening.onsuccess = () => {
      const store = opening.result.transaction("caches", "readwrite").objectStore("caches")
      const goOn = () => {
        store.count().onsuccess = goOn
        resolve()
      }
      goOn()
    }
  })

const keepCopies = (copies: Awaited<ReturnType<typeof keptCopies>>) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("trunkline")
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("caches", "readwrite")
      for (const { key, text } of copies) transaction.objectStore("caches").put(JSON.parse(text), key)
      transaction.onerror = () => reject(transaction.error)
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })

it.live("A user with two windows of the dashboard writes one reply, and sees the current state in both", () =>
  Effect.gen(function* () {
    const relay = yield* fakeRelay()
    const { apiUrl, brandId, browser, client, server } = yield* newDesk({
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      SIGNUP: "open",
      BOOTSTRAP_EMAIL: member
    })
    const { page: one, problems } = yield* visit(browser, [apiUrl])
    const stranger = yield* visit(browser, [apiUrl])
    yield* Effect.promise(async () => {
      await signIn(one, server)
      const other = await one.context().newPage()
      const desk: Desk = { one, other, stranger: stranger.page, client, brandId, apiUrl, relay }
      for (const part of [opened, heldBack, frozen, drafts, attached, made]) await part(desk)
      assert.deepStrictEqual(problems, [])
      await elsewhere(desk)
    })
    // Until a window learns of the switch, it requests records of the old organization from the new one.
    const missed = `status of 404 (Not Found) (${apiUrl}/v1/brands/${brandId}/`
    assert.deepStrictEqual(
      problems.filter((problem) => !problem.includes(missed)),
      []
    )
  }).pipe(Effect.scoped)
)
