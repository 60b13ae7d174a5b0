import { setTimeout as delay } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import type { RunningServer } from "../support/RunningServer.ts"
import { assertBothThemes, choose, goToList, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"
import { pasteText } from "./support/pasteText.ts"

/** An agent's day: a browser, the desk behind it, and the mail server that it sends through. */
interface Day {
  readonly page: Page
  readonly server: RunningServer
  readonly client: Trunkline
  readonly brandId: string
  readonly relay: FakeRelay
}

const tickets = ["Where is my parcel?", "The zip is broken", "Charged twice", "Change the address", "Ship to Norway?"]

const open = ({ client, brandId }: Day, title: string) =>
  client.tickets.create(brandId, { title, customerEmail: "ines@north.example", body: `${title} Please help.` })

/** Elements that have to be scrolled sideways, by their classes. */
const movedSideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth)
      .map(({ className }) => className)
  )

const ticketCalled = async ({ client, brandId }: Pick<Day, "client" | "brandId">, title: string) => {
  const { data } = await client.tickets.list(brandId, { deleted: "include", isSpam: "all", merged: "include" })
  const ticket = data.find((one) => one.title === title)
  assert.isDefined(ticket)
  return ticket
}

/** Triages a list by keyboard: takes tickets, sets priorities, tags and resolves, and undoes. */
const triage = async (day: Day) => {
  const { client, page, server } = day
  for (const title of tickets) await open(day, title)
  await page.goto(`${server.facts.apiUrl}/inbox`)
  await rowsOf(page).nth(4).waitFor()
  await assertBothThemes(page)

  // Newest first: "Ship to Norway?", then "Change the address".
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  // With forced colours, the focus must not be indicated by one of our colours.
  await page.emulateMedia({ forcedColors: "active" })
  const outlines = await rowsOf(page).evaluateAll((rows) => rows.map((row) => getComputedStyle(row).outlineStyle))
  assert.deepStrictEqual(outlines, ["none", "solid", "none", "none", "none"])
  await page.emulateMedia({ forcedColors: "none" })
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Change the address" }).waitFor()
  // New tickets are announced, but not the changing ages of all the others.
  await page.locator('ol[aria-live="polite"][aria-relevant="additions"]').waitFor()
  await page.keyboard.press("i")
  await page.keyboard.press("p")
  await choose(page, "urgent")
  await page.keyboard.press("l")
  await choose(page, "shipping")
  await page.keyboard.press("Escape")
  const { member } = await page.evaluate<{ member: { id: string } }>("fetch('/v1/auth/session').then((r) => r.json())")
  // Keys pressed in succession are all in progress at once.
  const taken = await until(
    () => ticketCalled(day, "Change the address"),
    ({ assigneeId, priority, tags }) => tags.length > 0 && priority === "urgent" && assigneeId === member.id
  )
  assert.strictEqual(taken.status, "open")
  assert.strictEqual(taken.tags[0]?.name, "shipping")

  await page.keyboard.press("e")
  await until(
    () => ticketCalled(day, "Change the address"),
    ({ status }) => status === "resolved"
  )
  await page.getByText("Resolved: ").waitFor()
  // The next ticket has taken its place.
  await until(
    () => rowsOf(page).count(),
    (count) => count === tickets.length - 1
  )
  await page.keyboard.press("j")
  await page.getByRole("heading", { name: "Charged twice" }).waitFor()
  await page.keyboard.press("z")
  await until(
    () => ticketCalled(day, "Change the address"),
    ({ status }) => status === "open"
  )
  await page.keyboard.press("Escape")
  await page.keyboard.press("g")
  await page.keyboard.press("m")
  await page.waitForURL("**/inbox?view=mine")
  await until(
    () => rowsOf(page).count(),
    (count) => count === 1
  )
  await page.keyboard.press("?")
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor()
  await assertBothThemes(page, "the help")
  await page.keyboard.press("Escape")
  assert.lengthOf((await client.tickets.list(day.brandId, { assigneeId: member.id })).data, 1)
}

