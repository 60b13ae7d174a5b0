import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import type { RunningServer } from "../support/RunningServer.ts"
import { assertBothThemes, joinDesk, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

/** Two people at one desk. */
interface Desk {
  readonly ana: Page
  readonly tom: Page
  readonly server: RunningServer
  readonly client: Trunkline
  readonly relay: FakeRelay
}

const customer = "ines@north.example"
const reply = (page: Page) => page.getByLabel(`Reply to ${customer}`)
const said = (page: Page, text: string) =>
  page.getByRole("list", { name: "Conversation" }).getByRole("listitem").filter({ hasText: text })

const openTicket = async (page: Page, title: string) => {
  await rowsOf(page).filter({ hasText: title }).click()
  await page.getByRole("heading", { name: title }).waitFor()
  await reply(page).waitFor()
}

/** Presence on a ticket is pushed; nothing is polled here. */
const presence = async ({ ana, tom }: Desk) => {
  const asked = ana.waitForResponse("**/presence")
  await openTicket(ana, "Where is my parcel?")
  await (await asked).finished()
  await ana.route("**/presence", (route) => route.abort())
  await openTicket(tom, "Where is my parcel?")
  const here = ana.getByRole("list", { name: "Also viewing" })
  await here.getByText("tom@desk.example is viewing").waitFor()
  await tom.keyboard.press("r")
  await tom.keyboard.type("It left")
  await here.getByText("tom@desk.example is replying").waitFor()
  await ana.getByText("tom@desk.example is replying", { exact: true }).last().waitFor()
  await assertBothThemes(ana, "a ticket that somebody else answers")
  await ana.unroute("**/presence")
}

/** No one replies past someone else: a message written meanwhile holds a reply back, whether or not it was noticed. */
const held = async (desk: Desk) => {
  const { ana, relay, tom } = desk
  await ana.keyboard.press("r")
  await ana.keyboard.type("We are looking for it.")
  await tom.keyboard.type(" on Monday.")
  await tom.keyboard.press("Control+Enter")
  await said(ana, "It left on Monday.").waitFor()
  await ana.getByText("tom@desk.example wrote while you were typing. Read it before you send.").waitFor()
  await assertBothThemes(ana, "a colleague who wrote first")
  await ana.keyboard.press("Control+Enter")
  await ana.getByText("tom@desk.example wrote while you were typing. Read it, then send this anyway").waitFor()
  await assertBothThemes(ana, "a message that is held back")
  assert.isEmpty(relay.mails.filter(({ text }) => text?.includes("We are looking for it.")))
  await ana.keyboard.press("Control+Enter")
  await ana.getByText(`Sent to ${customer}`, { exact: true }).waitFor()
  await said(tom, "We are looking for it.").waitFor()
}

/** A reply is withdrawn before it is sent, by ⌘Z in the editor or by z, and then no one has received it. */
const undo = async ({ ana, client, relay, server, tom }: Desk) => {
  await ana.keyboard.press("Control+z")
  await until(
    () => reply(ana).inputValue(),
    (text) => text === "We are looking for it."
  )
  await said(tom, "We are looking for it.").waitFor({ state: "detached" })
  await ana.getByText("Undone. It is a draft again.").waitFor()
  await ana.getByRole("button", { name: "Dismiss" }).first().click()

  // Changes outside the conversation do not hold a message back.
  const { brandId } = server.facts
  const [ticket] = (await client.tickets.list(brandId, { search: "parcel" })).data
  await client.tickets.update(brandId, ticket?.id ?? "", { priority: "high" })
  await reply(ana).fill("We look for it.")
  await reply(ana).press("Control+Enter")
  await said(tom, "We look for it.").waitFor()
  await ana.getByText(`Sent to ${customer}`, { exact: true }).first().waitFor()
  await reply(ana).press("Escape")
  await reply(ana).waitFor({ state: "detached" })
  await ana.keyboard.press("z")
  await said(tom, "We look for it.").waitFor({ state: "detached" })
  await openTicket(ana, "Where is my parcel?")
  await until(
    () => reply(ana).inputValue(),
    (text) => text === "We look for it."
  )
  await reply(ana).fill("")

  // Tom's reply was not withdrawn: it is sent, and no other.
  await until(
    async () => relay.mails.some(({ text }) => text?.includes("It left on Monday.")),
    (left) => left
  )
  assert.isEmpty(relay.mails.filter(({ text }) => /We look/.test(text ?? "")))
  await tom.keyboard.press("Escape")
  await ana.getByRole("list", { name: "Also viewing" }).waitFor({ state: "detached" })
}

/** The same for custom fields, each of which is saved on blur. */
const overtakenFields = async ({ client, server, tom }: Desk) => {
  const { apiUrl, brandId, brandSlug } = server.facts
  await client.fields.create(brandId, "ticket", { key: "order", label: "Order", type: "text", showInDetail: true })
  const { id, ticketNumber } = await client.tickets.create(brandId, {
    title: "Teapot",
    customerEmail: customer,
    customFields: { order: "A-1", shelf: 1 }
  })
  const fieldsNow = async () => (await client.tickets.get(brandId, id)).customFields
  await tom.goto(`${apiUrl}/b/${brandSlug}/t/${ticketNumber}`)
  const order = tom.getByLabel("Order")
  await order.fill("A-12")
  await client.tickets.update(brandId, id, { customFieldsPatch: { order: "B-7" } })
  await tom.getByText("It is now “B-7”.").waitFor()
  await assertBothThemes(tom, "a field that somebody else has changed")
  // Leaving a field unchanged reverts nothing.
  await order.fill("A-1")
  await order.press("Tab")
  await until(
    () => order.inputValue(),
    (text) => text === "B-7"
  )
  assert.deepStrictEqual(await fieldsNow(), { order: "B-7", shelf: 1 })
  await order.fill("C-3")
  await order.press("Enter")
  await tom.getByText("Custom fields saved").waitFor()
  assert.deepStrictEqual(await fieldsNow(), { order: "C-3", shelf: 1 })
  assert.strictEqual(await tom.getByText(/^It is now “/).count(), 0)

  await tom.getByRole("button", { name: "Edit other values" }).click()
  const others = tom.getByLabel("Other values")
  await others.fill('{ "shelf": 2 }')
  await client.tickets.update(brandId, id, { customFieldsPatch: { shelf: 9 } })
  await tom.getByText("Someone else has changed it in the meantime. It is now:").waitFor()
  await assertBothThemes(tom, "other values that somebody else has changed")
  await tom.getByRole("button", { name: "Save anyway" }).click()
  await others.waitFor({ state: "detached" })
  assert.deepStrictEqual(await fieldsNow(), { order: "C-3", shelf: 2 })
}

/** Two users edit a title at once: the one who changed nothing reverts nothing, and the other is told the new title. */
const titles = async ({ ana, client, server, tom }: Desk) => {
  const { brandId } = server.facts
  const { id } = await client.tickets.create(brandId, { title: "Kettle", customerEmail: customer, body: "Broken." })
  const title = tom.getByRole("textbox", { name: "Title" })
  const change = async (before: string, after: string) => {
    await tom.getByRole("button", { name: before }).click()
    await title.waitFor()
    await client.tickets.update(brandId, id, { title: after })
    await ana.getByRole("button", { name: after, exact: true }).waitFor()
    await tom.getByText(`It is now “${after}”.`).waitFor()
  }
  await openTicket(ana, "Kettle")
  await openTicket(tom, "Kettle")
  await change("Kettle", "Kettle, refund")
  await title.press("Enter")
  await tom.getByRole("button", { name: "Kettle, refund" }).waitFor()
  await change("Kettle, refund", "Kettle, exchange")
  await assertBothThemes(tom, "a title that somebody else has changed")
  await title.fill("Kettle, lost")
  await title.press("Enter")
  await ana.getByRole("button", { name: "Kettle, lost", exact: true }).waitFor()
  const changed = (await client.tickets.get(brandId, id)).title
  assert.strictEqual(changed, "Kettle, lost")
}

/** A ticket that is deleted while someone replies keeps their draft. */
const trashed = async ({ client, server, tom }: Desk) => {
  const { brandId } = server.facts
  const { id } = await client.tickets.create(brandId, { title: "Gone", customerEmail: customer, body: "Is it?" })
  await openTicket(tom, "Gone")
  await reply(tom).fill("It is not, and here is why.")
  await client.tickets.delete(brandId, id)
  await tom.getByText("This ticket is in the trash").waitFor()
  const unsent = await tom.getByLabel("Your unsent text").inputValue()
  assert.strictEqual(unsent, "It is not, and here is why.")
  await tom.getByRole("button", { name: "Copy unsent text" }).waitFor()
  await assertBothThemes(tom, "a ticket that went to the trash under an answer")
  await client.tickets.restore(brandId, id)
  await until(
    () => reply(tom).inputValue(),
    (text) => text === "It is not, and here is why."
  )
  await reply(tom).fill("")
}

/** A reader further up stays there when someone writes, and is notified. */
const reading = async ({ ana, client, server }: Desk) => {
  const { brandId } = server.facts
  const { id } = await client.tickets.create(brandId, {
    title: "A long letter",
    customerEmail: customer,
    body: "It is a long story.\n".repeat(80)
  })
  const write = (body: string) => client.comments.create(brandId, id, { body, isInternal: true })
  const asked = Promise.withResolvers<void>()
  await ana.route("**/comments", (route) => asked.promise.then(() => route.continue()))
  await openTicket(ana, "A long letter")
  const letter = said(ana, "It is a long story.")
  const isAtItsStart = () => letter.evaluate((one) => one.getBoundingClientRect().top >= 0)
  // The page learns its position with the next frame.
  const goToStart = () =>
    letter.evaluate((one) => {
      one.scrollIntoView()
      return new Promise<void>((seen) => new IntersectionObserver(() => seen()).observe(one))
    })
  const button = ana.getByRole("button", { name: "New below" })
  await until(isAtItsStart, (isThere) => !isThere)
  await goToStart()
  // The conversation arrives late, and does not move a user who is already reading.
  const read = ana.waitForResponse("**/comments")
  asked.resolve()
  await read
  await ana.unroute("**/comments")
  await write("And this is its end.")
  await button.waitFor()
  assert.isTrue(await isAtItsStart())
  await assertBothThemes(ana, "something new below")
  await button.click()
  await button.waitFor({ state: "detached" })
  assert.isFalse(await isAtItsStart())

  // A failed message of one's own at the end does not change that.
  const calm = await refuseComments(ana)
  await reply(ana).fill("It comes back to us.")
  await reply(ana).press("Control+Enter")
  await ana.getByText("Not sent", { exact: true }).waitFor()
  await goToStart()
  await write("One thing more.")
  await button.waitFor()
  assert.isTrue(await isAtItsStart())
  await ana.getByRole("button", { name: "Edit message" }).click()
  await ana.getByText("Not sent", { exact: true }).waitFor({ state: "detached" })
  await reply(ana).fill("")
  await calm()
  await openTicket(ana, "Where is my parcel?")
}

/**
 * A long conversation shows its newest messages, and more when the reader goes back, without losing their place. Events on the
 * ticket re-render no unchanged message.
 */
const readingBackwards = async ({ ana, client, server }: Desk) => {
  const { brandId } = server.facts
  const long = { title: "A long conversation", customerEmail: customer, body: "It began on a Monday." }
  const { id } = await client.tickets.create(brandId, long)
  const write = (number: number) =>
    client.comments.create(brandId, id, { body: `Word ${number}. ${"and ".repeat(500)}`, isInternal: true })
  for (let number = 1; number <= 140; number++) await write(number)
  await ana.goto(`${server.facts.apiUrl}/inbox`)
  await openTicket(ana, "A long conversation")
  const earlier = ana.getByRole("button", { name: /^Show earlier messages/ })
  const list = ana.getByRole("list", { name: "Conversation" })
  // The messages, including the first, and the button for more.
  const items = list.locator("> li")
  const placeOf = (number: number) => said(ana, `Word ${number}.`).evaluate((one) => one.getBoundingClientRect().top)

  await said(ana, "Word 140.").waitFor()
  await said(ana, "It began on a Monday.").waitFor()
  // Its end is visible, even if it is taller than the viewport.
  const end = () => said(ana, "Word 140.").evaluate((one) => one.getBoundingClientRect().bottom)
  await until(end, (bottom) => bottom > 0 && bottom < (ana.viewportSize()?.height ?? 0))
  assert.strictEqual(await earlier.innerText(), "Show earlier messages (98)")
  assert.strictEqual(await items.count(), 1 + 1 + 42)
  await earlier.scrollIntoViewIfNeeded()
  await assertBothThemes(ana, "a long conversation")

  const before = await placeOf(99)
  await earlier.press("Enter")
  await said(ana, "Word 98.").waitFor()
  assert.approximately(await placeOf(99), before, 1)
  assert.strictEqual(await earlier.innerText(), "Show earlier messages (14)")
  assert.isTrue(await earlier.evaluate((button) => button === document.activeElement))

  // Each rendered message searches for URLs in it.
  await ana.evaluate(() => {
    const drawn: Array<string> = []
    const { matchAll } = String.prototype
    String.prototype.matchAll = function (this: string, pattern: RegExp) {
      if (this.startsWith("Word ")) drawn.push(this.slice(0, 9))
      return matchAll.call(this, pattern)
    }
    Object.assign(window, { drawn })
  })
  await client.tickets.update(brandId, id, { priority: "urgent" })
  await ana.getByRole("button", { name: "Change Priority: urgent" }).waitFor()
  await write(141)
  await said(ana, "Word 141.").waitFor()
  assert.deepStrictEqual([...new Set(await ana.evaluate<ReadonlyArray<string>>("drawn"))], ["Word 141."])

  await earlier.press("Enter")
  await earlier.waitFor({ state: "detached" })
  await said(ana, "Word 1.").waitFor()
  assert.strictEqual(await items.count(), 1 + 141)
  assert.isTrue(await list.evaluate((one) => one === document.activeElement))
  assert.approximately(await placeOf(99), before, 1)
  // Earlier messages are not announced to someone who arrives.
  assert.strictEqual(await list.locator("> li:not([aria-live])").count(), 1)
  await openTicket(ana, "Where is my parcel?")
}

/** Refuses every comment, until the returned function is called. */
const refuseComments = async (page: Page) => {
  await page.route("**/comments", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, json: { code: "limit_reached", detail: "Not now.", requestId: "req_1" } })
      : route.continue()
  )
  return () => page.unroute("**/comments")
}

