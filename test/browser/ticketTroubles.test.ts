import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page, Route } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"
import { pasteText } from "./support/pasteText.ts"

/** An agent at a desk whose server fails now and then. */
interface Desk {
  readonly page: Page
  readonly client: Trunkline
  readonly brandId: string
  readonly apiUrl: string
}

const customer = "ines@north.example"
const titles = ["Where is my parcel?", "The zip is broken"] as const
const composer = (page: Page) => page.getByLabel(`Reply to ${customer}`)
const notSent = (page: Page) => page.getByText("Not sent", { exact: true })
const notices = (page: Page) => page.getByRole("region", { name: "Notifications" })

/** The response of an overloaded server, each time. */
const unavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { "retry-after": "0" },
    contentType: "application/problem+json",
    body: JSON.stringify({ code: "unavailable", detail: "The server is busy.", requestId: "req_1" })
  })

/** Responds to requests with this method and URL with `answer`, until it is called off. */
const troubled = async (page: Page, url: string | RegExp, method: string, answer: (route: Route) => unknown) => {
  const handler = (route: Route) => (route.request().method() === method ? void answer(route) : void route.fallback())
  await page.route(url, handler)
  return () => page.unroute(url, handler)
}

const ticketCalled = async ({ brandId, client }: Desk, title: string) => {
  const ticket = (await client.tickets.list(brandId)).data.find((one) => one.title === title)
  assert.isDefined(ticket)
  return ticket
}

const open = async (page: Page, title: string) => {
  await rowsOf(page).filter({ hasText: title }).click()
  await page.getByRole("heading", { name: title }).waitFor()
}

/** An unsent reply waits on its ticket, wherever the user goes and whatever window is closed, and arrives once. */
const reply = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const { id, publicId } = await ticketCalled(desk, titles[0])
  const asked = Promise.withResolvers<Route>()
  let answer: (route: Route) => unknown = asked.resolve
  const calm = await troubled(page, "**/comments", "POST", (route) => answer(route))
  await open(page, titles[0])
  await composer(page).fill("It left on Monday.")
  await composer(page).press("Control+Enter")
  await page.getByText("Sending…").waitFor()
  await open(page, titles[1])
  // The server accepts it, but the response is lost.
  const first = await asked.promise
  await first.fetch()
  answer = unavailable
  await unavailable(first)
  await notices(page).getByText(`Not sent on ${publicId}: The server is busy.`).waitFor()
  // A notice that stays until it is closed covers nothing.
  const box = await notices(page).getByText("Not sent on").boundingBox()
  const end = (box?.y ?? 0) + (box?.height ?? 0)
  for (const below of [
    page.getByRole("navigation", { name: "Places" }),
    page.getByRole("button", { name: "New ticket" }),
    page.getByRole("button", { name: "More", exact: true })
  ])
    assert.isAtLeast((await below.boundingBox())?.y ?? 0, end, String(below))
  await page.getByRole("button", { name: "Open", exact: true }).click()
  await page.getByRole("heading", { name: titles[0] }).waitFor()
  await notSent(page).waitFor()
  // A returning user is told on any page, and the undo key does not apply to it.
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: titles[0] }).getByText("Unsent").waitFor()
  const notice = notices(page).getByText(`You have unsent messages on ${publicId}`)
  await notice.waitFor()
  await page.keyboard.press("z")
  await notices(page)
    .getByRole("button", { name: `Open ${publicId}` })
    .click()
  await page.getByRole("heading", { name: titles[0] }).waitFor()
  await page.reload()
  await page.getByText("it will be sent only once").waitFor()
  await calm()
  await page.goto(`${apiUrl}/inbox`)
  await notice.waitFor()
  await open(page, titles[0])
  await page.getByRole("button", { name: "Edit message" }).click()
  // The notice is no longer true.
  await notice.waitFor({ state: "detached" })
  await composer(page).fill("It left on Tuesday.")
  await composer(page).press("Control+Enter")
  await page.getByText("The earlier version was already sent").waitFor()
  const said = await client.comments.list(brandId, id)
  assert.deepStrictEqual(
    said.map(({ body }) => body),
    ["It left on Monday."]
  )
  await page.getByRole("button", { name: "Edit message" }).click()
  await composer(page).fill("")
  await until(
    () => notSent(page).count(),
    (count) => count === 0
  )
}

