import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator, Page, Route } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { hostedInstallation, start } from "../support/RunningServer.ts"
import { launchBrowser, visit } from "./support/launchBrowser.ts"
import { type WidgetHost, widgetHost } from "./support/widgetHost.ts"
import { type Host, launcher, until, widgetOn } from "./support/widgetPage.ts"

const email = "ines@north.example"
/** Another visitor: the first may have used up what one customer may ask in a minute. */
const una = "una@north.example"
const toSend = (page: Page) => page.getByRole("list", { name: "Files to send" })
const file = { name: "lid.txt", mimeType: "text/plain", buffer: Buffer.from("the lid") }

/** A brand's customer, and the team that gets their requests. */
interface Desk {
  readonly client: Trunkline
  readonly brandId: string
  readonly base: string
}

const said = async ({ brandId, client }: Desk, id: string) =>
  (await client.comments.list(brandId, id)).map(({ attachments, body }) => [body, attachments.length])
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true })
const holds = (input: Locator, text: string) => until(async () => (await input.inputValue()) === text)
const reply = (page: Page) => page.getByLabel("Your reply")

/** Named as in Chromium's protocol. */
const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }

/** A link is opened by a double click on a slow network, and once more later. */
const entersOnce = async ({ base, client }: Desk, page: Page) => {
  await page.goto(`${base}/sign-in`)
  await page.getByLabel("Email address").fill(email)
  await page.getByRole("button", { name: "Send me the link" }).dblclick()
  let mailed: ReadonlyArray<string> = []
  await until(async () => {
    const { data } = await client.testMode.listOutbox({ to: email })
    mailed = data.map(({ text }) => /http\S+token=ml_\w+/.exec(text ?? "")?.[0] ?? "")
    return mailed.length > 0
  })
  await page.goto(mailed[0] ?? "")
  const slowly = (latency: number) => network.send("Network.emulateNetworkConditions", { ...unlimited, latency })
  const network = await page.context().newCDPSession(page)
  await slowly(300)
  await page.getByRole("button", { name: "Sign in" }).dblclick()
  await page.getByRole("heading", { name: "Your requests" }).waitFor()
  await slowly(0)
  await page.goto(mailed[0] ?? "")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Your requests" }).waitFor()
  assert.lengthOf(mailed, 1)
}