/**
 * A draft is no one else's to see or send: neither when a colleague signs in after the session has ended, nor in a window that
 * was open before. Its author finds it again.
 */
const handOver = async ({ ana, tom, server }: Desk) => {
  const url = `${server.facts.apiUrl}/inbox`
  const mine = await ana.context().cookies()
  const signInAs = async (cookies: typeof mine) => {
    await ana.context().clearCookies()
    await ana.context().addCookies(cookies)
  }
  const notSent = ana.getByText("Not sent", { exact: true })
  const unsent = rowsOf(ana).filter({ has: ana.getByText("Unsent") })
  const calm = await refuseComments(ana)
  await reply(ana).fill("It comes back to us.")
  await reply(ana).press("Control+Enter")
  await notSent.waitFor()
  await reply(ana).fill("Half a sen")
  await unsent.first().waitFor()
  const [row, ...others] = await unsent.allInnerTexts()
  assert.match(row ?? "", /Where is my parcel\?/)
  assert.deepStrictEqual(others, [])
  const formerKey = "trunkline.draft live tkt_1"
  await ana.evaluate((key) => localStorage.setItem(key, "{}"), formerKey)

  await signInAs(await tom.context().cookies())
  const second = await ana.context().newPage()
  await second.goto(url)
  await openTicket(second, "Where is my parcel?")
  assert.strictEqual(await reply(second).inputValue(), "")
  // The first window, which no one has touched, is Tom's by now.
  await until(
    () => reply(ana).inputValue(),
    (text) => text === ""
  )
  await rowsOf(ana).first().waitFor()
  for (const one of [notSent, unsent]) assert.strictEqual(await one.count(), 0)
  await reply(second).fill("Tom was here.")
  await until(
    () => ana.evaluate((key) => localStorage.getItem(key), formerKey),
    (kept) => kept === null
  )

  await signInAs(mine)
  await second.goto(url)
  await openTicket(second, "Where is my parcel?")
  assert.strictEqual(await reply(second).inputValue(), "Half a sen")
  await second.close()
  await until(
    () => reply(ana).inputValue(),
    (text) => text === "Half a sen"
  )
  await calm()
  await ana.getByRole("button", { name: "Try again" }).click()
  await notSent.waitFor({ state: "detached" })
  await said(ana, "It comes back to us.").waitFor()
  await reply(ana).fill("")
}

