import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"
import { until } from "./support/desk.ts"
import { assertAccessible, launchBrowser, visit } from "./support/launchBrowser.ts"
import { mailedLink } from "./support/mailedLink.ts"
import { marked, showsMarks } from "./support/markedMessage.ts"
import { pasteText } from "./support/pasteText.ts"

const phone = { width: 390, height: 844 }

/** The team behind the portal: a test brand, whose mail is captured. */
interface Desk {
  readonly base: string
  readonly client: Trunkline
  readonly brandId: string
}
const deskOf = ({ apiUrl, testBrandId, testKey }: Facts): Desk => ({
  base: `${apiUrl}/portal/${testBrandId}`,
  client: new Trunkline({ baseUrl: apiUrl, apiKey: testKey }),
  brandId: testBrandId
})

/** Requests a link, and opens the mailed one. */
const signIn = async ({ base, client }: Desk, page: Page, email: string) => {
  await page.goto(base)
  await page.getByLabel("Email address").fill(email)
  await page.getByRole("button", { name: "Send me the link" }).click()
  await page.getByRole("heading", { name: "Check your email" }).waitFor()
  const link = await mailedLink(client, email)
  await page.goto(link)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Your requests" }).waitFor()
}

/** Asserts that axe, which needs scripts, finds nothing on light pages and on dark ones. */
const assertBothModes = async (page: Page) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${page.url()} in ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: "light" })
}

const label = { name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("North Ltd") }

/**
 * A page shows the newest messages of a long conversation, and a reader who goes back gets all of them, without losing their
 * place.
 */
const readsBackwards = async ({ base, brandId, client }: Desk, page: Page, customerEmail: string) => {
  const long = { title: "A long story", customerEmail, body: "It began on a Monday." }
  const { id } = await client.tickets.create(brandId, long)
  for (let number = 1; number <= 30; number++)
    await client.comments.create(brandId, id, { body: `Word ${number}. ${"and ".repeat(1_000)}` })
  await page.goto(`${base}/r/${id}`)
  const items = page.getByRole("list", { name: "Messages" }).locator("> li")
  await items.filter({ hasText: "It began on a Monday." }).waitFor()
  // The opening message, the link to earlier messages, and the newest ones.
  assert.strictEqual(await items.count(), 1 + 1 + 25)
  const field = page.getByLabel("Your reply")
  const isSeen = () => field.evaluate((area) => area.getBoundingClientRect().top < innerHeight)
  assert.isFalse(await isSeen())
  await page.getByRole("link", { name: "Write a reply…" }).click()
  await until(isSeen, (seen) => seen)
  await page.getByRole("link", { name: "Earlier messages (5)" }).click()
  await page.waitForURL(/\?all#/)
  await items.filter({ hasText: "Word 5." }).waitFor()
  assert.strictEqual(await items.count(), 1 + 30)
  await until(
    () => items.filter({ hasText: "Word 6." }).boundingBox(),
    (sixth) => sixth !== null && sixth.y >= 0 && sixth.y < 200
  )
  return { id, items }
}

const withoutScripts = async (desk: Desk, page: Page) => {
  const { base, brandId, client } = desk
  await page.goto(`${base}/sign-in`)
  await signIn(desk, page, "ines@north.example")
  await page.getByText("You have no open requests.").waitFor()
  const { id: longId } = await readsBackwards(desk, page, "ines@north.example")
  await client.tickets.delete(brandId, longId)
  await page.goto(base)

  await page.getByRole("link", { name: "New request" }).first().click()
  await page.getByLabel("Subject").fill("Where is my parcel?")
  await page.getByLabel("Message (optional)").fill("It was to arrive on Monday: https://shop.example/orders/7")
  await page.getByLabel("Order number").fill("7")
  await page.getByLabel(/^Files \(/).setInputFiles(label)
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByRole("heading", { name: "Where is my parcel?" }).waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  assert.deepInclude(await client.tickets.get(brandId, id), { customFields: { order: "7" }, source: "web" })

  await client.comments.create(brandId, id, { body: marked })
  await page.reload()
  await showsMarks(page.getByRole("list", { name: "Messages" }))
  await page.getByLabel("Your reply").fill("Thank you!")
  await page.getByRole("button", { name: "Send", exact: true }).click()
  const own = page.getByRole("list", { name: "Messages" }).locator("> li").filter({ hasText: "Thank you!" })
  await own.getByText("You", { exact: true }).waitFor()
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "label.txt" }).click()
  assert.strictEqual((await download).suggestedFilename(), "label.txt")

  await page.getByRole("link", { name: "Your requests" }).first().click()
  await page.getByText("2 replies").waitFor()
  await page.getByRole("link", { name: "Done" }).click()
  await page.getByText("None of your requests are done yet.").waitFor()
  await page.goto(`${base}/nowhere`)
  await page.getByRole("heading", { name: "Page not found" }).waitFor()
  await page.getByRole("link", { name: "Go to your requests" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
}

const withScripts = async (desk: Desk, page: Page) => {
  const { base, brandId, client } = desk
  await page.goto(`${base}/sign-in`)
  await assertBothModes(page)
  await page.goto(`${base}/enter?token=ml_0`)
  await assertBothModes(page)
  await page.goto(`${base}/enter?token=used`)
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor()
  await assertBothModes(page)
  await page.goto(`${base}/sign-in?lang=ar`)
  await page.locator("form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.locator("#email").fill("nobody")
  await page.locator("main button").click()
  await page.locator("#email-refused").waitFor()
  await assertBothModes(page)
  await page.goto(`${base}/sign-in?lang=en`)
  await signIn(desk, page, "otto@south.example")
  await page.getByText("You have no open requests.").waitFor()
  await assertBothModes(page)
  const long = await readsBackwards(desk, page, "otto@south.example")
  await assertBothModes(page)
  await client.comments.create(brandId, long.id, { body: "And so on." })
  await page.getByText("And so on.").waitFor()
  assert.strictEqual(await long.items.count(), 1 + 31)
  await page.goto(`${base}/nowhere`)
  await page.getByRole("heading", { name: "Page not found" }).waitFor()
  await assertBothModes(page)
  await page.goto(`${base}/new`)
  await page.getByLabel("Subject").fill("It is broken")
  await page.getByLabel(/^Files \(/).setInputFiles(label)
  await page.getByRole("button", { name: "Remove label.txt" }).waitFor()
  await assertBothModes(page)
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByRole("heading", { name: "It is broken" }).waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  await page.getByRole("link", { name: "label.txt" }).waitFor()

  await client.comments.create(brandId, id, { body: "For the team alone", isInternal: true })
  await client.comments.create(brandId, id, { body: marked })
  await showsMarks(page.getByRole("list", { name: "Messages" }))
  assert.strictEqual(await page.getByText("For the team alone").count(), 0)
  await client.tickets.update(brandId, id, { status: "awaiting" })
  await page.locator(".status.pending").waitFor()
  await staysReadable(desk, page)

  await page.context().setOffline(true)
  await page.getByLabel("Your reply").fill("The lid")
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByText("Not sent. Could not connect.").waitFor()
  await assertBothModes(page)
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByText("Not sent.").waitFor({ state: "detached" })
  await page.locator(".status.open").waitFor()
  assert.strictEqual(await page.getByText("The lid").count(), 1)
  const comments = await client.comments.list(brandId, id)
  assert.deepStrictEqual(
    comments.filter(({ authorType }) => authorType === "CUSTOMER").map(({ body }) => body),
    ["The lid"]
  )

  await page.getByLabel("Your reply").fill("And this one")
  await drop(page, "part.txt")
  await page.getByRole("button", { name: "Remove part.txt" }).waitFor()
  await page.getByLabel("Your reply").press("Tab")
  await page.getByRole("button", { name: "Send", exact: true }).press("Enter")
  await page.getByRole("link", { name: "part.txt" }).waitFor()
  // A reply may consist of only a file, and a text too long to continue becomes one.
  await page.getByLabel("Your reply").and(page.locator("[required]")).waitFor()
  assert.isFalse(await pasteText(page.getByLabel("Your reply"), 100_001))
  await page.getByRole("button", { name: "Remove pasted.txt" }).waitFor()
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByRole("link", { name: "pasted.txt" }).waitFor()
  const [last] = (await client.comments.list(brandId, id)).slice(-1)
  assert.deepStrictEqual([last?.body, last?.attachments.map(({ size }) => size)], ["", [100_001]])
  await drop(page, "next.txt")
  await page.getByRole("button", { name: "Remove next.txt" }).waitFor()
  await page.getByRole("progressbar").waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("button", { name: "Remove next.txt" }).click()
  await page.setViewportSize(phone)
  await assertBothModes(page)
  await page.getByLabel("Your reply").fill("Nothing is lost")
  await client.portalTokens.revoke(brandId, { customerEmail: "otto@south.example" })
  await page.locator("form.card").evaluate((form: HTMLFormElement) => form.submit())
  await page.getByRole("heading", { name: "You were signed out before this was sent" }).waitFor()
  assert.strictEqual(await page.getByLabel("What you wrote").inputValue(), "Nothing is lost")
  await assertBothModes(page)
  assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), phone.width)
}

/** On a phone, long content has room, and leaves some for what is beside it. */
const staysReadable = async ({ base }: Desk, page: Page) => {
  const ownSize = page.viewportSize() ?? phone
  const thread = page.url()
  const fits = async () => assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), phone.width)
  await page.setViewportSize(phone)
  await fits()
  await page.goto(base)
  await fits()
  const title = await page.getByText("It is broken").boundingBox()
  assert.isAbove(title?.width ?? 0, phone.width * 0.4)
  await page.goto(thread)
  await page.setViewportSize(ownSize)
  await page.getByText("You can also drop or paste files here.").waitFor()
}