/** The draft of a new request survives visits to other pages, until it is sent. */
const keepsRequests = async (desk: Desk, page: Page) => {
  await page.goto(`${desk.base}/new`)
  await page.getByText("You can also drop or paste files here.").waitFor()
  await page.getByLabel("Subject").fill("It is broken")
  await page.getByLabel("Message").fill("The lid does not close.\n\nWhat now?")
  await page.getByLabel("A gift").uncheck()
  await page.getByLabel("Colour").selectOption("red")
  await page.getByRole("link", { name: "Your requests" }).click()
  await page.getByRole("link", { name: "New request" }).first().click()
  await holds(page.getByLabel("Subject"), "It is broken")
  await page.getByLabel(/^Files \(/).setInputFiles(file)
  await toSend(page).getByText("7 byte").waitFor()
  await page.reload()
  await holds(page.getByLabel("Message"), "The lid does not close.\n\nWhat now?")
  await toSend(page).getByText("7 byte").waitFor()
  await send(page).click()
  await page.getByRole("heading", { name: "It is broken" }).waitFor()
  await page.getByRole("link", { name: "lid.txt" }).waitFor()
  // Once the page is interactive, it discards what has been posted.
  await page.getByText("You can also drop or paste files here.").waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  const { customFields } = await desk.client.tickets.get(desk.brandId, id)
  assert.deepStrictEqual(customFields, { gift: false, colour: "red" })
  await page.goto(`${desk.base}/new`)
  await page.getByText("You can also drop or paste files here.").waitFor()
  assert.strictEqual(await page.getByLabel("Subject").inputValue(), "")
  assert.strictEqual(await toSend(page).getByText("7 byte").count(), 0)
  return id
}

/** A reply is sent with its files or not at all, and does not wait for removed ones. */
const keepsReplies = async (desk: Desk, page: Page, id: string) => {
  await page.goto(`${desk.base}/r/${id}`)
  await page.getByText("You can also drop or paste files here.").waitFor()
  await page.route("**/files", (route) => route.fulfill({ status: 500, json: { reason: "No." } }))
  await reply(page).fill("Here it is.")
  await page.getByLabel(/^Files \(/).setInputFiles(file)
  await page.getByText("Not sent. No.").waitFor()
  await send(page).click()
  await page.getByRole("button", { name: "Try again: lid.txt" }).and(page.locator(":focus")).waitFor()
  assert.deepStrictEqual(await said(desk, id), [])
  await page.unroute("**/files")
  await page.keyboard.press("Enter")
  await toSend(page).getByText("7 byte").waitFor()
  await page.reload()
  await toSend(page).getByText("7 byte").waitFor()
  await holds(reply(page), "Here it is.")
  await send(page).click()
  const sent = page.getByRole("listitem").filter({ hasText: "Here it is." })
  await sent.getByRole("link", { name: "lid.txt" }).waitFor()
  assert.deepStrictEqual(await said(desk, id), [["Here it is.", 1]])
  await page.reload()
  await page.getByText("You can also drop or paste files here.").waitFor()
  assert.strictEqual(await toSend(page).getByText("7 byte").count(), 0)

  await page.route("**/files", () => undefined)
  await page.getByLabel(/^Files \(/).setInputFiles(file)
  await reply(page).fill("Without it.")
  await send(page).click()
  await page.getByRole("status").getByText("Sending…").waitFor()
  await page.getByRole("button", { name: "Remove lid.txt" }).click()
  await page.getByText("Without it.").waitFor()
  await page.unroute("**/files")
  await page.getByText("Sending…").waitFor({ state: "detached" })

  await isSentAtOnce(page)
  await page.route(`**/r/${id}`, (route) => route.fulfill({ status: 409, json: { reason: "No." } }))
  await reply(page).fill("Take it back")
  await page.getByLabel(/^Files \(/).setInputFiles(file)
  await toSend(page).getByText("7 byte").waitFor()
  await send(page).click()
  const unsent = page.getByRole("listitem").filter({ hasText: "Not sent. No." })
  await unsent.getByText("lid.txt 7 byte").waitFor()
  await page.getByRole("button", { name: "Delete" }).click()
  await page.getByText("Take it back").waitFor({ state: "detached" })
  await page.unroute(`**/r/${id}`)
  await isLeftInTheMiddle(page, id)
  await waitsForTheNext(page, id)
  await arrivesLate(page, id)
  assert.deepStrictEqual(await said(desk, id), [
    ["Here it is.", 1],
    ["Without it.", 0],
    ["With it.", 1],
    ["It has arrived", 1],
    ["The file comes next", 0],
    ["It arrives late", 0],
    ["It arrives late, too", 0],
    ["Something else", 0]
  ])
}

/** A file is dropped and the reply sent before the browser has painted the attachment. */
const isSentAtOnce = async (page: Page) => {
  await reply(page).fill("With it.")
  await reply(page).evaluate(async (area: HTMLTextAreaElement) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(["the lid"], "lid.txt", { type: "text/plain" }))
    area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }))
    // Rendering happens in promises, without a frame in between.
    for (let turn = 0; turn < 100 && document.querySelector(".upload progress") === null; turn++) await undefined
    area.form?.requestSubmit()
  })
  const sent = page.getByRole("listitem").filter({ hasText: "With it." })
  await sent.getByRole("link", { name: "lid.txt" }).waitFor()
}