/** A user's layout is kept: one or two lines per ticket, and the widths of the panes. */
const furniture = async ({ ana, server }: Desk) => {
  const row = rowsOf(ana).first()
  const height = async () => (await row.boundingBox())?.height
  assert.strictEqual(await height(), 52)
  await ana.getByRole("button", { name: "One line per ticket" }).click()
  await until(height, (pixels) => pixels === 36)
  await assertBothThemes(ana, "a dense list")
  const list = ana.getByRole("separator", { name: "Width of the list" })
  const facts = ana.getByRole("separator", { name: "Width of the properties" })
  const width = async () => (await ana.getByRole("region", { name: "List" }).boundingBox())?.width
  assert.strictEqual(await width(), 384)
  await list.press("ArrowRight")
  await list.press("ArrowRight")
  await until(width, (pixels) => pixels === 416)
  await facts.press("ArrowLeft")
  assert.strictEqual(await facts.getAttribute("aria-valuenow"), "256")
  const edge = await list.boundingBox()
  await ana.mouse.move((edge?.x ?? 0) + 2, 400)
  await ana.mouse.down()
  await ana.mouse.move((edge?.x ?? 0) + 52, 400)
  await ana.mouse.up()
  await until(width, (pixels) => pixels === 466)
  await ana.reload()
  await rowsOf(ana).first().waitFor()
  assert.deepStrictEqual([await height(), await width()], [36, 466])
  await list.dblclick()
  await until(width, (pixels) => pixels === 384)
  // An empty list stays within its column.
  await ana.goto(`${server.facts.apiUrl}/inbox?status=closed`)
  await ana.getByText("No matches").waitFor()
  await ana.goto(`${server.facts.apiUrl}/inbox?view=spam`)
  await ana.getByText("No spam").waitFor()
  assert.isFalse(await ana.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth"))
}

interface Brands {
  readonly allBrands: false
  readonly brandIds: ReadonlyArray<string>
}

/** Changes a colleague's permissions, as the owner signed in on a page. */
const assign = (owner: Page, change: { readonly role: string } | Brands) =>
  owner.evaluate(async (change) => {
    const headers = { "content-type": "application/json" }
    const { members } = (await fetch("/v1/auth/members").then((answer) => answer.json())) as {
      readonly members: ReadonlyArray<{ readonly id: string; readonly email: string }>
    }
    const path = `/v1/auth/members/${members.find(({ email }) => email === "tom@desk.example")?.id}`
    const [url, method] = "role" in change ? [path, "PATCH"] : [`${path}/brands`, "PUT"]
    return fetch(url, { method, headers, body: JSON.stringify(change) }).then(({ status }) => status)
  }, change)

/** The pages show what a user may see, as soon as that changes. */
const reach = async ({ ana, client, server, tom }: Desk) => {
  const { brandId } = server.facts
  const other = await client.brands.create({ name: "South", slug: "south" })
  await client.tickets.create(other.id, { title: "Of the South", customerEmail: customer })
  const place = (name: string) => tom.getByRole("navigation", { name: "Places" }).getByRole("link", { name })
  await tom.goto(`${server.facts.apiUrl}/inbox`)
  const ofSouth = rowsOf(tom).filter({ hasText: "Of the South" })
  await ofSouth.waitFor()
  await place("South").waitFor()
  assert.strictEqual(await assign(ana, { allBrands: false, brandIds: [brandId] }), 200)
  await ofSouth.waitFor({ state: "detached" })
  await place("South").waitFor({ state: "detached" })
  await rowsOf(tom).first().waitFor()

  const system = place("System")
  assert.strictEqual(await system.count(), 0)
  assert.strictEqual(await assign(ana, { role: "admin" }), 200)
  await system.click()
  await tom.getByRole("heading", { name: "System", level: 1 }).waitFor()
  // An agent of all brands: only the role changes.
  assert.strictEqual(await assign(ana, { role: "agent" }), 200)
  await system.waitFor({ state: "detached" })
  await tom.getByText("Only owners and admins can see this page").waitFor()
}

it.live("Two agents work at one desk", () =>
  Effect.gen(function* () {
    const relay = yield* fakeRelay()
    const { apiUrl, brandId, browser, client, server } = yield* newDesk({
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`
    })
    const [ana, tom] = [yield* visit(browser, [apiUrl]), yield* visit(browser, [apiUrl])]
    const desk: Desk = { ana: ana.page, tom: tom.page, server, client, relay }
    yield* Effect.promise(async () => {
      await client.tickets.create(brandId, { title: "Where is my parcel?", customerEmail: customer, body: "Help!" })
      await signIn(ana.page, server)
      await joinDesk(ana.page, tom.page, relay, "tom@desk.example")
      for (const page of [ana.page, tom.page]) await page.goto(`${apiUrl}/inbox`)
      for (const part of [
        presence,
        held,
        undo,
        titles,
        trashed,
        reading,
        readingBackwards,
        handOver,
        furniture,
        overtakenFields,
        reach
      ])
        await part(desk)
    })
    // Aborted requests, messages that were held back or refused, and 404s for deleted tickets.
    const expected = /ERR_FAILED|status of (?:404|409|412)/
    assert.deepStrictEqual(
      [...ana.problems, ...tom.problems].filter((problem) => !expected.test(problem)),
      []
    )
  }).pipe(Effect.scoped)
)
