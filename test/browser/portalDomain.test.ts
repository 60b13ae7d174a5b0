import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { DnsServer, publish, type Zone, zoneRecordOf } from "../support/DnsServer.ts"
import { newDesk, signIn } from "./support/desk.ts"
import { assertAccessible, visit } from "./support/launchBrowser.ts"
import { mailedLink } from "./support/mailedLink.ts"

/** Publishes the DNS records that the page asks for. Browsers resolve names under `localhost` by themselves. */
const publishAll = (
  zone: Zone,
  records: ReadonlyArray<{ readonly name: string; readonly type: string; readonly value: string }>
) => {
  for (const { name, ...record } of records) {
    if (record.type === "CNAME") zone.set(name, [{ type: "A", address: "127.0.0.1" }])
    else publish(zone, name, zoneRecordOf(record))
  }
}

/** An admin sets the domain, sees what it needs, and sees it verified once that exists. */
const setsUp = async (page: Page, apiUrl: string, client: Trunkline, brandId: string, zone: Zone) => {
  await page.goto(`${apiUrl}/settings/portal`)
  const section = page.getByRole("region", { name: "Your own domain" })
  await section.getByRole("button", { name: "Set up a domain" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Domain").fill("localhost")
  await dialog.getByRole("button", { name: "Save domain" }).click()
  await dialog.getByText("must be a domain name, such as example.com", { exact: true }).waitFor()
  await dialog.getByLabel("Domain").fill("Desk-Help.localhost")
  await dialog.getByRole("button", { name: "Save domain" }).click()
  await section.getByText("_trunkline.desk-help.localhost", { exact: true }).waitFor()
  await section.getByRole("button", { name: "Check DNS" }).click()
  await section.getByRole("status").getByText("DNS does not have the required records yet").waitFor()
  await assertAccessible(page)
  const { records } = await client.portalDomains.get(brandId)
  publishAll(zone, records)
  await section.getByRole("button", { name: "Check DNS" }).click()
  await section.getByText("verified", { exact: true }).waitFor()
  assert.strictEqual(await section.getByRole("status").count(), 0)
  const link = page.getByRole("link", { name: "Open portal" })
  assert.strictEqual(await link.getAttribute("href"), apiUrl.replace("localhost", "desk-help.localhost"))
  await assertAccessible(page)
  await section.getByRole("button", { name: "Remove" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove domain" }).click()
  await section.getByRole("button", { name: "Set up a domain" }).waitFor()
  assert.match((await link.getAttribute("href")) ?? "", new RegExp(`^${apiUrl}/portal/${brandId}$`))
}

const signInAs = async (page: Page, client: Trunkline, email: string): Promise<string> => {
  await page.getByLabel("Email address").fill(email)
  await page.getByRole("button", { name: "Send me the link" }).click()
  const link = await mailedLink(client, email)
  await page.goto(link)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "New request" }).waitFor()
  return link
}

/** A customer sends what they wrote while the portal was only at the server's URL, and sees it there. */
const goesOn = async (page: Page, apiUrl: string, client: Trunkline, brandId: string, zone: Zone) => {
  await page.goto(`${apiUrl}/portal/${brandId}/new`)
  await signInAs(page, client, "omar@north.example")
  await page.getByLabel("Subject").fill("My parcel came twice")
  const { records } = await client.portalDomains.set(brandId, { domain: "help.localhost" })
  publishAll(zone, records)
  assert.isTrue((await client.portalDomains.verify(brandId)).verified)
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { name: "My parcel came twice" }).waitFor()
  assert.isTrue(page.url().startsWith(`${apiUrl}/portal/${brandId}/r/`), page.url())
}

/** A customer arrives at the old URL, signs in on the domain, asks, and sees the answer appear by itself. */
const asks = async (page: Page, apiUrl: string, client: Trunkline, brandId: string) => {
  const { url } = await client.portalDomains.get(brandId)
  await page.goto(`${apiUrl}/portal/${brandId}/new`)
  assert.strictEqual(page.url(), `${url}/sign-in?next=%2Fnew`)
  const link = await signInAs(page, client, "ines@north.example")
  assert.isTrue(link.startsWith(`${url}/enter?`), link)
  assert.strictEqual(page.url(), `${url}/new`)
  await page.getByLabel("Subject").fill("Where is my parcel?")
  await page.getByLabel("Message").fill("It was to come on Monday.")
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("North Ltd") }])
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { name: "Where is my parcel?" }).waitFor()
  assert.match(page.url(), new RegExp(`^${url}/r/tkt_`))
  const id = page.url().slice(`${url}/r/`.length)
  await client.comments.create(brandId, id, { body: "It comes today." })
  await page.getByText("It comes today.").waitFor()
  await assertAccessible(page)
  await page.getByRole("link", { name: "Your requests" }).first().click()
  await page.getByRole("heading", { name: "Your requests" }).waitFor()
  assert.strictEqual(page.url(), `${url}/`)
  for (const path of ["/tickets", "/docs", `/portal/${brandId}`, "/v1/openapi.json"]) {
    const status = await page.evaluate((path) => fetch(path).then((answer) => answer.status), path)
    assert.strictEqual(status, 404, path)
  }
  await page.goto(`${url}/settings/portal`)
  await page.getByRole("heading", { name: "Page not found" }).waitFor()
}

it.live("A portal gets its own domain, and customers find it there", () =>
  Effect.gen(function* () {
    const { port, zone } = yield* DnsServer
    const { apiUrl, browser, client, server } = yield* newDesk({ DNS_SERVERS: `127.0.0.1:${port}` })
    const { brandId, testBrandId, testKey } = server.facts
    const desk = yield* visit(browser, [apiUrl])
    yield* Effect.promise(() => signIn(desk.page, server))
    yield* Effect.promise(() => setsUp(desk.page, apiUrl, client, brandId, zone))
    const customer = yield* visit(browser, [apiUrl, apiUrl.replace("localhost", "help.localhost")])
    const testing = new Trunkline({ baseUrl: apiUrl, apiKey: testKey })
    const early = yield* visit(browser, [apiUrl])
    yield* Effect.promise(() => goesOn(early.page, apiUrl, testing, testBrandId, zone))
    yield* Effect.promise(() => asks(customer.page, apiUrl, testing, testBrandId))
    assert.deepStrictEqual(
      [...desk.problems, ...early.problems, ...customer.problems].filter(
        (problem) => !/status of 40[04]/.test(problem)
      ),
      []
    )
  }).pipe(Effect.provide(DnsServer.layer))
)