/** A page ends while a reply is in transit: if it did not arrive, its text is restored; if it did, it is not. */
const isLeftInTheMiddle = async (page: Page, id: string) => {
  page.on("dialog", (dialog) => dialog.accept())
  for (const [text, hasArrived] of [
    ["It has not arrived", false],
    ["It has arrived", true]
  ] as const) {
    const answered = Promise.withResolvers<void>()
    await page.route(`**/r/${id}`, async (route) => {
      if (route.request().method() !== "POST") return route.continue()
      if (hasArrived) await route.fetch()
      answered.resolve()
    })
    // What did not arrive is restored with its file, which is sent with the next reply.
    if (!hasArrived) await page.getByLabel(/^Files \(/).setInputFiles(file)
    await reply(page).fill(text)
    await toSend(page).getByText("7 byte").waitFor()
    await send(page).click()
    await answered.promise
    await page.reload()
    await page.unroute(`**/r/${id}`)
    await page.getByText("You can also drop or paste files here.").waitFor()
    await holds(reply(page), hasArrived ? "" : text)
    await until(async () => (await toSend(page).getByText("7 byte").count()) === (hasArrived ? 0 : 1))
  }
}

/** A file added while the previous reply is in transit is not dropped with that one. */
const waitsForTheNext = async (page: Page, id: string) => {
  const asked = Promise.withResolvers<Route>()
  await page.route(`**/r/${id}`, (route) =>
    route.request().method() === "POST" ? asked.resolve(route) : route.continue()
  )
  await reply(page).fill("The file comes next")
  await send(page).click()
  const route = await asked.promise
  await page.getByLabel(/^Files \(/).setInputFiles(file)
  await toSend(page).getByText("7 byte").waitFor()
  await route.continue()
  await page.getByText("Sending…").waitFor({ state: "detached" })
  await page.unroute(`**/r/${id}`)
  await page.reload()
  await toSend(page).getByText("7 byte").waitFor()
  await holds(reply(page), "")
  await page.getByRole("button", { name: "Remove lid.txt" }).click()
}

/**
 * A reply arrives when the next page is already there: resending it has no second effect, and a different text is a new reply.
 */
const arrivesLate = async (page: Page, id: string) => {
  for (const [text, next] of [
    ["It arrives late", "It arrives late"],
    ["It arrives late, too", "Something else"]
  ] as const) {
    const left = Promise.withResolvers<Route>()
    await page.route(`**/r/${id}`, (route) =>
      route.request().method() === "POST" ? left.resolve(route) : route.continue()
    )
    await reply(page).fill(text)
    await send(page).click()
    const route = await left.promise
    await page.reload()
    await page.unroute(`**/r/${id}`)
    await page.getByText("You can also drop or paste files here.").waitFor()
    await holds(reply(page), text)
    await route.fetch()
    const messages = page.getByRole("list", { name: "Messages" })
    await messages.getByText(text, { exact: true }).waitFor()
    await reply(page).fill(next)
    await send(page).click()
    if (next !== text) {
      await messages.getByText("We already received this a moment ago").waitFor()
      await messages.getByRole("button", { name: "Try again" }).click()
    }
    await messages.getByText("Sending…").waitFor({ state: "detached" })
    await messages.getByText(next, { exact: true }).waitFor()
  }
}

/** A page in the background holds no connection, and reads what is new when it comes to the front. */
const restsInTheBackground = async (desk: Desk, page: Page, id: string) => {
  const hide = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }, isHidden)
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/stream"))
  await hide(true)
  await ended
  await desk.client.comments.create(desk.brandId, id, { body: "We look into it." })
  await hide(false)
  await page.getByText("We look into it.").waitFor()
}

/** A draft on a request that is merged meanwhile. */
const keepsWhatIsMerged = async (desk: Desk, page: Page, id: string) => {
  const { brandId, client } = desk
  const other = await client.tickets.create(brandId, { title: "The same", customerEmail: email })
  await reply(page).fill("Half a sentence")
  await client.tickets.merge(brandId, other.id, { sourceTicketIds: [id] })
  await page.getByText("This request was merged").waitFor()
  assert.strictEqual(await page.getByLabel("What you wrote").inputValue(), "Half a sentence")
  return other.id
}

const inWidget = (page: Page) => {
  const widget = widgetOn(page)
  return {
    widget,
    write: () => widget.getByRole("button", { name: "New request" }).click(),
    subject: widget.getByLabel("Subject"),
    message: widget.getByLabel("Your reply")
  }
}

