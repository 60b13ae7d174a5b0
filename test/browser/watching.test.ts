import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Request } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { fakeRelay } from "../support/FakeRelay.ts"
import { assertBothThemes, choose, joinDesk, newDesk, rowsOf, signIn } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"
import { pasteText } from "./support/pasteText.ts"

/** Two people at one ticket: Ana, who owns the desk, and Tom. */
interface Desk {
  readonly ana: Page
  readonly tom: Page
  readonly client: Trunkline
  readonly brandId: string
  readonly ticketId: string
  readonly publicId: string
}

const customer = "ines@north.example"
const tomsAddress = "tom@desk.example"
const watchers = (page: Page) => page.getByRole("list", { name: "Watchers" }).getByRole("listitem")
const watcher = (page: Page, name: string) => watchers(page).filter({ hasText: name })
const gone = { state: "detached" } as const
const said = (page: Page, text: string) =>
  page.getByRole("list", { name: "Conversation" }).getByRole("listitem").filter({ hasText: text })
const closeNotices = async (page: Page) => {
  const close = page.getByRole("button", { name: "Dismiss" })
  while ((await close.count()) > 0) await close.first().click()
}

/** Watching with a key, a click or the palette; others see it live, and z undoes it. */
const oneself = async ({ ana, tom, publicId }: Desk) => {
  await tom.getByText("No watchers yet.").waitFor()
  await ana.getByRole("button", { name: /^Watch/ }).waitFor()
  await ana.keyboard.press("w")
  await ana.getByText(`You are watching ${publicId}`, { exact: true }).waitFor()
  await watcher(tom, "owner@localhost").getByText("Notified of messages, notes and status changes").waitFor()
  await ana
    .getByRole("button", { name: /^Stop watching/ })
    .first()
    .waitFor()
  await ana.keyboard.press("z")
  await watcher(tom, "owner@localhost").waitFor(gone)

  await tom.keyboard.press("Control+k")
  await choose(tom, "Watch")
  await watcher(tom, "(you)").waitFor()
  await watcher(ana, tomsAddress).waitFor()
  await assertBothThemes(ana, "a ticket that somebody watches")
  const facts = ana.getByRole("complementary", { name: "Properties" })
  assert.isTrue(await facts.evaluate(({ clientWidth, scrollWidth }) => scrollWidth <= clientWidth))
}

/** Members and addresses are added; an error is shown at the input. */
const others = async ({ ana, tom, brandId, client, ticketId }: Desk) => {
  const open = ana.getByRole("button", { name: "Add a watcher" })
  await open.click()
  const field = ana.getByLabel("Member or email address")
  const add = async (text: string) => {
    await field.fill(text)
    await field.press("Enter")
  }
  for (const [text, problem] of [
    ["", "Enter a member's name or an email address"],
    ["nobody", "must be a plain email address"],
    [tomsAddress.toUpperCase(), "They are already watching"]
  ] as const) {
    await add(text)
    await ana.getByText(problem, { exact: false }).waitFor()
  }
  assert.strictEqual(await field.getAttribute("aria-invalid"), "true")
  await assertBothThemes(ana, "an address that is none")
  const isAdded = Promise.withResolvers<void>()
  await ana.route("**/watchers", async (route) => {
    if (route.request().method() === "POST") await isAdded.promise
    await route.continue()
  })
  await add("Controller@North.example")
  // Text typed meanwhile is for the next watcher.
  await field.fill("nobody")
  isAdded.resolve()
  await watcher(tom, "controller@north.example").getByText("Notified of messages and status changes").waitFor()
  await ana.unrouteAll({ behavior: "wait" })
  await ana.getByText("controller@north.example is watching", { exact: false }).waitFor()
  assert.strictEqual(await field.inputValue(), "nobody")
  // However many changes arrive at once, they are read together: no second read starts while one is in progress.
  const underWay = new Set<Request>()
  let mostAtOnce = 0
  ana.on("requestfinished", (request) => underWay.delete(request))
  // A read that timed out, and is repeated.
  ana.on("requestfailed", (request) => underWay.delete(request))
  const isRead = Promise.withResolvers<void>()
  await ana.route("**/watchers", async (route) => {
    mostAtOnce = Math.max(mostAtOnce, underWay.add(route.request()).size)
    await isRead.promise
    await route.continue()
  })
  for (let number = 3; number <= 50; number++)
    await client.watchers.add(brandId, ticketId, {
      memberId: `custom_p${number}@north.example`,
      memberEmail: `p${number}@north.example`
    })
  await watcher(tom, "p50@north.example").waitFor()
  assert.isAtMost(mostAtOnce, 1)
  isRead.resolve()
  await watcher(ana, "p50@north.example").waitFor()
  await ana.unrouteAll({ behavior: "wait" })
  await add("one@too.example")
  await ana
    .locator("form", { has: field })
    .getByText(/50 watchers/)
    .waitFor()
  for (let number = 3; number <= 50; number++)
    await client.watchers.remove(brandId, ticketId, `custom_p${number}@north.example`)
  await watcher(ana, "p50@north.example").waitFor(gone)
  await field.press("Escape")
  await field.waitFor(gone)
  assert.isTrue(await open.evaluate((button) => button === document.activeElement))
}

