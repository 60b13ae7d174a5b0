import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, choose, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { keptCopies } from "./support/keptCopies.ts"
import { visit } from "./support/launchBrowser.ts"

interface Lists {
  readonly page: Page
  readonly apiUrl: string
  readonly client: Trunkline
  readonly brandId: string
}

const titlesIn = (page: Page, count: number) =>
  until(
    () => rowsOf(page).allInnerTexts(),
    (rows) => rows.length === count
  ).then((rows) => rows.map((row) => row.split("\n")[0]))

const path = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url())
  return [pathname, Object.fromEntries(searchParams)] as const
}

/** Someone who opens a filtered list by a link sees its filters, and removes them one by one, also by keyboard. */
const narrowed = async ({ page, apiUrl, client, brandId }: Lists) => {
  const category = await client.categories.create(brandId, { name: "Tents" })
  const customer = { customerEmail: "ines@north.example", customerName: "Ines Roth" }
  const { customerId } = await client.tickets.create(brandId, { ...customer, title: "Zip", categoryId: category.id })
  await client.tickets.create(brandId, { ...customer, title: "Pole" })
  await client.tickets.create(brandId, { customerEmail: "ada@north.example", title: "Zip of another tent" })
  await page.goto(`${apiUrl}/inbox?view=all&customer=${customerId}&q=zip&status=open,pending&assignee=unassigned`)
  assert.deepStrictEqual(await titlesIn(page, 1), ["Zip"])
  await page.getByRole("button", { name: "Customer: Ines Roth" }).waitFor()
  // Values without a choice are shown as they were requested.
  assert.strictEqual(await page.getByLabel("Status", { exact: true }).inputValue(), "open,pending")
  assert.strictEqual(await page.getByLabel("Assignee", { exact: true }).inputValue(), "unassigned")
  await assertBothThemes(page, "a list that is narrowed")
  await page.getByRole("button", { name: "Words: zip" }).press("Enter")
  assert.sameMembers(await titlesIn(page, 2), ["Zip", "Pole"])
  // The pressed button is gone, but the focus is not lost.
  await page.getByLabel("Status", { exact: true }).and(page.locator(":focus")).waitFor()
  await page.getByLabel("Category", { exact: true }).selectOption("Tents")
  assert.deepStrictEqual(await titlesIn(page, 1), ["Zip"])
  await page.getByRole("button", { name: "Clear filters" }).press("Enter")
  await titlesIn(page, 3)
  assert.deepStrictEqual(path(page), ["/inbox", { view: "all" }])
  await page.getByLabel("Status", { exact: true }).and(page.locator(":focus")).waitFor()

  await page.goto(`${apiUrl}/inbox?view=all&q=nothing-of-the-kind`)
  await page.getByText("No matches").waitFor()
  await page.getByRole("button", { name: "Words: nothing-of-the-kind" }).waitFor()

  // Unassigned tickets that someone should take are counted.
  const places = page.getByRole("navigation", { name: "Places" })
  await places.getByRole("link", { name: "Unassigned 3" }).waitFor()
}

/** Back and forward go through a list's filters, one choice at a time. */
const back = async ({ page, apiUrl }: Lists) => {
  await page.goto(`${apiUrl}/inbox?view=all`)
  await titlesIn(page, 3)
  const category = page.getByLabel("Category", { exact: true })
  await category.selectOption("Tents")
  assert.deepStrictEqual(await titlesIn(page, 1), ["Zip"])
  await page.getByLabel("Priority", { exact: true }).selectOption("urgent")
  await page.getByText("No matches").waitFor()
  await page.goBack()
  assert.deepStrictEqual(await titlesIn(page, 1), ["Zip"])
  assert.deepStrictEqual(Object.keys(path(page)[1]), ["view", "category"])
  await page.goBack()
  await titlesIn(page, 3)
  assert.deepStrictEqual(path(page), ["/inbox", { view: "all" }])
  await page.goForward()
  assert.deepStrictEqual(await titlesIn(page, 1), ["Zip"])
  assert.strictEqual(await category.locator("option:checked").innerText(), "Tents")
}

