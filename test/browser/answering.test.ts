import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"
import { marked, showsMarks } from "./support/markedMessage.ts"

/** An agent at a ticket. */
interface Desk {
  readonly page: Page
  readonly client: Trunkline
  readonly brandId: string
}

const customer = "ines@north.example"
const composer = (page: Page) => page.getByLabel(`Reply to ${customer}`)
const messages = (page: Page) => page.getByRole("list", { name: "Conversation" }).getByRole("listitem")

const opened = async ({ brandId, client, page }: Desk, title: string, body: string) => {
  const ticket = await client.tickets.create(brandId, { title, body, customerEmail: customer })
  await rowsOf(page).filter({ hasText: title }).click()
  await page.getByRole("heading", { name: title }).waitFor()
  return ticket
}

/** Selects these words of a message, as a pointer does. */
const select = (page: Page, words: string) =>
  page.evaluate((words) => {
    const walker = document.createTreeWalker(
      document.querySelector('[aria-label="Conversation"]') ?? document.body,
      NodeFilter.SHOW_TEXT
    )
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(words) ?? -1
      if (at >= 0) return getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
    }
    throw new Error(`nobody said ${words}`)
  }, words)

/** A message is quoted in the editor, next to what is already written there. */
const quoting = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const { id } = await opened(desk, "Where is my parcel?", "Where is it?\n\nOrder 7.")
  await composer(page).fill("Dear Ines,")
  await messages(page).filter({ hasText: "Order 7." }).getByRole("button", { name: "Quote" }).click()
  await page.keyboard.type("On its way.")
  const written = "Dear Ines,\n\n> Where is it?\n>\n> Order 7.\n\nOn its way."
  assert.strictEqual(await composer(page).inputValue(), written)
  await assertBothThemes(page, "a quotation")

  // The selection, with the quote key; and from the editor, the customer's last message.
  await composer(page).fill("")
  await composer(page).blur()
  await select(page, "Order 7")
  await page.keyboard.press("q")
  assert.strictEqual(await composer(page).inputValue(), "> Order 7\n\n")
  await page.keyboard.press("Control+Shift+Period")
  assert.strictEqual(await composer(page).inputValue(), "> Order 7\n\n> Where is it?\n>\n> Order 7.\n\n")

  // Internal messages of the team can be quoted in notes only.
  await client.comments.create(brandId, id, { body: "The courier lost it.", visibility: "internal" })
  const note = messages(page).filter({ hasText: "The courier lost it." })
  await note.getByRole("button", { name: "Quote" }).click()
  await page.getByText("Internal notes can be quoted only in notes.").waitFor()
  await composer(page).fill("")
  await note.getByRole("button", { name: "Quote" }).click()
  assert.strictEqual(await page.getByLabel("Note for the team").inputValue(), "> The courier lost it.\n\n")
}

/** The team's messages are rendered with their formatting, and customers' messages as they are. */
const marks = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const { id } = await opened(desk, "Which part is missing?", "**I** have the `lid`.\n> Not that one")
  const first = messages(page).filter({ hasText: "**I** have the `lid`." })
  await first.locator("blockquote", { hasText: "Not that one" }).waitFor()
  await client.comments.create(brandId, id, { body: marked })
  await showsMarks(page.getByRole("list", { name: "Conversation" }))
  await assertBothThemes(page, "what the team has marked")
}

/** The sender of a reply is shown above it, and another of the brand's addresses can be chosen. */
const sender = async (desk: Desk) => {
  const { brandId, client, page } = desk
  for (const name of ["care", "sales"])
    await client.addresses.create(brandId, {
      address: `${name}-${brandId.slice(-6)}@inbound.localhost`,
      kind: "alias",
      fromName: `Acme ${name}`
    })
  const { id } = await opened(desk, "And the red one?", "I like it.")
  const from = page.getByLabel("From")
  await from.selectOption({ label: `Acme sales <sales-${brandId.slice(-6)}@inbound.localhost>` })
  await assertBothThemes(page, "whom a reply is from")
  await composer(page).fill("It costs 7.")
  // It is kept with the draft.
  await page.reload()
  await from.locator("option:checked", { hasText: "Acme sales" }).waitFor({ state: "attached" })
  // A reply sent before its way is known goes from the chosen address, too.
  await page.route("**/reply-way", () => {})
  await page.reload()
  await composer(page).press("Control+Enter")
  const [message] = await until(
    () => client.messages.list(brandId, id),
    ([first]) => first?.from !== undefined
  )
  assert.include(message?.from, `sales-${brandId.slice(-6)}@inbound.localhost`)
  await page.unrouteAll()

  // So does a withdrawn one.
  await page.reload()
  await from.selectOption({ label: `Acme sales <sales-${brandId.slice(-6)}@inbound.localhost>` })
  await composer(page).fill("Or 8.")
  await composer(page).press("Control+Enter")
  await composer(page).press("Control+z")
  await until(
    () => composer(page).inputValue(),
    (text) => text === "Or 8."
  )
  await from.locator("option:checked", { hasText: "Acme sales" }).waitFor({ state: "attached" })

  // No reply is sent to a blocked customer.
  const blocked = await opened(desk, "Win a prize", "Click here.")
  await client.customers.update(brandId, blocked.customerId, { isBlocked: true })
  await page.reload()
  await page.getByText("No message will be sent, because no channel reaches the customer.").waitFor()
}

/** An agent's assigned tickets are counted live. */
const counting = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const mine = page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /^Mine/ })
  const counts = (expected: string) =>
    until(
      () => mine.textContent(),
      (text) => text === expected
    )
  const { id } = await opened(desk, "Who takes me?", "I wait.")
  await counts("Mine")
  await page.keyboard.press("i")
  await counts("Mine1")
  // The API counts only up to a hundred.
  await page.route("**/v1/tickets/stats*", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), mine: 100 } })
  })
  await client.tickets.update(brandId, id, { priority: "high" })
  await counts("Mine99+")
  await page.unrouteAll({ behavior: "wait" })
  await client.tickets.update(brandId, id, { assigneeId: null })
  await counts("Mine")
}

it.live("An agent reads messages with their formatting, quotes them, and sees and chooses the sender of a reply", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    yield* Effect.promise(async () => {
      await signIn(page, server)
      await page.goto(`${apiUrl}/inbox`)
      for (const part of [counting, marks, quoting, sender]) await part({ page, client, brandId })
    })
    assert.deepStrictEqual(problems, [])
  }).pipe(Effect.scoped)
)