/**
 * A mail opens a ticket while the agent looks at the list; the reply goes by mail, and the customer's answer appears at once.
 */
const conversation = async (day: Day) => {
  const { page, relay, server } = day
  const { smtpPort, supportAddress } = server.facts
  const mail = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true })
  const from = "Ada <ada@example.com>"
  await page.goto(`${server.facts.apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  const html =
    '<p>The <b>glass</b> is broken.</p><img src="http://stranger.invalid/pixel.png"><script>alert(1)</script>'
  await mail.sendMail({ from, to: supportAddress, subject: "Broken glass", html })
  const row = rowsOf(page).filter({ hasText: "Broken glass" })
  await row.waitFor()
  await row.click()
  await page.getByRole("heading", { name: "Broken glass" }).waitFor()

  await page.getByRole("button", { name: "Why is this here?" }).click()
  await page.getByText("It opened a ticket").waitFor()
  const frame = page.frameLocator("iframe")
  await frame.getByText("glass").waitFor()
  assert.strictEqual(
    await page.locator("iframe").getAttribute("sandbox"),
    "allow-popups allow-popups-to-escape-sandbox"
  )
  assert.strictEqual(await frame.locator("img, script").count(), 0)
  await page.keyboard.press("Escape")

  await page.keyboard.press("n")
  await page.keyboard.type("Third one this week.")
  await page.getByText("Only your team sees this").waitFor()
  await assertBothThemes(page, "a note that is being written")
  await page.keyboard.press("Control+Enter")
  await page.getByRole("listitem").filter({ hasText: "Third one this week." }).getByText("Internal").waitFor()
  await page.keyboard.press("Control+/")
  await page.keyboard.type("We send a new one today.")
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("7") })
  await page.getByText("1 B").waitFor()
  await page.keyboard.press("Control+Enter")
  const sent = await until(
    async () => relay.mails[0],
    (letter) => letter !== undefined
  )
  assert.include(sent?.text, "We send a new one today.")
  assert.notInclude(sent?.text, "Third one this week.")
  await page.getByText(/^Sent to ada@example\.com, /).waitFor()
  await page.getByRole("list", { name: "Conversation" }).getByRole("button", { name: "label.txt" }).waitFor()
  assert.lengthOf(relay.mails, 1)

  await mail.sendMail({
    from,
    to: sent?.replyTo?.value[0]?.address ?? "",
    subject: "Re: Broken glass",
    text: "Thank you!",
    inReplyTo: sent?.messageId ?? ""
  })
  const thanks = page.getByRole("listitem").filter({ hasText: "Thank you!" })
  await thanks.waitFor()
  // Someone who learns a ticket's reply address can write there under the customer's name.
  await mail.sendMail({
    from: "Ada <eve@elsewhere.example>",
    to: sent?.replyTo?.value[0]?.address ?? "",
    subject: "Re: Broken glass",
    text: "Send it to me instead."
  })
  const doubt = "The sender is not verified."
  await page.getByRole("listitem").filter({ hasText: "Send it to me instead." }).getByText(doubt).waitFor()
  assert.strictEqual(await thanks.getByText(doubt).count(), 0)
  await page.getByRole("button", { name: "Show history" }).click()
  await page.getByText("ticket created").waitFor()
  await assertBothThemes(page, "a conversation")
}

/** A failed message is reported, kept, and arrives once. */
const failure = async (day: Day) => {
  const { brandId, client, page } = day
  const { id } = await ticketCalled(day, "Broken glass")
  const comments = "**/comments"
  await page.route(comments, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 409,
          json: { code: "limit_reached", detail: "There are too many.", requestId: "req_1" }
        })
      : route.continue()
  )
  await page.keyboard.press("r")
  await page.keyboard.type("It is on its way.")
  await page.keyboard.press("Control+Enter")
  await page.getByText("Not sent", { exact: true }).waitFor()
  await page.getByText("There are too many. (req_1)").waitFor()
  await assertBothThemes(page, "a message that was not sent")
  await page.unroute(comments)
  await page.getByRole("button", { name: "Try again" }).click()
  await until(
    () => client.comments.list(brandId, id),
    (comments) => comments.some(({ body }) => body === "It is on its way.")
  )
  for (const state of ["Not sent", "Sending…"])
    await page.getByText(state, { exact: true }).waitFor({ state: "detached" })
  const said = (await client.comments.list(brandId, id)).filter(({ body }) => body === "It is on its way.")
  assert.lengthOf(said, 1)

  // A draft stays where it was written, even when the window is closed.
  await page.keyboard.press("r")
  await page.keyboard.type("Half a sen")
  await page.keyboard.press("Escape")
  await rowsOf(page).filter({ hasText: "Broken glass" }).click()
  await page.getByLabel("Reply to ada@example.com").waitFor()
  await page.reload()
  await page.getByLabel("Reply to ada@example.com").waitFor()
  assert.strictEqual(await page.getByLabel("Reply to ada@example.com").inputValue(), "Half a sen")
  await page.getByLabel("Reply to ada@example.com").fill("")
}

/** Tags of several tickets: each keeps tags that only some of them have, and undo restores removed ones. */
const tagsOfMany = async ({ brandId, client, page, server }: Day) => {
  const customerEmail = "tags@north.example"
  for (const tags of [["all", "first"], ["all"]])
    await client.tickets.create(brandId, { title: `Tags: ${tags}`, customerEmail, tags })
  await client.tags.create(brandId, { name: "more" })
  const have = (...wanted: ReadonlyArray<ReadonlyArray<string>>) =>
    until(
      async () => (await client.tickets.list(brandId, { customerEmail, sort: "createdAt", order: "asc" })).data,
      (data) => JSON.stringify(data.map(({ tags }) => tags.map(({ name }) => name).sort())) === JSON.stringify(wanted)
    )
  await have(["all", "first"], ["all"])
  await page.goto(`${server.facts.apiUrl}/inbox?q=${encodeURIComponent(customerEmail)}`)
  await rowsOf(page).nth(1).waitFor()
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
  await page.getByText("2 selected").waitFor()
  await page.keyboard.press("l")
  await choose(page, "more")
  await choose(page, "all")
  await page.keyboard.press("Escape")
  await have(["first", "more"], ["more"])
  await page.getByText("Tags changed: 2 tickets").waitFor()
  // It was one action, and is undone as one.
  await page.keyboard.press("z")
  await have(["all", "first"], ["all"])
  await page.getByText("Undone: 2 tickets").waitFor()
  await page.keyboard.press("z")
  await have(["first", "more"], ["more"])
  await page.keyboard.press("Escape")
}

/** Bulk actions report failures one by one; then merging, marking, deleting and restoring. */
const bulk = async (day: Day) => {
  const { brandId, client, page, server } = day
  await page.goto(`${server.facts.apiUrl}/inbox?q=${encodeURIComponent("ines@north.example")}`)
  await rowsOf(page).nth(4).waitFor()
  for (const key of ["j", "x", "j", "x", "j", "x"]) await page.keyboard.press(key)
  await page.getByText("3 selected").waitFor()
  // The button disappears with the bar, but the focus is not lost.
  await page.getByRole("button", { name: "Clear selection" }).click()
  await page.getByRole("listbox", { name: "Tickets" }).and(page.locator(":focus")).waitFor()
  for (const key of ["x", "k", "x", "k", "x"]) await page.keyboard.press(key)
  await page.getByText("3 selected").waitFor()
  await assertBothThemes(page, "a selection")
  const chosen = await rowsOf(page).and(page.locator("[aria-selected=true]")).allInnerTexts()
  const gone = await ticketCalled(day, tickets.find((title) => chosen[0]?.includes(title)) ?? "")
  // Someone else is faster.
  await page.route("**/bulk", async (route) => {
    await client.tickets.delete(brandId, gone.id, { permanent: true })
    await route.continue()
  })
  await page.keyboard.press("p")
  await choose(page, "high")
  await page.getByRole("heading", { name: "Priority set to high: 2 of 3" }).waitFor()
  await page.getByRole("row").filter({ hasText: gone.publicId }).waitFor()
  await assertBothThemes(page, "what could not be done")
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click()
  await page.unroute("**/bulk")
  await until(
    () => rowsOf(page).count(),
    (count) => count === 4
  )
  await page.keyboard.press("Escape")

  // The second of the four remaining tickets is merged into the one that is found by its title.
  const left = tickets.filter((title) => title !== gone.title)
  const [target = "", source = ""] = left
  await rowsOf(page).filter({ hasText: source }).click()
  await page.getByRole("heading", { name: source }).waitFor()
  await page.keyboard.press("m")
  await choose(page, target.replaceAll("?", ""))
  const sure = page.getByRole("dialog", { name: /This cannot be undone/ })
  await sure.getByRole("option", { name: /^Merge / }).waitFor()
  await assertBothThemes(page, "a merge that is asked for once more")
  await sure.getByRole("option", { name: "Cancel" }).click()
  await sure.waitFor({ state: "detached" })
  assert.isUndefined((await ticketCalled(day, source)).mergedIntoId)
  await page.keyboard.press("m")
  await choose(page, target.replaceAll("?", ""))
  await sure.getByRole("option", { name: /^Merge / }).click()
  await until(
    () => ticketCalled(day, source),
    ({ mergedIntoId }) => mergedIntoId !== undefined
  )
  await page.keyboard.press("Escape")

  // When two tickets are selected, either may be the target: they are suggested first.
  const twice = { customerEmail: "ines@north.example", title: "Asked twice" }
  const older = await client.tickets.create(brandId, twice)
  const newer = await client.tickets.create(brandId, twice)
  for (const { publicId } of [older, newer])
    await rowsOf(page)
      .filter({ hasText: publicId })
      .click({ position: { x: 14, y: 20 } })
  await page.keyboard.press("m")
  const offered = page.getByRole("dialog").getByRole("option")
  await offered.first().waitFor()
  assert.sameMembers(
    (await offered.allInnerTexts()).slice(0, 2).map((text) => text.split(" ")[0]),
    [older.publicId, newer.publicId]
  )
  await offered.filter({ hasText: older.publicId }).click()
  await sure.getByRole("option", { name: `Merge ${newer.publicId} into ${older.publicId}` }).click()
  await until(
    () => client.tickets.get(brandId, newer.id),
    ({ mergedIntoId }) => mergedIntoId === older.id
  )
  await rowsOf(page).filter({ hasText: newer.publicId }).waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Clear selection" }).click()
  await client.tickets.delete(brandId, older.id, { permanent: true })

  const [, , third = "", fourth = ""] = left
  await rowsOf(page).filter({ hasText: third }).click()
  await page.getByRole("heading", { name: third }).waitFor()
  await page.keyboard.press("#")
  await until(
    () => ticketCalled(day, third),
    ({ deletedAt }) => deletedAt !== undefined
  )
  await page.keyboard.press("Escape")
  await goToList(page, `${server.facts.apiUrl}/inbox?view=trash`)
  await rowsOf(page).filter({ hasText: third }).click()
  await page.getByRole("button", { name: "Restore" }).click()
  await until(
    () => ticketCalled(day, third),
    ({ deletedAt }) => deletedAt === undefined
  )

  await goToList(page, `${server.facts.apiUrl}/inbox`)
  // The restored ticket is there again.
  await rowsOf(page).filter({ hasText: third }).waitFor()
  await rowsOf(page).filter({ hasText: fourth }).click()
  await page.getByRole("heading", { name: fourth }).waitFor()
  await page.keyboard.press("!")
  await until(
    () => ticketCalled(day, fourth),
    ({ isSpam }) => isSpam
  )
}

/** In a browser with an empty cache, tickets can be opened even if they load before the brands. */
const firstLook = async (page: Page, { server }: Day) => {
  const late = Promise.withResolvers<void>()
  await page.route(/\/v1\/brands(\?|$)/, (route) => late.promise.then(() => route.continue()))
  const tickets = page.waitForResponse(/\/v1\/tickets\?/)
  await page.goto(`${server.facts.apiUrl}/inbox`)
  await tickets
  const opened = rowsOf(page).first().click()
  await delay(500)
  late.resolve()
  await opened
  await page.getByRole("article").waitFor()
}

/** The other pages: search, customers, companies, a new ticket, and all of them on a phone. */
const pages = async ({ brandId, client, page, server }: Day) => {
  const { apiUrl } = server.facts
  const company = await client.companies.create(brandId, { name: "North Outdoor", domain: "north.example" })
  await page.goto(`${apiUrl}/search`)
  await page.getByLabel("Search for").fill("glass")
  await page.getByText("Broken glass").first().waitFor()
  await page.locator("mark").first().waitFor()
  await assertBothThemes(page)

  await page.goto(`${apiUrl}/customers`)
  await page.getByRole("link", { name: "Ada" }).waitFor()
  // Visiting the page again shows all of them.
  const words = page.getByLabel("Name, address or company")
  await words.pressSequentially("nobody at all", { delay: 60 })
  await page.getByText("No matches").waitFor()
  assert.strictEqual(await words.inputValue(), "nobody at all")
  const places = page.getByRole("navigation", { name: "Places" })
  await places.getByRole("link", { name: "Customers" }).click()
  await page.getByRole("link", { name: "Ada" }).waitFor()
  await page.getByRole("status").getByText("Customers", { exact: true }).waitFor()
  await delay(500)
  assert.deepStrictEqual([await words.inputValue(), new URL(page.url()).search], ["", ""])
  await assertBothThemes(page)
  await page.getByRole("link", { name: "Ada" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("heading", { name: "Ada Byron" }).waitFor()
  await page.getByRole("link", { name: "Broken glass" }).waitFor()
  await assertBothThemes(page)
  await page.goto(`${apiUrl}/companies`)
  await page.getByRole("link", { name: company.name }).waitFor()
  await assertBothThemes(page)
  await page.getByRole("link", { name: company.name }).click()
  await page.getByLabel("Domain", { exact: true }).waitFor()
  await assertBothThemes(page)
  for (const nowhere of ["/nowhere/at/all", "/customers/cus_1", "/companies/comp_1", "/developers/webhooks/wh_1"]) {
    await page.goto(`${apiUrl}${nowhere}`)
    const heading = page.getByRole("heading", { level: 1 })
    await heading.and(page.getByText("Page not found")).waitFor()
    assert.strictEqual(await heading.count(), 1)
    await until(
      () => page.title(),
      (title) => title === "Page not found · Trunkline"
    )
  }
  await assertBothThemes(page)
  // The URL of a section leads to its first page.
  for (const [part, first] of [
    ["settings", "General"],
    ["developers", "Webhooks"]
  ] as const) {
    await page.goto(`${apiUrl}/${part}`)
    await page.getByRole("heading", { name: first, level: 1 }).waitFor()
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${apiUrl}/new`)
  const address = `kofi@${"department.".repeat(10)}example`
  await page.getByLabel("Customer's email address").fill(address)
  await page.getByLabel("Title").fill("Called about an invoice")
  await assertBothThemes(page)
  // A draft stays until it is a ticket, whatever happens to the page.
  await page.goto(`${apiUrl}/new`)
  assert.strictEqual(await page.getByLabel("Title").inputValue(), "Called about an invoice")
  assert.isFalse(await pasteText(page.getByLabel("Description"), 100_001))
  await page.getByRole("list", { name: "Files to send" }).getByText("100.0 KB").waitFor()
  await assertBothThemes(page)
  await page.getByRole("button", { name: "Create ticket" }).click()
  await page.getByRole("heading", { name: "Called about an invoice" }).waitFor()
  assert.strictEqual((await ticketCalled({ brandId, client }, "Called about an invoice")).attachmentCount, 1)
  await page.goto(`${apiUrl}/new`)
  assert.strictEqual(await page.getByLabel("Title").inputValue(), "")
  assert.strictEqual(await page.getByRole("list", { name: "Files to send" }).count(), 0)
  await page.goBack()
  // However long a word is, nothing has to be scrolled sideways.
  const { id: ticketId } = await ticketCalled({ brandId, client }, "Called about an invoice")
  await client.comments.create(brandId, ticketId, { body: "It is on its way." })
  const filename = `${"invoice-".repeat(12)}.txt`
  await client.attachments.send(brandId, { ticketId, filename, content: new Blob(["7"]) })
  await page.getByText(`ent to ${address}`).waitFor()
  await page.getByRole("button", { name: filename }).waitFor()
  assert.deepStrictEqual(await movedSideways(page), [])
  // The conversation comes first: only one line of properties is above it.
  const line = page.getByRole("button", { name: /^Properties/ })
  assert.isBelow((await line.boundingBox())?.height ?? 0, 60)
  assert.strictEqual(await page.getByRole("complementary", { name: "Properties" }).count(), 0)
  await line.press("Enter")
  await page.getByRole("link", { name: "All tickets of this customer" }).waitFor()
  // What is expanded below the line is next in tab order, before the conversation.
  await page.keyboard.press("Tab")
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /^Change Status/)
  await assertBothThemes(page)
  await page.getByRole("button", { name: "Places" }).click()
  await page
    .getByRole("navigation", { name: "Places" })
    .getByRole("link", { name: /^Inbox/ })
    .click()
  await rowsOf(page).first().waitFor()
  await assertBothThemes(page)
  await page.getByRole("button", { name: "Places" }).click()
  await places.getByRole("link", { name: "All" }).click()
  await places.waitFor({ state: "hidden" })
  await page.getByRole("heading", { name: "All", level: 1 }).waitFor()
  assert.isFalse(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth"))
}