/** A list sorted by creation shows when tickets were opened, and any other when they changed. */
const imported = async ({ page, apiUrl, client, brandId }: Lists) => {
  const { id } = await client.tickets.create(brandId, {
    title: "Lamp",
    customerEmail: "old@north.example",
    imported: { createdAt: "2019-03-05T12:00:00Z" }
  })
  const lamp = rowsOf(page).filter({ hasText: "Lamp" })
  await page.goto(`${apiUrl}/inbox?view=all&sort=createdAt&order=asc`)
  await lamp.getByText("Mar 5, 2019").waitFor()
  await page.goto(`${apiUrl}/inbox?view=all`)
  await lamp.waitFor()
  assert.strictEqual(await lamp.getByText("2019").count(), 0)
  await client.tickets.delete(brandId, id)
}

/** A row shows that there are files as soon as there are. */
const withFiles = async ({ page, apiUrl, client, brandId }: Lists) => {
  const { data } = await client.tickets.list(brandId, { sort: "createdAt", order: "asc" })
  await page.goto(`${apiUrl}/inbox?view=all`)
  const row = rowsOf(page).filter({ hasText: "Pole" })
  await row.waitFor()
  assert.strictEqual(await row.getByText("1 file").count(), 0)
  const { id: ticketId } = data.find(({ title }) => title === "Pole") ?? { id: "" }
  const { id } = await client.attachments.send(brandId, { ticketId, filename: "a.txt", content: new Blob(["7"]) })
  await row.getByText("1 file", { exact: true }).waitFor({ state: "attached" })
  await client.attachments.delete(brandId, ticketId, id)
  await row.getByText("1 file", { exact: true }).waitFor({ state: "detached" })
}

/** A due date is set, undone and removed; earlier ones come first, and overdue ones are marked. */
const due = async ({ page, apiUrl, client, brandId }: Lists) => {
  const { data } = await client.tickets.list(brandId, { sort: "createdAt", order: "asc" })
  const [zip, pole] = data
  assert.isDefined(zip)
  assert.isDefined(pole)
  await client.tickets.update(brandId, pole.id, { dueAt: "2999-12-05T00:00:00Z" })
  const dueOfZip = (wanted: string | undefined) =>
    until(
      async () => (await client.tickets.get(brandId, zip.id)).dueAt?.slice(0, 10),
      (day) => day === wanted
    )
  await page.goto(`${apiUrl}/inbox?sort=dueAt`)
  assert.strictEqual((await titlesIn(page, 3))[0], "Pole")
  await rowsOf(page).filter({ hasText: "Pole" }).getByText("due Dec 5, 2999").waitFor()
  await rowsOf(page).filter({ hasText: "Ines Roth" }).filter({ hasText: "Zip" }).click()
  const input = page.getByLabel("Due", { exact: true })
  await input.fill("2020-02-29")
  await input.press("Enter")
  await dueOfZip("2020-02-29")
  await page.getByText("This day has passed.").waitFor()
  await page.getByText(`Due 2020-02-29: ${zip.publicId}`).waitFor()
  await until(
    () => titlesIn(page, 3),
    ([first]) => first === "Zip"
  )
  await rowsOf(page).first().getByText("due Feb 29, 2020").waitFor()
  await input.blur()
  await page.keyboard.press("z")
  await dueOfZip(undefined)
  await until(
    () => input.inputValue(),
    (value) => value === ""
  )
  await input.fill("2020-02-29")
  await input.blur()
  await dueOfZip("2020-02-29")
  await rowsOf(page).first().getByText("due Feb 29, 2020").waitFor()
  await assertBothThemes(page, "a ticket that is late")
  await input.fill("")
  await input.press("Enter")
  await dueOfZip(undefined)
  await page.getByText(`Due date removed: ${zip.publicId}`).waitFor()
}