/** Notification choices are made, copied as a command, and seen by others; a removed watcher can be restored unchanged. */
const chosen = async ({ ana, tom }: Desk) => {
  await watcher(ana, "controller@north.example").getByRole("button").first().click()
  const dialog = ana.getByRole("dialog", { name: "Notifications for controller@north.example" })
  await dialog.getByLabel("Status changes").uncheck()
  await assertBothThemes(ana, "what a watcher is told of")
  await dialog.getByRole("button", { name: "Save" }).click()
  await watcher(tom, "controller@north.example").getByText("Notified of messages", { exact: true }).waitFor()

  await closeNotices(ana)
  await ana.getByRole("button", { name: "Remove controller@north.example" }).press("Enter")
  await watcher(tom, "controller@north.example").waitFor(gone)
  // Keyboard users continue from there.
  assert.isTrue(
    await ana.getByRole("button", { name: "Add a watcher" }).evaluate((button) => button === document.activeElement)
  )
  await ana.getByRole("button", { name: "Undo" }).click()
  await watcher(tom, "controller@north.example").getByText("Notified of messages", { exact: true }).waitFor()

  // A failed change is reverted, and reported.
  await ana.route(/\/watchers(?:\/|$)/, (route) => route.abort())
  await ana.getByRole("button", { name: "Remove controller@north.example" }).click()
  await ana.getByText("The server could not be reached.", { exact: false }).first().waitFor()
  await watcher(ana, "controller@north.example").waitFor()
  await ana.unrouteAll({ behavior: "wait" })
  await closeNotices(ana)
}

/** Opens a message's menu, and picks an action. */
const act = async (page: Page, text: string, what: "Edit" | "Delete") => {
  await said(page, text)
    .getByRole("button", { name: /^Edit or delete/ })
    .click()
  await choose(page, what)
}

/** Users edit their own messages; no one overwrites another's change without having seen it. */
const edited = async ({ ana, tom, brandId, client, ticketId }: Desk) => {
  await client.comments.create(brandId, ticketId, { body: "From the program." })
  for (const page of [ana, tom]) await said(page, "From the program.").waitFor()
  await tom.keyboard.press("n")
  await tom.keyboard.type("Ask acounting.")
  await tom.keyboard.press("Control+Enter")
  await said(ana, "Ask acounting.").waitFor()
  // An agent cannot change what others wrote; owners can.
  await said(tom, "From the program.").waitFor()
  assert.strictEqual(
    await said(tom, "From the program.")
      .getByRole("button", { name: /^Edit or delete/ })
      .count(),
    0
  )
  await said(ana, "From the program.")
    .getByRole("button", { name: /^Edit or delete/ })
    .waitFor()

  await act(tom, "Ask acounting.", "Edit")
  const editing = tom.getByRole("dialog", { name: "Edit note" })
  const text = editing.getByLabel("Text")
  await text.fill("Ask accounting.")
  await text.press("Control+Enter")
  await editing.waitFor(gone)
  await said(ana, "Ask accounting.")
    .getByText(/edited/)
    .waitFor()
  await tom.getByText("Saved", { exact: true }).waitFor()
  await tom.getByRole("button", { name: "Undo" }).click()
  await said(ana, "Ask acounting.").waitFor()

  await act(ana, "Ask acounting.", "Edit")
  const hers = ana.getByRole("dialog", { name: "Edit note" })
  await hers.getByLabel("Text").fill("Ask Ada in accounting.")
  await act(tom, "Ask acounting.", "Edit")
  await text.fill("Ask Bert.")
  await editing.getByRole("button", { name: "Save" }).click()
  await hers.getByText("Someone else has changed it in the meantime. It is now:").waitFor()
  await hers.getByText("Ask Bert.").waitFor()
  assert.strictEqual(await hers.getByLabel("Text").inputValue(), "Ask Ada in accounting.")
  await assertBothThemes(ana, "a note that somebody else has changed")
  await hers.getByRole("button", { name: "Save anyway" }).click()
  await said(tom, "Ask Ada in accounting.").waitFor()
}