it.live("An agent spends a day at the desk", () =>
  Effect.gen(function* () {
    const relay = yield* fakeRelay()
    const { apiUrl, brandId, browser, client, server } = yield* newDesk({
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`
    })
    const { page, problems } = yield* visit(browser, [apiUrl])
    const day: Day = { page, server, client, brandId, relay }
    yield* Effect.promise(() => signIn(page, server))
    for (const part of [triage, tagsOfMany, conversation]) yield* Effect.promise(() => part(day))
    // An agent who writes faster than the previous response arrives may not have seen it.
    const unsure = /status of 412 .*\/comments\)/
    assert.deepStrictEqual(
      problems.filter((problem) => !unsure.test(problem)),
      []
    )
    for (const part of [failure, bulk, pages]) yield* Effect.promise(() => part(day))
    const storageState = yield* Effect.promise(() => page.context().storageState())
    const fresh = yield* visit(browser, [apiUrl], { storageState })
    yield* Effect.promise(() => firstLook(fresh.page, day))
    assert.deepStrictEqual(fresh.problems, [])
    // The simulated failure, and requests for tickets that were deleted meanwhile or never existed.
    const expected =
      /status of 409|status of 412 .*\/comments\)|status of 404 .*\/(?:comments|attachments|presence|reply-way|watchers|(?:cus|comp|wh)_1)\)/
    assert.deepStrictEqual(
      problems.filter((problem) => !expected.test(problem)),
      []
    )
  }).pipe(Effect.scoped)
)