/** Chosen or pasted files are sent with a reply; a failed upload says why, and is sent once possible. */
const files = async (desk: Desk) => {
  const { apiUrl, page } = desk
  await page.goto(`${apiUrl}/inbox`)
  await open(page, titles[0])
  const calm = await troubled(page, /\/v1\/files\//, "PUT", (route) => route.abort())
  const chosen = { name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("7") }
  await page.locator("input[type=file]").setInputFiles(chosen)
  const list = page.getByRole("list", { name: "Files to send" })
  await list.getByText("The server could not be reached. Check your connection and try again.").waitFor()
  await calm()
  await list.getByRole("button", { name: "Try again" }).click()
  await list.getByText("1 B").waitFor()

  /** Pastes a clipboard with a file; returns whether the text beside the file is left to the text box. */
  const paste = (name: string, ...types: ReadonlyArray<string>) =>
    composer(page).evaluate(
      (area, { name, types }) => {
        const clipboardData = new DataTransfer()
        for (const type of types) clipboardData.setData(type, "Seven parcels")
        clipboardData.items.add(new File(["7"], name, { type: "image/png" }))
        return area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
      },
      { name, types }
    )
  // Word and Excel copy a text together with a picture of it.
  assert.isTrue(await paste("table.png", "text/plain", "text/html"))
  assert.isFalse(await paste("screen.png"))
  await list.getByText("screen.png").waitFor()
  assert.strictEqual(await list.getByRole("listitem").count(), 2)
  const kept = () =>
    until(
      () => list.getByRole("listitem").allInnerTexts(),
      (items) => items.join() === "label.txt\n1 B,screen.png\n1 B"
    )
  await kept()

  // Text too long for a browser to edit becomes a file, together with the words before it.
  assert.isTrue(await pasteText(composer(page), 100_000))
  await composer(page).fill("The log:")
  assert.isFalse(await pasteText(composer(page), 100_000))
  await page.getByText("The text is too long for the message, so it was attached as pasted.txt").waitFor()
  await list.getByRole("listitem").filter({ hasText: "pasted.txt" }).getByText("100.0 KB").waitFor()
  assert.strictEqual(await composer(page).inputValue(), "The log:")
  await list.getByRole("button", { name: "Remove pasted.txt" }).click()

  // A message may consist of only a file, however it was added.
  await composer(page).fill("")
  await composer(page).press("Control+Enter")
  await page
    .getByRole("list", { name: "Conversation" })
    .getByRole("button", { name: /^screen.png/ })
    .waitFor()
  const said = await desk.client.comments.list(desk.brandId, (await ticketCalled(desk, titles[0])).id)
  const { attachments, body } = said.at(-1) ?? {}
  assert.deepStrictEqual([body, attachments?.map(({ filename }) => filename)], ["", ["label.txt", "screen.png"]])
  await page.getByRole("button", { name: /^Undo/ }).click()
  await page.getByText("Undone. It is a draft again.").waitFor()

  // Dropped text is inserted where it is dropped, as usual.
  const drop = (type: "dragover" | "drop") =>
    composer(page).evaluate((area, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData("text/plain", "Seven parcels")
      return area.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  assert.isTrue(await drop("dragover"))
  assert.isTrue(await drop("drop"))
  await kept()

  // Files without text stay internal, over a reload.
  await composer(page).press("Control+/")
  await page.reload()
  await kept()
  await page.getByLabel("Note for the team").press("Control+/")
  await composer(page).waitFor()

  // They stay with the draft, whatever else is viewed meanwhile, and continue to upload.
  const asked = Promise.withResolvers<Route>()
  const calmAgain = await troubled(page, /\/v1\/files\//, "PUT", asked.resolve)
  await composer(page).fill("Both are attached.")
  await page.locator("input[type=file]").setInputFiles({ ...chosen, name: "late.txt" })
  const sent = await asked.promise
  await open(page, titles[1])
  await list.waitFor({ state: "detached" })
  await sent.continue()
  await page.waitForResponse(/\/confirm$/)
  await open(page, titles[0])
  await list.getByRole("listitem").filter({ hasText: "late.txt" }).getByText("1 B").waitFor()
  await list.getByRole("button", { name: "Remove late.txt" }).click()
  await page.reload()
  await kept()

  // A file whose upload an earlier page had not finished is not dropped silently.
  await page.locator("input[type=file]").setInputFiles({ ...chosen, name: "lost.txt" })
  await list.getByRole("progressbar", { name: "lost.txt" }).waitFor()
  await page.reload()
  await list.getByText("It was not uploaded. Unless another window is still uploading it, choose it again.").waitFor()
  assert.isTrue(await page.getByRole("button", { name: "Send Ctrl ↵" }).isDisabled())
  await list.getByRole("button", { name: "Remove lost.txt" }).click()
  await calmAgain()

  // A reply that is withdrawn elsewhere comes back with its files.
  await composer(page).press("Control+Enter")
  await notices(page).getByText(`Sent to ${customer}`).waitFor()
  await open(page, titles[1])
  await notices(page).getByRole("button", { name: /^Undo/ }).click()
  await notices(page).getByText("Undone. It is a draft again.").waitFor()
  await open(page, titles[0])
  assert.strictEqual(await composer(page).inputValue(), "Both are attached.")
  await kept()
  for (const name of ["label.txt", "screen.png"]) await list.getByRole("button", { name: `Remove ${name}` }).click()
  await composer(page).fill("")
}

/** Loaded content stays on the page while it cannot be re-read, and so does the draft beside it. */
const reading = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const { slug } = await client.brands.get(brandId)
  // It is not in any loaded list.
  const { id, ticketNumber } = await client.tickets.create(brandId, {
    title: "Done",
    customerEmail: customer,
    body: ""
  })
  await client.tickets.update(brandId, id, { status: "resolved" })
  // The browser has cached the brand's previous prefix.
  await client.brands.update(brandId, { ticketPrefix: "LATER" })
  await page.goto(`${apiUrl}/b/${slug}/t/${ticketNumber}`)
  await composer(page).fill("Half a sen")
  const calm = await troubled(page, /\/v1\/brands\/.*\/tickets/, "GET", unavailable)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.getByText("The server is busy.").first().waitFor()
  await composer(page).pressSequentially("tence")
  assert.strictEqual(await composer(page).inputValue(), "Half a sentence")
  await calm()
  await composer(page).fill("")
}

/** A title that could not be saved is offered again, even after another ticket was viewed. */
const title = async (desk: Desk) => {
  const { apiUrl, page } = desk
  await page.goto(`${apiUrl}/inbox`)
  await open(page, titles[0])
  const calm = await troubled(page, /\/tickets\/[^/]+$/, "PATCH", unavailable)
  await page.getByRole("button", { name: titles[0] }).click()
  await page.getByLabel("Title").fill("Parcel 7 is late")
  // As Safari reports the Enter that accepts a Japanese word: it must not save the title.
  await page.getByLabel("Title").dispatchEvent("keydown", { key: "Enter", keyCode: 229 })
  assert.isTrue(await page.getByLabel("Title").isVisible())
  await page.getByLabel("Title").press("Enter")
  await page.getByText("Not saved: Parcel 7 is late").waitFor()
  await page.getByRole("heading", { name: titles[0] }).waitFor()
  await open(page, titles[1])
  await open(page, titles[0])
  await calm()
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { name: "Parcel 7 is late" }).waitFor()
  await until(
    () => ticketCalled(desk, "Parcel 7 is late").catch(() => undefined),
    (ticket) => ticket !== undefined
  )
}

/** A failed action is undone, and nothing else: not what was done meanwhile, or what another brand accepted. */
const actions = async (desk: Desk) => {
  const { apiUrl, client, page } = desk
  await page.goto(`${apiUrl}/inbox`)
  await open(page, titles[1])
  const asked = Promise.withResolvers<Route>()
  const calm = await troubled(page, /\/tickets\/[^/]+$/, "PATCH", (route) =>
    route.request().postData()?.includes("assigneeId") === true ? asked.resolve(route) : route.continue()
  )
  await page.keyboard.press("i")
  const first = await asked.promise
  await page.keyboard.press("e")
  await page.getByRole("button", { name: "Change Status: Resolved" }).waitFor()
  // A notice that appears while a dialog is open is announced and reachable there, also by keyboard, and outlives the dialog.
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Commands" })
  await dialog.waitFor()
  await first.fulfill({ status: 409, json: { code: "limit_reached", detail: "Not now.", requestId: "req_2" } })
  await dialog.getByText("Not saved: Not now.").waitFor()
  const copy = dialog.getByRole("button", { name: "Copy request id req_2" })
  await copy.click({ trial: true })
  await until(
    async () => {
      await page.keyboard.press("Tab")
      return copy.evaluate((button) => button === document.activeElement)
    },
    (isReached) => isReached
  )
  await assertBothThemes(page, "a notice in a dialog")
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await notices(page).getByText("Not saved: Not now.").waitFor()
  await page.getByRole("button", { name: "Change Assignee: Nobody" }).waitFor()
  await page.getByRole("button", { name: "Change Status: Resolved" }).waitFor()
  await calm()

  const other = await client.brands.create({ name: "South", slug: "south", ticketPrefix: "SOU" })
  await client.tickets.create(other.id, { title: "Ship to Norway?", customerEmail: customer, body: "" })
  await page.goto(`${apiUrl}/inbox?view=all&q=${encodeURIComponent(customer)}`)
  await rowsOf(page).filter({ hasText: "Ship to Norway?" }).waitFor()
  await page.keyboard.press("Control+a")
  const calmAgain = await troubled(page, `**/brands/${other.id}/tickets/bulk`, "POST", unavailable)
  await page.keyboard.press("i")
  const count = await rowsOf(page).count()
  await page.getByRole("heading", { name: `Assigned to you: ${count - 1} of ${count}` }).waitFor()
  await page.getByRole("row").filter({ hasText: "The server is busy." }).waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click()
  await page.getByRole("button", { name: /^Undo/ }).first().waitFor()
  await calmAgain()
}

/** Typing an answer before the question is shown has no other effect. */
const asking = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const { id, status } = await ticketCalled(desk, titles[1])
  const held = Promise.withResolvers<void>()
  await page.route("**/PickerDialog-*.js", (route) => held.promise.then(() => route.continue()))
  await page.goto(`${apiUrl}/inbox?view=all`)
  await open(page, titles[1])
  await page.keyboard.type("ae")
  held.resolve()
  await page.getByRole("dialog", { name: "Assign to" }).waitFor()
  await page.keyboard.press("Escape")
  await page.unroute("**/PickerDialog-*.js")
  assert.strictEqual((await client.tickets.get(brandId, id)).status, status)
}

/** Pressing Enter before anything is found does not pick an earlier result. */
const merging = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const create = (title: string) => client.tickets.create(brandId, { title, customerEmail: customer, body: "" })
  const [kept, other, double] = [await create("Lost umbrella"), await create("Lost glove"), await create("It again")]
  await page.goto(`${apiUrl}/inbox?view=all`)
  await open(page, double.title)
  await page.keyboard.press("m")
  const question = page.getByRole("dialog", { name: /^Merge/ })
  await question.getByRole("option", { name: other.title }).waitFor()
  const asked = Promise.withResolvers<Route>()
  const calm = await troubled(page, /[?&]search=/, "GET", asked.resolve)
  await page.keyboard.type("umbrella")
  const route = await asked.promise
  await page.keyboard.press("Enter")
  await question.getByText("Searching…").waitFor({ state: "attached" })
  await route.continue()
  await calm()
  await question.getByRole("option", { name: other.title }).waitFor({ state: "detached" })
  await page.keyboard.press("Enter")
  await page.getByRole("dialog", { name: /This cannot be undone/ }).waitFor()
  await page.keyboard.press("Enter")
  await notices(page).getByText(`Merged ${double.publicId} into ${kept.publicId}`).waitFor()
}

