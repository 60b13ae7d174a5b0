import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Response, Route } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { choose, goToList, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

/** An agent who is faster than the network. */
interface Desk {
  readonly page: Page
  readonly client: Trunkline
  readonly brandId: string
  readonly apiUrl: string
}

const notices = (page: Page) => page.getByRole("region", { name: "Notifications" })
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })

const create = ({ brandId, client }: Desk, title: string, customerEmail = "ines@north.example") =>
  client.tickets.create(brandId, { title, customerEmail, body: "Please help." })

/** Goes to the list, and opens one of its tickets. */
const open = async ({ apiUrl, page }: Desk, title: string, search = "") => {
  await goToList(page, `${apiUrl}/inbox${search}`)
  await rowsOf(page).filter({ hasText: title }).click()
  await heading(page, title).waitFor()
}

/** Holds requests until they are released, in order of arrival. */
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
    /** Waits until this many are held. */
    count: (wanted: number) =>
      until(
        async () => held.length,
        (count) => count >= wanted
      ),
    /** Releases the oldest one. */
    next: () => held.shift()?.continue(),
    over: async () => {
      isOver = true
      for (const route of held.splice(0)) await route.continue()
      await page.unroute(url, handler)
    }
  }
}

/** Keys pressed while an open ticket has left the list apply to that ticket, not to the row that took its place. */
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

/** While another list loads, the previous one is still shown: keys pressed meanwhile have no effect on it. */
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

/** Keys that immediately follow the one for another ticket apply to that ticket. */
const atOnce = async (desk: Desk) => {
  const { page } = desk
  const [, after, before] = [await create(desk, "Third"), await create(desk, "Second"), await create(desk, "First")]
  await open(desk, before.title)
  // No task of the page runs between two keys that a busy page finds queued.
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

/** Two changes of a ticket before the first response: they are sent in order, and the last one is shown. */
const inOrder = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const ticket = await create(desk, "Changed twice")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await page.keyboard.press("e")
  await asked.count(1)
  await page.getByRole("button", { name: "Change Status: Resolved" }).waitFor()
  await page.getByRole("button", { name: "Reopen" }).click()
  await page.getByRole("button", { name: "Change Status: Open" }).waitFor()
  const statuses = asked.held.map((route) => route.request().postDataJSON() as { readonly status: string })
  assert.deepStrictEqual(statuses, [{ status: "resolved" }])
  asked.next()
  await asked.count(1)
  assert.deepStrictEqual(asked.held[0]?.request().postDataJSON(), { status: "open" })
  // The response to the first change does not remove the second from the page.
  await notices(page).getByText(`Resolved: ${ticket.publicId}`).waitFor()
  assert.isTrue(await page.getByRole("button", { name: "Change Status: Open" }).isVisible())
  await asked.over()
  await notices(page).getByText(`Reopened: ${ticket.publicId}`).waitFor()
  assert.strictEqual((await client.tickets.get(brandId, ticket.id)).status, "open")
}

/** Undo before the response undoes the latest action, not an earlier one. */
const regretted = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const [second, first] = [await create(desk, "Done by mistake"), await create(desk, "Rightly done")]
  await open(desk, first.title)
  await page.keyboard.press("e")
  await notices(page).getByText(`Resolved: ${first.publicId}`).waitFor()
  const asked = await hold(page, `**/tickets/${second.id}`, "PATCH")
  await rowsOf(page).filter({ hasText: second.title }).click()
  await heading(page, second.title).waitFor()
  await page.keyboard.press("e")
  await asked.count(1)
  await page.keyboard.press("z")
  await asked.over()
  await notices(page).getByText(`Undone: ${second.publicId}`).waitFor()
  assert.strictEqual((await client.tickets.get(brandId, second.id)).status, "open")
  assert.strictEqual((await client.tickets.get(brandId, first.id)).status, "resolved")
}