/** An open ticket expands to the whole window and back, and the list is unchanged; "next" follows the list. */
const wholeWindow = async ({ page, apiUrl }: Lists) => {
  await page.goto(`${apiUrl}/inbox?view=all&sort=createdAt`)
  const titles = await titlesIn(page, 3)
  const heading = (at: number) => page.getByRole("heading", { name: titles[at] ?? "", exact: true }).waitFor()
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await heading(0)
  assert.strictEqual(path(page)[0], "/inbox")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/b/**")
  await heading(0)
  await rowsOf(page).first().waitFor({ state: "detached" })
  await page.keyboard.press("]")
  await heading(1)
  await page.reload()
  await heading(1)
  await page.keyboard.press("]")
  await heading(2)
  await page.keyboard.press("[")
  await heading(1)
  await page.keyboard.press("Escape")
  await page.waitForURL("**/inbox?**")
  assert.deepInclude(path(page)[1], { view: "all", sort: "createdAt" })
  await titlesIn(page, 3)

  // Closing leads back to where the user came from, or to the inbox after a direct link.
  await page.goto(`${apiUrl}/search?q=zip`)
  await page.getByRole("list", { name: "Results" }).getByRole("link").first().click()
  await page.getByRole("article").waitFor()
  const { href } = new URL(page.url())
  await page.getByRole("link", { name: "Back" }).click()
  await page.getByRole("list", { name: "Results" }).waitFor()
  assert.deepInclude(path(page)[1], { q: "zip" })
  const other = await page.context().newPage()
  await other.goto(href)
  await other.getByRole("article").waitFor()
  await other.keyboard.press("u")
  await rowsOf(other).first().waitFor()
  assert.deepStrictEqual(path(other), ["/inbox", {}])
  await other.close()
}

/** The files of all messages are listed beside a ticket, as is everything else that the API returns for it. */
const facts = async ({ page, apiUrl, client, brandId }: Lists) => {
  const ticket = await client.tickets.create(brandId, { customerEmail: "ada@north.example", title: "Two letters" })
  const ticketId = ticket.id
  for (const filename of ["first.txt", "second.txt"]) {
    const file = await client.attachments.send(brandId, { filename, content: new Blob(["7"]) })
    await client.comments.create(brandId, ticketId, { body: `See ${filename}`, attachmentIds: [file.id] })
  }
  const { slug } = await client.brands.get(brandId)
  await page.goto(`${apiUrl}/b/${slug}/t/${ticket.ticketNumber}`)
  const properties = page.getByRole("complementary", { name: "Properties" })
  await properties.getByText("All files (2)").waitFor()
  // The focus ring stays within the pane, which clips its contents.
  const cut = await properties.evaluate((pane) =>
    [...pane.querySelectorAll("button")].flatMap((button) => {
      if (button.getClientRects().length === 0) return []
      button.focus({ focusVisible: true })
      const { outlineOffset, outlineWidth } = getComputedStyle(button)
      const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
      const { left, right } = button.getBoundingClientRect()
      const { left: start, right: end } = pane.getBoundingClientRect()
      return left - ring < start || right + ring > end ? [button.textContent] : []
    })
  )
  assert.deepStrictEqual(cut, [])
  const saved = page.waitForEvent("download")
  await properties.getByRole("button", { name: "first.txt" }).click()
  assert.strictEqual((await saved).suggestedFilename(), "first.txt")

  await page.getByRole("button", { name: "More" }).click()
  await choose(page, "View as JSON")
  await page.getByRole("dialog").getByText(`"id": "${ticketId}"`).waitFor()
  await assertBothThemes(page, "a ticket as JSON")
  await page.keyboard.press("Escape")
}

