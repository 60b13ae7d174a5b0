import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { assertAccessible } from "./support/launchBrowser.ts"
import { setUp } from "./support/setup.ts"

/** An unbreakable word, as wide as such a name may be. */
const word = (length: number) => "W".repeat(length)

/** Gives everything its widest possible name; returns the URLs of the pages that show it. */
const nameWidely = async (client: Trunkline, brandId: string) => {
  const { slug } = await client.brands.update(brandId, { name: word(100) })
  const customerEmail = "wide@example.com"
  const { id: tagId } = await client.tags.create(brandId, { name: word(50), color: "#0f766e" })
  const { id: categoryId } = await client.categories.create(brandId, { name: word(50) })
  const { key: status } = await client.statuses.create(brandId, { name: word(50), category: "pending" })
  const { id: companyId } = await client.companies.create(brandId, { name: word(200) })
  await client.customers.create(brandId, { email: customerEmail, name: word(200), companyId })
  const { customerId, id, ticketNumber } = await client.tickets.create(brandId, {
    title: word(500),
    customerEmail,
    body: word(1_000),
    customFields: { [word(60)]: word(300) }
  })
  await client.tickets.update(brandId, id, { tagIds: [tagId], categoryId, status })
  await client.fields.create(brandId, "ticket", { key: "wide", label: word(100), type: "text", showOnCreate: true })
  await client.domains.create(brandId, { type: "INBOUND", domain: `${"w".repeat(60)}.${"w".repeat(60)}.example` })
  const settings = ["brand", "statuses", "categories", "tags", "fields", "channels/email"].map(
    (page) => `/settings/${page}`
  )
  const ticket = `/b/${slug}/t/${ticketNumber}`
  const pages = [
    "/welcome",
    "/inbox",
    "/search",
    "/search?q=wide",
    "/new",
    "/customers",
    `/customers/${customerId}`,
    "/companies"
  ]
  return { ticket, pages: [...pages, ...settings, ticket] }
}

/** What has to be scrolled sideways on a page, except for tables and commands, which have scroll areas of their own. */
const scrolledSideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main, main *")]
      .filter(
        (element) =>
          ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.querySelector(":scope > table, :scope > pre") === null &&
          element.localName !== "pre"
      )
      .map(({ className, localName, scrollWidth }) => `${localName} "${className}" is ${scrollWidth} pixels wide`)
  )

/** A conversation is readable below a title of any length, and so is the title. */
const leavesRoom = async (page: Page) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const title = page.getByRole("heading", { level: 1 })
  const { height, scrollHeight } = await title.evaluate(({ clientHeight: height, scrollHeight }) => ({
    height,
    scrollHeight
  }))
  assert.isBelow(height, 812 / 4)
  assert.isAbove(scrollHeight, height)
  // Clipping the title does not cut off its focus ring.
  const room = await title.evaluate((heading) => {
    heading.scrollTop = 0
    const [outer, inner] = [heading, heading.firstElementChild ?? heading].map((box) => box.getBoundingClientRect())
    return { above: (inner?.top ?? 0) - (outer?.top ?? 0), beside: (inner?.left ?? 0) - (outer?.left ?? 0) }
  })
  assert.isAtLeast(room.above, 3)
  assert.isAtLeast(room.beside, 3)
  await assertAccessible(page, "a ticket with a long title")
}

/** An address that is too long for a line breaks before its domain. */
const breaksAddresses = async (page: Page, apiUrl: string, client: Trunkline, brandId: string) => {
  const long = "customerservices@ordersanddeliveriesandreturns.example"
  await client.addresses.create(brandId, { kind: "forwarded", address: long })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${apiUrl}/settings/channels/email`)
  const address = page.getByRole("rowheader").getByText(long)
  await address.waitFor()
  const [local, domain] = await address.evaluate((element) =>
    [...element.childNodes]
      .filter(({ nodeName }) => nodeName === "#text")
      .map((text) => {
        const range = document.createRange()
        range.selectNode(text)
        return [...range.getClientRects()].map(({ top }) => top)
      })
  )
  assert.lengthOf(local ?? [], 1)
  assert.lengthOf(domain ?? [], 1)
  assert.isBelow(local?.[0] ?? 0, domain?.[0] ?? 0)
}

/** A property's name is beside the first of its lines, however many there are. */
const namesAtTheTop = async (page: Page, apiUrl: string, client: Trunkline, brandId: string) => {
  const tags = Array.from({ length: 20 }, (_, at) => `tag number ${at}`)
  const ticket = { title: "Many tags", customerEmail: "ada@example.com", tags }
  const { ticketNumber } = await client.tickets.create(brandId, ticket)
  const { slug } = await client.brands.get(brandId)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${apiUrl}/b/${slug}/t/${ticketNumber}`)
  const properties = page.getByRole("complementary", { name: "Properties" })
  const first = await properties.getByText("tag number 0", { exact: true }).boundingBox()
  const name = await properties.getByRole("term").filter({ hasText: "Tags" }).boundingBox()
  assert.closeTo(name?.y ?? 0, first?.y ?? 0, 5)
}

it.live(
  "Words wider than a screen make no page scroll sideways, and a long title leaves room for the conversation",
  () =>
    Effect.gen(function* () {
      const { client, page, problems, server } = yield* setUp
      const { apiUrl, brandId } = server.facts
      yield* Effect.promise(async () => {
        const { pages, ticket } = await nameWidely(client, brandId)
        for (const path of pages) {
          await page.setViewportSize({ width: 1024, height: 768 })
          await page.goto(apiUrl + path)
          await page.locator("main").getByText(/W{40}/i).first().waitFor({ state: "attached" })
          await page.waitForFunction(() => document.querySelector("main [aria-busy=true]") === null)
          for (const width of [1024, 375]) {
            await page.setViewportSize({ width, height: 768 })
            assert.deepStrictEqual(await scrolledSideways(page), [], `${path} at ${width} pixels`)
          }
          // Truncated text in a list row is shown on hover.
          if (path === "/inbox") await page.getByTitle(/^w+$/i).getByText(/^w+$/i).waitFor()
          if (path === ticket) await leavesRoom(page)
        }
        await breaksAddresses(page, apiUrl, client, brandId)
        await namesAtTheTop(page, apiUrl, client, brandId)
      })
      assert.deepStrictEqual(problems, [])
    }).pipe(Effect.scoped)
)