/** Text in the widget survives its panel, the page, and another sign-in. */
const keepsInWidget = async (desk: Desk, host: WidgetHost, page: Page, id: string) => {
  const boot = { brandId: desk.brandId, tokenUrl: "/support/token" }
  await page.goto(host.page({ boot }))
  const { message, subject, widget, write } = inWidget(page)
  await launcher(page).click()
  await write()
  await subject.fill("One more thing")
  await widget.getByLabel("Add a file").setInputFiles(file)
  await widget.getByText("lid.txt").waitFor()
  await page.keyboard.press("Escape")
  await launcher(page).click()
  await holds(subject, "One more thing")
  await widget.getByText("lid.txt").waitFor()
  await until(async () => (await widget.getByRole("progressbar").count()) === 0)
  const before = host.answered()
  await page.evaluate(() => (window as unknown as Host).Trunkline("identify", { tokenUrl: "/support/token" }))
  await until(async () => host.answered() > before)
  await holds(subject, "One more thing")

  await page.goto(host.page({ boot }))
  await launcher(page).waitFor()
  await page.evaluate(() =>
    (window as unknown as Host).Trunkline("newTicket", { customFields: { colour: "red", hidden: 7 } })
  )
  await holds(subject, "One more thing")
  await widget.getByRole("button", { name: "Remove lid.txt" }).click()
  await holds(widget.getByLabel("Colour"), "red")
  await widget.getByLabel("Colour").selectOption("")
  const left = Promise.withResolvers<void>()
  await page.route("**/v1/portal/tickets", async (route) => {
    await left.promise
    await route.fulfill({ status: 501, body: "" })
  })
  await widget.getByRole("button", { name: "Send" }).click()
  await widget.getByRole("button", { name: "Back" }).click()
  left.resolve()
  await widget.getByText("Something went wrong on our side.").waitFor()
  await page.unroute("**/v1/portal/tickets")
  await widget.getByRole("button", { name: "Send" }).click()
  await widget.getByRole("heading", { name: "One more thing" }).waitFor()
  const [made] = (await desk.client.tickets.list(desk.brandId, { limit: 1 })).data
  assert.deepInclude(made, { title: "One more thing", customFields: { gift: true, hidden: 7 } })
  await widget.getByRole("button", { name: "Back" }).click()
  await write()
  assert.strictEqual(await subject.inputValue(), "")
  await widget.getByRole("button", { name: "Back" }).click()

  const comments = "**/comments"
  await page.route(comments, () => undefined)
  await widget.getByText("The same").click()
  await message.fill("Left in the middle")
  await widget.getByRole("button", { name: "Send" }).click()
  await widget.getByText("Sending…").waitFor()
  await message.fill("Not yet sent")
  await page.goto(host.page({ boot }))
  await page.unroute(comments)
  await page.reload()
  await until(async () => (await said(desk, id)).some(([body]) => body === "Left in the middle"))
  await launcher(page).click()
  await widget.getByText("The same").click()
  await holds(message, "Not yet sent")
  await widget.getByText("Left in the middle").waitFor()
  assert.lengthOf(
    (await said(desk, id)).filter(([body]) => body === "Left in the middle"),
    1
  )
}

/** A draft follows its request into the one that it is merged into, with its file. */
const goesAlong = async (desk: Desk, host: WidgetHost, page: Page, id: string) => {
  const { brandId, client } = desk
  const { id: gone } = await client.tickets.create(brandId, { title: "Merged away", customerEmail: email })
  await page.goto(host.page({ boot: { brandId, tokenUrl: "/support/token" } }))
  const { message, widget } = inWidget(page)
  await launcher(page).click()
  await widget.getByText("Merged away").click()
  await message.fill("Half of it")
  await widget.getByLabel("Add a file").setInputFiles(file)
  await client.tickets.merge(brandId, id, { sourceTicketIds: [gone] })
  await widget.getByRole("button", { name: "Go to that request" }).click()
  await holds(message, "Half of it\n\nNot yet sent")
  await widget.getByRole("button", { name: "Remove lid.txt" }).waitFor()
  await widget.getByRole("button", { name: "Send" }).click()
  await until(async () =>
    (await said(desk, id)).some(([body, files]) => `${body}`.startsWith("Half of it") && files === 1)
  )
}