/** The list shows a status under its brand's current name, whatever its key. */
const renamed = async ({ page, apiUrl, client, brandId }: Lists) => {
  const { id, key } = await client.statuses.create(brandId, { name: "Workshop", category: "pending" })
  await client.statuses.update(brandId, id, { name: "With the smith" })
  const { id: ticketId } = await client.tickets.create(brandId, { title: "Peg", customerEmail: "ines@north.example" })
  await client.tickets.update(brandId, ticketId, { status: key })
  await page.goto(`${apiUrl}/inbox?q=peg`)
  await rowsOf(page).filter({ hasText: "Peg" }).getByText("With the smith", { exact: true }).waitFor()
}

/** A list does not move while it loads, and a press applies to the row that was under the mouse, even if it moves. */
const steady = async ({ page, apiUrl, client, brandId }: Lists) => {
  await client.tags.create(brandId, { name: "repair" })
  await page.goto(`${apiUrl}/inbox`)
  await until(
    () => page.evaluate(keptCopies),
    (copies) => copies.some(({ text }) => text.includes("repair"))
  )
  const again = await page.context().newPage()
  await again.addInitScript(followTop)
  await again.goto(`${apiUrl}/inbox`)
  await rowsOf(again).first().waitFor()
  for (const name of ["Tag", "Category", "Order"]) await again.getByLabel(name, { exact: true }).waitFor()
  assert.lengthOf(await again.evaluate<ReadonlyArray<number>>("tops"), 1)
  await again.close()

  const row = rowsOf(page).filter({ hasText: "Pole" })
  const place = async () => {
    const { x = 0, y = 0 } = (await row.boundingBox()) ?? {}
    return { x, y }
  }
  /** Holds the mouse button down on the row, at this distance from its edge, until another row is there. */
  const press = async (right: number, title: string) => {
    const { x, y } = await place()
    await page.mouse.move(x + right, y + 20)
    await page.mouse.down()
    await client.tickets.create(brandId, { title, customerEmail: "ada@north.example" })
    await until(place, (now) => now.y > y)
  }
  await press(200, "Comes between")
  await page.mouse.up()
  await page.getByRole("heading", { name: "Pole" }).waitFor()
  await press(16, "Comes between, too")
  await page.mouse.up()
  await row.and(page.locator("[aria-selected=true]")).waitFor()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await page.getByRole("heading", { name: "Pole" }).waitFor({ state: "detached" })
  // Leaving the row with the button down opens nothing.
  await press(200, "Comes last")
  await page.mouse.move(600, 20)
  await page.mouse.up()
  await rowsOf(page).first().click()
  await page.getByRole("heading", { name: "Comes last" }).waitFor()
  await page.keyboard.press("Escape")
}

/** Records in `tops` the position of the ticket list each time it changes from one frame to the next. */
const followTop = () => {
  const tops: Array<number> = []
  const look = () => {
    const top = document.querySelector("[role=listbox]")?.getBoundingClientRect().top
    if (top !== undefined && top !== tops.at(-1)) tops.push(top)
    requestAnimationFrame(look)
  }
  look()
  Object.assign(window, { tops })
}

/** A link into a brand that this browser does not know yet waits for it, without an error. */
const newBrand = async ({ page, apiUrl, client }: Lists) => {
  const { id, slug } = await client.brands.create({ name: "West Shop" })
  await client.tickets.create(id, { title: "Of the West", customerEmail: "ada@north.example" })
  const asked: Array<string | null> = []
  page.on("request", (request) => void asked.push(new URL(request.url()).searchParams.get("brandId")))
  const brands = Promise.withResolvers<void>()
  const url = /\/v1\/brands(\?|$)/
  await page.route(url, (route) => brands.promise.then(() => route.continue()))
  await page.goto(`${apiUrl}/inbox?brand=${slug}`)
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor()
  brands.resolve()
  await rowsOf(page).filter({ hasText: "Of the West" }).waitFor()
  await page.unroute(url)
  assert.notInclude(asked, slug)
}