/** Parts of a ticket that could not be read are not shown as missing. */
const unread = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const { id } = await ticketCalled(desk, titles[1])
  const category = await client.categories.create(brandId, { name: "Zips" })
  const { members } = await page.evaluate<{ members: ReadonlyArray<{ id: string }> }>(
    "fetch('/v1/auth/members').then((r) => r.json())"
  )
  await client.tickets.update(brandId, id, { categoryId: category.id, assigneeId: members[0]?.id ?? "" })
  await client.comments.create(brandId, id, { body: "I have a spare one.", isInternal: true })
  const content = new Blob(["7"], { type: "text/plain" })
  await client.attachments.send(brandId, { ticketId: id, filename: "label.txt", content })
  // Removes everything cached before.
  await page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => indexedDB.deleteDatabase(name)))")
  const lists = /\/(?:members|categories|attachments|comments)$/
  const calm = await troubled(page, lists, "GET", unavailable)
  await page.goto(`${apiUrl}/inbox?view=all`)
  await open(page, titles[1])
  await page.getByRole("button", { name: "Change Assignee: Name unknown" }).waitFor()
  const failed = page.getByRole("listitem").filter({ hasText: "The files of this message could not be loaded" })
  await composer(page).fill("We send another one.")
  await composer(page).press("Control+Enter")
  await notSent(page).waitFor()
  // The choices are requested immediately, so they never interrupt a reply that was started meanwhile.
  await page.getByRole("button", { name: "Change Category: Name unknown" }).click()
  const question = page.getByRole("dialog", { name: "Category" })
  await question.getByText("The server is busy.").waitFor()
  await calm()
  await question.getByRole("button", { name: "Try again" }).click()
  await question.getByRole("option", { name: "Zips" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Change Category: Zips" }).waitFor()
  await failed.getByRole("button", { name: "Try again" }).click()

  // No one replies past what could not be read.
  const held = page.getByRole("listitem").filter({ hasText: "We send another one." })
  await held.getByRole("button", { name: "Try again" }).click()
  await held.getByText("wrote while you were typing. Read it, then send this anyway").waitFor()
  await page.getByText("I have a spare one.").waitFor()
  await held.getByRole("button", { name: "Send anyway" }).click()
  await notSent(page).waitFor({ state: "detached" })

  const calmAgain = await troubled(page, "**/v1/files/**", "GET", unavailable)
  await page.getByRole("list", { name: "Conversation" }).getByRole("button", { name: "label.txt" }).click()
  await notices(page).getByText("label.txt was not downloaded: The server is busy.").waitFor()
  await calmAgain()
  const download = page.waitForEvent("download")
  await notices(page).getByRole("button", { name: "Try again" }).click()
  assert.strictEqual((await download).suggestedFilename(), "label.txt")
  await page.getByRole("heading", { name: titles[1] }).waitFor()
}

/** A suppressed message is shown without a reload, although no event announces it, and has no button in the trash. */
const kept = async (desk: Desk) => {
  const { apiUrl, brandId, client, page } = desk
  const { id } = await client.tickets.create(brandId, { title: "Torn sleeve", customerEmail: customer })
  await client.comments.create(brandId, id, { body: "We mend it." })
  await until(
    () => client.messages.list(brandId, id),
    ([message]) => message?.status === "suppressed"
  )
  // As read before the mailer has processed it.
  const comments = new RegExp(`/${id}/comments$`)
  const waiting = async (route: Route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('"status":"suppressed"', '"status":"queued"')
    await route.fulfill({ response, body: text })
  }
  await page.route(comments, waiting, { times: 1 })
  await page.goto(`${apiUrl}/inbox`)
  await open(page, "Torn sleeve")
  await page.getByText(`Waiting to be sent to ${customer}`).waitFor()
  await page.getByText(`Not sent to ${customer}`).waitFor()
  const again = page.getByRole("button", { name: "Send now" })
  await again.waitFor()
  await client.tickets.delete(brandId, id)
  await page.getByText("In the trash", { exact: true }).waitFor()
  await page.getByText(`Not sent to ${customer}`).waitFor()
  assert.strictEqual(await again.count(), 0)
}

/** Choosing another brand for a new ticket takes its files along, and leaves none for the next ticket of the first brand. */
const otherBrand = async ({ apiUrl, client, page }: Desk) => {
  const { id } = await client.brands.create({ name: "South", ticketPrefix: "SOU" })
  await page.goto(`${apiUrl}/new`)
  await page.getByLabel("Brand").waitFor()
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "strap.txt", mimeType: "text/plain", buffer: Buffer.from("7") })
  await page.getByText("strap.txt").waitFor()
  await page.getByLabel("Brand").selectOption(id)
  await page.getByText("strap.txt").waitFor()
  await page.getByLabel("Customer's email address").fill(customer)
  await page.getByLabel("Title").fill("The strap")
  await page.getByRole("button", { name: "Create ticket" }).click()
  await page.getByRole("heading", { name: "The strap" }).waitFor()
  const { data } = await client.tickets.list(id)
  assert.deepStrictEqual(
    data.map(({ attachmentCount }) => attachmentCount),
    [1]
  )
  await page.goto(`${apiUrl}/new`)
  await page.getByLabel("Brand").waitFor()
  assert.strictEqual(await page.getByText("strap.txt").count(), 0)
}

it.live("Failures on a ticket are reported, and nothing that was written is lost", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    const desk: Desk = { page, client, brandId, apiUrl }
    yield* Effect.promise(async () => {
      for (const title of titles)
        await client.tickets.create(brandId, { title, customerEmail: customer, body: "Please help." })
      await signIn(page, server)
      await page.goto(`${apiUrl}/inbox`)
      for (const part of [reply, files, reading, title, asking, actions, merging, unread, kept, otherBrand])
        await part(desk)
    })
    assert.deepStrictEqual(
      problems.filter(
        (problem) => !/status of (?:404|409|412|422|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(problem)
      ),
      []
    )
  }).pipe(Effect.scoped)
)