/** What one visitor has sent is never done in the name of another who signs in before it is through. */
const staysTheirs = async (desk: Desk, host: WidgetHost, page: Page, become: (email: string) => void) => {
  const { brandId, client } = desk
  const options = { brandId, tokenUrl: "/support/token" }
  const { subject, widget, write } = inWidget(page)
  const theirs = async (title: string) =>
    (await client.tickets.list(brandId, { limit: 5 })).data.flatMap((one) =>
      one.title === title ? [one.customerEmail] : []
    )
  /** Starts a request as the first visitor. */
  const begins = async () => {
    become(una)
    await page.goto(host.page({ boot: options }))
    await launcher(page).click()
    await write()
  }
  /** Sends it, and lets it be answered this way once the other visitor is signed in. */
  const sends = async (title: string, answer: (route: Route) => Promise<void>) => {
    await begins()
    await subject.fill(title)
    await page.route("**/v1/portal/tickets", answer, { times: 1 })
    await widget.getByRole("button", { name: "Send" }).click()
  }
  await sends("Tried again", async (route) => {
    become("tom@north.example")
    const tom = page.waitForResponse((response) => response.url().endsWith("/v1/portal/me"))
    await page.evaluate((options) => (window as unknown as Host).Trunkline("identify", options), options)
    await tom
    await route.fulfill({ status: 503, headers: { "retry-after": "0" }, json: { code: "unavailable" } })
  })
  await until(async () => (await theirs("Tried again")).length > 0)
  assert.deepStrictEqual(await theirs("Tried again"), [una])

  await sends("Out of date", async (route) => {
    become("tom@north.example")
    await route.fulfill({ status: 401, json: { code: "token_expired" } })
  })
  await subject.waitFor({ state: "detached" })
  await widget.getByRole("button", { name: "New request" }).waitFor()
  assert.deepStrictEqual(await theirs("Out of date"), [])
  await begins()
  await holds(subject, "Out of date")
}

/** A page that loads and boots the widget twice has only one, and its visitor stays signed in. */
const isThereOnce = async (desk: Desk, host: WidgetHost, page: Page, server: string) => {
  const { accessToken: token } = await desk.client.portalTokens.create({ brandId: desk.brandId, customerEmail: una })
  await page.goto(host.page({ boot: { brandId: desk.brandId, token } }))
  await launcher(page).waitFor()
  await page.evaluate(([brandId, token]) => (window as unknown as Host).Trunkline("boot", { brandId, token }), [
    desk.brandId,
    token
  ] as const)
  await launcher(page).click()
  await widgetOn(page).getByText("Tried again").waitFor()
  await page.evaluate(
    ([server, brandId]) =>
      new Promise((loaded) => {
        const script = Object.assign(document.createElement("script"), { src: `${server}/widget.js`, onload: loaded })
        Object.assign(script.dataset, { brandId, tokenUrl: "/support/token" })
        document.body.append(script)
      }),
    [server, desk.brandId] as const
  )
  await launcher(page).click()
  await widgetOn(page).getByText("Tried again").waitFor()
  assert.strictEqual(await page.locator("iframe").count(), 1)
}

it.live("What customers write is neither lost nor sent twice, whatever happens meanwhile", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const { apiUrl, testBrandId: brandId, testKey: apiKey } = facts
    const client = new Trunkline({ baseUrl: apiUrl, apiKey })
    const desk: Desk = { base: `${apiUrl}/portal/${brandId}`, client, brandId }
    let visitor = email
    const host = yield* widgetHost(
      apiUrl,
      async () => (await client.portalTokens.create({ brandId, customerEmail: visitor })).accessToken
    )
    yield* Effect.promise(async () => {
      await client.brands.update(brandId, { portalOrigins: [host.origin] })
      const asked = { showOnCreate: true }
      await client.fields.create(brandId, "ticket", {
        ...asked,
        key: "gift",
        label: "A gift",
        type: "boolean",
        defaultValue: true
      })
      await client.fields.create(brandId, "ticket", {
        ...asked,
        key: "colour",
        label: "Colour",
        type: "select",
        options: ["red"]
      })
    })
    const browser = yield* launchBrowser
    const { page, problems } = yield* visit(browser, [apiUrl, host.origin])
    yield* Effect.promise(async () => {
      await entersOnce(desk, page)
      const id = await keepsRequests(desk, page)
      await keepsReplies(desk, page, id)
      await restsInTheBackground(desk, page, id)
      const other = await keepsWhatIsMerged(desk, page, id)
      await keepsInWidget(desk, host, page, other)
      await goesAlong(desk, host, page, other)
      await staysTheirs(desk, host, page, (email) => {
        visitor = email
      })
      await isThereOnce(desk, host, page, apiUrl)
    })
    assert.deepStrictEqual(
      problems.filter((problem) => problem.startsWith("an uncaught error")),
      []
    )
  }).pipe(Effect.scoped)
)