/** A draft survives the deletion of its note; before a deletion, its consequences are shown. */
const deleted = async ({ ana, tom, brandId, client, ticketId }: Desk) => {
  await act(tom, "Ask Ada in accounting.", "Edit")
  const editing = tom.getByRole("dialog", { name: "Edit note" })
  await editing.getByLabel("Text").fill("Half a sen")
  // It cannot become a file here.
  assert.isTrue(await pasteText(editing.getByLabel("Text"), 90_000))
  assert.isFalse(await pasteText(editing.getByLabel("Text"), 100_000))
  await editing.getByText("The text is longer than 100,000 characters").waitFor()
  await act(ana, "Ask Ada in accounting.", "Delete")
  const note = ana.getByRole("dialog", { name: "Delete this note?" })
  await note.getByText("Only the team could see it.", { exact: false }).waitFor()
  await note.getByRole("button", { name: "Delete" }).click()
  await note.waitFor(gone)
  await said(ana, "Ask Ada in accounting.").waitFor(gone)
  await editing.getByText("Someone else has deleted it in the meantime.", { exact: false }).waitFor()
  assert.strictEqual(await editing.getByLabel("Text").inputValue(), "Half a sen")
  await editing.getByRole("button", { name: "Cancel" }).click()
  await said(tom, "Ask Ada in accounting.").waitFor(gone)

  await said(ana, "From the program.").getByText(`Sent to ${customer}`, { exact: false }).waitFor()
  await act(ana, "From the program.", "Delete")
  const message = ana.getByRole("dialog", { name: "Delete this message?" })
  await message.getByText(`What was sent to ${customer} stays as it was`, { exact: false }).waitFor()
  await assertBothThemes(ana, "a message that is to be deleted")
  const [comment] = await client.comments.list(brandId, ticketId)
  const edited = (body: string) => client.comments.update(brandId, ticketId, comment?.id ?? "", { body })
  await edited("From the program, again.")
  await message.getByText("From the program, again.").waitFor()
  // A message that changed unseen is not deleted, but shown.
  await ana.route("**/comments", (route) => route.abort())
  // Once this is answered, failed reads are repeated.
  await ana.route("**/auth/session", (route) => route.abort())
  await edited("From the program, once more.")
  await ana.getByText("The server is not responding.", { exact: false }).waitFor({ state: "attached" })
  await ana.unroute("**/comments")
  await message.getByRole("button", { name: "Delete" }).click()
  await message.getByText("From the program, once more.").waitFor()
  await ana.unroute("**/auth/session")
  await message.getByRole("button", { name: "Delete" }).click()
  await said(tom, "From the program, once more.").waitFor(gone)
  await ana.getByRole("button", { name: "Show history" }).click()
  await ana.getByText("comment deleted", { exact: false }).first().waitFor()
}

it.live("Two agents watch a ticket, and edit their messages", () =>
  Effect.gen(function* () {
    const relay = yield* fakeRelay()
    const { apiUrl, brandId, browser, client, server } = yield* newDesk({
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`
    })
    const [ana, tom] = [yield* visit(browser, [apiUrl]), yield* visit(browser, [apiUrl])]
    yield* Effect.promise(async () => {
      const { id: ticketId, publicId } = await client.tickets.create(brandId, {
        title: "Where is my parcel?",
        customerEmail: customer,
        body: "Help!",
        tags: ["withoutablank".repeat(7)]
      })
      await signIn(ana.page, server)
      await joinDesk(ana.page, tom.page, relay, tomsAddress)
      for (const { page } of [ana, tom]) {
        await page.goto(`${apiUrl}/inbox`)
        await rowsOf(page).first().click()
        await said(page, "Help!").waitFor()
      }
      const desk: Desk = { ana: ana.page, tom: tom.page, client, brandId, ticketId, publicId }
      for (const part of [oneself, others, chosen, edited, deleted]) await part(desk)
    })
    // Refused and aborted requests.
    const expected = /ERR_FAILED|status of (?:400|409|412)/
    assert.deepStrictEqual(
      [...ana.problems, ...tom.problems].filter((problem) => !expected.test(problem)),
      []
    )
  }).pipe(Effect.scoped)
)