/** Two messages are sent in the order of writing, however long the first takes. */
const messages = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const ticket = await create(desk, "Two answers")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}/comments`, "POST")
  const composer = page.getByLabel("Reply to ines@north.example")
  for (const body of ["First of all.", "And then."]) {
    await composer.fill(body)
    await composer.press("Control+Enter")
  }
  await until(
    () => page.getByText("Sending…").count(),
    (count) => count === 2
  )
  await asked.count(1)
  assert.strictEqual(asked.held.length, 1)
  await asked.over()
  const said = await until(
    () => client.comments.list(brandId, ticket.id),
    (comments) => comments.length === 2
  )
  assert.deepStrictEqual(
    said.map(({ body }) => body),
    ["First of all.", "And then."]
  )
}

/** A choice that is reverted before it is saved stays reverted. */
const fields = async (desk: Desk) => {
  const { brandId, client, page } = desk
  await client.fields.create(brandId, "ticket", { key: "urgent", label: "Urgent", type: "boolean" })
  const ticket = await create(desk, "With a field")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  const field = page.getByLabel("Urgent")
  await field.selectOption("true")
  await asked.count(1)
  await field.selectOption("")
  const isSaved = (taken: string) => (answer: Response) => answer.request().postData()?.includes(taken) === true
  const saved = Promise.all(["true", "null"].map((taken) => page.waitForResponse(isSaved(taken))))
  await asked.over()
  await saved
  assert.strictEqual(await field.inputValue(), "")
  const { customFields } = await client.tickets.get(brandId, ticket.id)
  assert.deepStrictEqual(customFields ?? {}, {})
}

const rename = async (page: Page, from: string, to: string) => {
  await page.getByRole("button", { name: from, exact: true }).click()
  await page.getByRole("textbox", { name: "Title" }).fill(to)
  await page.keyboard.press("Enter")
  await heading(page, to).waitFor()
}

/** A title that is changed again before it is saved is the second one, on the server and on the page. */
const renamed = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const ticket = await create(desk, "Named once")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await rename(page, "Named once", "Named twice")
  await asked.count(1)
  await rename(page, "Named twice", "Named for good")
  assert.strictEqual(asked.held.length, 1)
  const first = page.waitForResponse(`**/tickets/${ticket.id}`)
  asked.next()
  await first
  await asked.count(1)
  assert.isTrue(await heading(page, "Named for good").isVisible())
  const second = page.waitForResponse((answer) => answer.request().postData()?.includes("for good") === true)
  await asked.over()
  await second
  assert.strictEqual((await client.tickets.get(brandId, ticket.id)).title, "Named for good")
}

/** The response for a field reverts nothing else that was done to the ticket meanwhile. */
const beside = async (desk: Desk) => {
  const { page } = desk
  const ticket = await create(desk, "Done beside")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await page.getByLabel("Urgent").selectOption("true")
  await asked.count(1)
  await page.getByRole("button", { name: /^Resolve/ }).click()
  const resolved = page.getByRole("button", { name: "Change Status: Resolved" })
  await resolved.waitFor()
  asked.next()
  await notices(page).getByText("Custom fields saved").waitFor()
  await asked.count(1)
  assert.isTrue(await resolved.isVisible())
  await asked.over()
  await notices(page).getByText(`Resolved: ${ticket.publicId}`).waitFor()
}

/** Custom values are saved while other changes of the ticket are in progress, and undone independently, in any order. */
const values = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const ticket = await create(desk, "On a shelf")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await page.getByRole("button", { name: /^Resolve/ }).click()
  await asked.count(1)
  await page.getByRole("button", { name: "Add other values" }).click()
  await page.getByLabel("Other values").fill('{ "shelf": 7 }')
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await asked.over()
  const have = (wanted: unknown) =>
    until(
      () => client.tickets.get(brandId, ticket.id),
      ({ customFields }) => JSON.stringify(customFields) === JSON.stringify(wanted)
    )
  await have({ shelf: 7 })
  await page.getByRole("button", { name: "Edit other values" }).waitFor()
  assert.strictEqual(await page.getByText("Not saved").count(), 0)
  await page.getByLabel("Urgent").selectOption("true")
  await have({ shelf: 7, urgent: true })
  const undo = notices(page)
    .locator("div:not(:has(div))")
    .filter({ hasText: "Custom fields saved" })
    .getByRole("button", { name: "Undo" })
  await undo.nth(1).waitFor()
  await undo.first().click()
  await have({ urgent: true })
}

/** Undo before a field is saved undoes the field, not an earlier action. */
const regrettedField = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const ticket = await create(desk, "A field by mistake")
  await open(desk, ticket.title)
  await page.keyboard.press("e")
  await notices(page).getByText(`Resolved: ${ticket.publicId}`).waitFor()
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await page.getByLabel("Urgent").selectOption("true")
  await asked.count(1)
  await page.getByLabel("Urgent").blur()
  await page.keyboard.press("z")
  const taken = page.waitForResponse((answer) => answer.request().postData()?.includes("null") === true)
  await asked.over()
  await taken
  const { customFields, status } = await client.tickets.get(brandId, ticket.id)
  assert.deepStrictEqual([customFields, status], [{}, "resolved"])
}

const refused = (route?: Route) =>
  route?.fulfill({
    status: 422,
    contentType: "application/problem+json",
    body: JSON.stringify({ code: "validation_failed", detail: "It may not be so." })
  })

/** The error of a refused choice disappears once the next one is saved, and is shown even on another ticket. */
const refusedField = async (desk: Desk) => {
  const { page } = desk
  const [other, ticket] = [await create(desk, "Gone on to"), await create(desk, "A field refused")]
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  const field = page.getByLabel("Urgent")
  await field.selectOption("true")
  await asked.count(1)
  await field.selectOption("false")
  await refused(asked.held.shift())
  await asked.count(1)
  asked.next()
  await notices(page).getByText("Custom fields saved").waitFor()
  assert.deepStrictEqual([await field.inputValue(), await page.getByText("Not saved").count()], ["false", 0])
  await field.selectOption("true")
  await asked.count(1)
  await rowsOf(page).filter({ hasText: other.title }).click()
  await heading(page, other.title).waitFor()
  await refused(asked.held.shift())
  await notices(page).getByText("Urgent was not saved: It may not be so.").waitFor()
  await asked.over()
}

/** A ticket that is re-read during a change, as after a message, is shown with that change. */
const reread = async (desk: Desk) => {
  const { apiUrl, brandId, page } = desk
  const ticket = await create(desk, "Answered meanwhile")
  await open(desk, ticket.title)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await page.getByRole("button", { name: /^Resolve/ }).click()
  await asked.count(1)
  const composer = page.getByLabel("Reply to ines@north.example")
  await composer.fill("On its way.")
  await composer.press("Control+Enter")
  await notices(page).getByText("Sent to ines@north.example").waitFor()
  // What the page reads because of it has arrived by then.
  await page.evaluate((url) => fetch(url), `${apiUrl}/v1/brands/${brandId}/tickets/${ticket.id}`)
  assert.isTrue(await page.getByRole("button", { name: "Change Status: Resolved" }).isVisible())
  await asked.over()
  await notices(page).getByText(`Resolved: ${ticket.publicId}`).waitFor()
}

/** After two refused titles in succession, the saved title is shown, not the first refused one. */
const refusedTwice = async (desk: Desk) => {
  const { page } = desk
  const ticket = await create(desk, "Named before")
  await open(desk, ticket.title)
  const read = await hold(page, `**/tickets/${ticket.id}?*`)
  const asked = await hold(page, `**/tickets/${ticket.id}`, "PATCH")
  await rename(page, "Named before", "Refused once")
  await asked.count(1)
  await rename(page, "Refused once", "Refused again")
  await refused(asked.held.shift())
  await asked.count(1)
  await refused(asked.held.shift())
  await page.getByText("Not saved: Refused again").waitFor()
  assert.isTrue(await heading(page, "Named before").isVisible())
  await asked.over()
  await read.over()
}

/** Undo starts with the latest action, whichever response came first. */
const lastFirst = async (desk: Desk) => {
  const { brandId, client, page } = desk
  const [second, first] = [await create(desk, "Done last"), await create(desk, "Answered last")]
  await open(desk, first.title)
  const asked = await hold(page, `**/tickets/${first.id}`, "PATCH")
  await page.keyboard.press("e")
  await asked.count(1)
  await rowsOf(page).filter({ hasText: second.title }).click()
  await heading(page, second.title).waitFor()
  await page.keyboard.press("e")
  await notices(page).getByText(`Resolved: ${second.publicId}`).waitFor()
  await asked.over()
  await notices(page).getByText(`Resolved: ${first.publicId}`).waitFor()
  await page.keyboard.press("z")
  await notices(page)
    .getByText(/^Undone/)
    .waitFor()
  const statuses = [second, first].map(async ({ id }) => (await client.tickets.get(brandId, id)).status)
  assert.deepStrictEqual(await Promise.all(statuses), ["open", "resolved"])
}

/** A tag that is created while being added stays when others are chosen before it exists, and so does a colleague's. */
const tags = async (desk: Desk) => {
  const { brandId, client, page } = desk
  await client.tags.create(brandId, { name: "parcels" })
  const ticket = await create(desk, "Tagged twice")
  await open(desk, ticket.title)
  const asked = await hold(page, new RegExp(`/tickets/(?:bulk|${ticket.id})$`), "PATCH")
  const askedMany = await hold(page, /\/tickets\/bulk$/, "POST")
  const sent = () =>
    until(
      async () => asked.held.length + askedMany.held.length,
      (count) => count > 0
    )
  await page.keyboard.press("l")
  await choose(page, "brand-new")
  await page.keyboard.press("Escape")
  await sent()
  await client.tickets.bulk(brandId, { action: "addTags", tags: ["colleague"], ticketIds: [ticket.id] })
  await page.keyboard.press("l")
  await choose(page, "parcels")
  await page.keyboard.press("Escape")
  await asked.over()
  await askedMany.over()
  await until(
    () => client.tickets.get(brandId, ticket.id),
    ({ tags }) =>
      tags
        .map(({ name }) => name)
        .sort()
        .join() === "brand-new,colleague,parcels"
  )
}

/** If the first part of a combined action fails, none of it is done, and it can be retried. */
const inParts = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const customerEmail = "parts@north.example"
  for (const title of ["Part one", "Part two"])
    await client.tickets.create(brandId, { title, customerEmail, tags: ["parcels"] })
  await page.goto(`${apiUrl}/inbox?q=${encodeURIComponent(customerEmail)}`)
  await rowsOf(page).nth(1).waitFor()
  const asked = await hold(page, /\/tickets\/bulk$/, "POST")
  await page.keyboard.press("Control+a")
  await page.keyboard.press("l")
  await choose(page, "colleague")
  await choose(page, "parcels")
  await page.keyboard.press("Escape")
  await asked.count(1)
  await refused(asked.held.shift())
  await notices(page).getByText("Not saved: It may not be so.").waitFor()
  assert.strictEqual(asked.held.length, 0)
  await notices(page).getByRole("button", { name: "Try again" }).click()
  await asked.count(1)
  asked.next()
  // Only the second part is refused: the message says that the first is done.
  await asked.count(1)
  await refused(asked.held.shift())
  await page.getByRole("dialog").getByText("Partly done: It may not be so.").first().waitFor()
  await page.keyboard.press("Escape")
  await asked.over()
}

/** A customer's notes are changed again before they are saved, along with something else: everything is kept. */
const noted = async ({ apiUrl, brandId, client, page }: Desk) => {
  const options = ["gold", "silver", "iron"]
  await client.fields.create(brandId, "customer", { key: "plan", label: "Plan", type: "select", options })
  await client.fields.create(brandId, "customer", { key: "vip", label: "Important", type: "boolean" })
  const { id } = await client.customers.create(brandId, { email: "mei@north.example", name: "Mei" })
  await page.goto(`${apiUrl}/customers/${id}`)
  const plan = page.getByLabel("Plan")
  await plan.waitFor()
  const asked = await hold(page, `**/customers/${id}`, "PATCH")
  await plan.selectOption("gold")
  await asked.count(1)
  await plan.selectOption("silver")
  await page.getByLabel("Important").selectOption("true")
  await page.getByRole("button", { name: "Add other values" }).click()
  await page.getByLabel("Other values").fill('{ "shelf": 7 }')
  await page.getByRole("button", { name: "Save", exact: true }).last().click()
  await asked.over()
  await until(
    () => client.customers.get(brandId, id),
    ({ metadata }) =>
      JSON.stringify(Object.entries(metadata ?? {}).sort()) === '[["plan","silver"],["shelf",7],["vip",true]]'
  )
  await page.getByRole("button", { name: "Edit other values" }).waitFor()
  assert.deepStrictEqual([await plan.inputValue(), await page.getByText("Not saved").count()], ["silver", 0])
}

/** Someone who navigates away from a ticket being created is notified, and not redirected. */
const made = async (desk: Desk) => {
  const { apiUrl, page } = desk
  await page.goto(`${apiUrl}/new`)
  await page.getByLabel("Customer's email address").fill("ines@north.example")
  await page.getByLabel("Title").fill("By telephone")
  const asked = await hold(page, "**/tickets", "POST")
  await page.getByRole("button", { name: "Create ticket" }).click()
  await asked.count(1)
  await page.getByRole("link", { name: /^Inbox/ }).click()
  await heading(page, "Inbox").waitFor()
  await asked.over()
  await rowsOf(page).filter({ hasText: "By telephone" }).waitFor()
  await notices(page)
    .getByText(/^Created /)
    .waitFor()
  await heading(page, "Inbox").waitFor()
}

/** A dialog stays until its request is answered, because the response would close the next dialog. */
const dialogs = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  await client.tags.create(brandId, { name: "refund" })
  await page.goto(`${apiUrl}/settings/tags`)
  await page.getByRole("button", { name: "More for refund" }).click()
  await page.getByRole("menuitem", { name: "Edit" }).click()
  const dialog = page.getByRole("dialog", { name: "refund" })
  await dialog.getByLabel("Name", { exact: true }).fill("refunds")
  const asked = await hold(page, "**/tags/*", "PATCH")
  await page.keyboard.press("Enter")
  await asked.count(1)
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  assert.isTrue(await dialog.isVisible())
  assert.isTrue(await dialog.getByRole("button", { name: "Cancel" }).isDisabled())
  await asked.over()
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("rowheader", { name: "refunds" }).waitFor()
}

/** Rows that are moved again before their order is saved end up where they were moved. */
const order = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  await page.goto(`${apiUrl}/settings/statuses`)
  const rows = page.getByRole("list", { name: "Statuses" }).getByRole("listitem")
  await rows.first().waitFor()
  const before = (await client.statuses.list(brandId)).map(({ name }) => name)
  const asked = await hold(page, /\/statuses\/reorder$/, "POST")
  const handle = rows.first().getByRole("button", { name: /^Move/ })
  await handle.focus()
  await page.keyboard.press("ArrowDown")
  await asked.count(1)
  await page.keyboard.press("ArrowDown")
  assert.strictEqual(asked.held.length, 1)
  const first = page.waitForResponse(/\/statuses\/reorder$/)
  asked.next()
  await first
  await asked.count(1)
  await asked.over()
  const [one = "", two = "", three = "", ...rest] = before
  await until(
    async () => (await client.statuses.list(brandId)).map(({ name }) => name),
    (names) => names.join() === [two, three, one, ...rest].join()
  )
  // Dragging needs data: an iPad drags nothing without any.
  const data = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener("dragstart", ({ dataTransfer }) => resolve([...(dataTransfer?.types ?? [])]))
      )
  )
  await rows.filter({ hasText: one }).getByRole("button", { name: /^Move/ }).dragTo(rows.first())
  assert.deepStrictEqual(await data, ["text/plain"])
  await until(
    async () => (await client.statuses.list(brandId)).map(({ name }) => name),
    (names) => names.join() === before.join()
  )
}

/** New tickets appear even if something happens during every read of the list. */
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

it.live("Someone faster than the network gets the intended effect on the intended object", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    const desk: Desk = { page, client, brandId, apiUrl }
    yield* Effect.promise(async () => {
      await signIn(page, server)
      for (const part of [
        leftTheList,
        otherList,
        atOnce,
        inOrder,
        regretted,
        messages,
        fields,
        beside,
        values,
        regrettedField,
        refusedField,
        renamed,
        refusedTwice,
        reread,
        lastFirst,
        tags,
        inParts,
        noted,
        made,
        dialogs,
        order,
        busy
      ])
        await part(desk)
    })
    // A message is resent if it did not follow what its author had read.
    assert.deepStrictEqual(
      problems.filter((problem) => !/status of (?:412|422)/.test(problem)),
      []
    )
  }).pipe(Effect.scoped)
)