/** Drops a file on the reply form. */
const drop = async (page: Page, name: string) => {
  const files = await page.evaluateHandle((name) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(["lid"], name, { type: "text/plain" }))
    return transfer
  }, name)
  await page.getByLabel("Your reply").dispatchEvent("drop", { dataTransfer: files })
}

it.live("Customers ask, are answered and reply in the hosted portal, with JavaScript and without", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const desk = deskOf(facts)
    const browser = yield* launchBrowser
    yield* Effect.promise(() => desk.client.brands.update(desk.brandId, { name: "North", color: "#0f766e" }))
    yield* Effect.promise(() =>
      desk.client.statuses.create(desk.brandId, {
        key: "awaiting",
        name: "Awaiting",
        customerName: "We have ordered the part, and wait for those who make it to send it to us",
        category: "pending"
      })
    )
    yield* Effect.promise(() =>
      desk.client.fields.create(desk.brandId, "ticket", {
        key: "order",
        label: "Order number",
        type: "text",
        showOnCreate: true
      })
    )
    const origins = [facts.apiUrl]
    const plain = yield* visit(browser, origins, { javaScriptEnabled: false })
    yield* Effect.promise(() => withoutScripts(desk, plain.page))
    const lively = yield* visit(browser, origins)
    yield* Effect.promise(() => withScripts(desk, lively.page))
    assert.deepStrictEqual(
      [...plain.problems, ...lively.problems].filter(
        (problem) => !/ERR_INTERNET_DISCONNECTED|status of 40[014]/.test(problem)
      ),
      []
    )
  })
)