/** The navigation shows the current place: in a filtered list, with a ticket open, and on every page of a section. */
const places = async ({ page, apiUrl, client, brandId }: Lists) => {
  const { slug } = await client.brands.get(brandId)
  const south = await client.brands.create({ name: "South Shop" })
  const nav = page.getByRole("navigation", { name: "Places" })
  const here = nav.locator("[aria-current]")
  const at = async (address: string, ...names: ReadonlyArray<string>) => {
    await page.goto(apiUrl + address)
    await until(
      async () => (await here.allInnerTexts()).map((text) => text.split("\n")[0]),
      (found) => found.join() === names.join()
    )
  }
  await at("/inbox", "Inbox")
  await at(`/inbox?status=pending&open=${slug}/1`, "Inbox")
  await at("/inbox?view=mine&sort=createdAt", "Mine")
  await at(`/inbox?brand=${south.slug}`, "Inbox", "South Shop")
  await at("/customers", "Customers")
  await at(`/customers/${(await client.customers.list(brandId)).data[0]?.id}`, "Customers")
  await at("/settings/keyboard", "Settings")
  await at("/developers/events", "Developers")
  await at("/system", "System")
  await assertBothThemes(page, "the list of places")
  // From a brand's settings, the link leads to its tickets rather than to those of all brands.
  await at(`/settings/tags?brand=${south.slug}`, "Settings")
  await nav.getByRole("link", { name: "South Shop" }).click()
  await page.waitForURL(`**/inbox?brand=${south.slug}`)
  await nav.getByRole("link", { name: "Settings" }).click()
  await page.waitForURL("**/settings/brand")
}

/** In print, a ticket is as long as its conversation, dark on white, without anything around it. */
const paper = async ({ page, apiUrl, client, brandId }: Lists) => {
  const ticket = await client.tickets.create(brandId, { customerEmail: "ada@north.example", title: "A long story" })
  for (let at = 1; at <= 12; at++)
    await client.comments.create(brandId, ticket.id, { body: `Part ${at}.\n${"And then.\n".repeat(12)}` })
  const { slug } = await client.brands.get(brandId)
  await page.goto(`${apiUrl}/inbox?q=story&open=${slug}/${ticket.ticketNumber}`)
  await page.getByText("Part 12.").waitFor()
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  for (const size of [
    { width: 720, height: 1040 },
    { width: 1040, height: 720 }
  ]) {
    await page.setViewportSize(size)
    await page.getByText("Part 1.").waitFor()
    for (const gone of [
      page.getByRole("navigation", { name: "Places" }),
      rowsOf(page).first(),
      page.getByPlaceholder("Write a reply"),
      page.getByRole("button", { name: /Resolve|Quote/ }).first()
    ])
      await gone.waitFor({ state: "hidden" })
    await until(
      () => page.evaluate(() => document.documentElement.scrollHeight),
      (height) => height > 3 * size.height
    )
  }
  assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(28, 36, 48)")
  await page.emulateMedia({ media: "screen", colorScheme: "light" })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The palette lists the most recent choice first. */
const recent = async ({ page, apiUrl }: Lists) => {
  const first = page.getByRole("dialog").getByRole("option").first()
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  for (const name of ["Go to spam", "Go to trash"]) {
    await page.keyboard.press("Control+k")
    assert.notInclude(await first.innerText(), name)
    await choose(page, name)
    await page.keyboard.press("Control+k")
    await first.filter({ hasText: name }).waitFor()
    await page.keyboard.press("Escape")
  }
}

it.live("Lists show their filters, sort by due date, and are unchanged after a ticket", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl], { locale: "en-US", timezoneId: "America/New_York" })
    yield* Effect.promise(() => signIn(page, server))
    for (const part of [
      narrowed,
      back,
      imported,
      withFiles,
      due,
      wholeWindow,
      facts,
      renamed,
      steady,
      newBrand,
      places,
      paper,
      recent
    ])
      yield* Effect.promise(() => part({ page, apiUrl, client, brandId }))
    assert.deepStrictEqual(problems, [])
  }).pipe(Effect.scoped)
)
