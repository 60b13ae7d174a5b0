import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../../sdk/src/index.ts"
import { type FakeRelay, fakeRelay } from "../../support/FakeRelay.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { installation, type RunningServer, start } from "../../support/RunningServer.ts"
import { signIn, until } from "../support/desk.ts"
import { launchBrowser, visit } from "../support/launchBrowser.ts"
import { widgetHost } from "../support/widgetHost.ts"
import { portalInside, portalOutside, widget } from "./customers.ts"
import { atTicket, dashboard, open } from "./dashboard.ts"
import { photograph, type Scene } from "./photograph.ts"
import { crowd, openShop } from "./shop.ts"

/** Takes pictures of every page into a folder, or only of those whose names contain `only`. */
export const everyPage = (folder: string, only = "") =>
  Effect.gen(function* () {
    const relay = yield* fakeRelay()
    const receiver = yield* startReceiver(() => ({ status: 500 }))
    const server = yield* start(yield* installation, {
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8"
    })
    const { facts } = server
    const live = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.liveKey })
    const test = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey })
    const brandId = facts.testBrandId
    let customerEmail = "nobody-yet@example.com"
    const host = yield* widgetHost(
      facts.apiUrl,
      async () => (await test.portalTokens.create(brandId, { customerEmail })).accessToken
    )
    const shop = { facts, host }
    const browser = yield* launchBrowser
    const owner = yield* visit(browser, [facts.apiUrl])
    const nobody = yield* visit(browser, [facts.apiUrl, host.origin])
    const customer = yield* visit(browser, [facts.apiUrl, host.origin])
    const take = (page: Page, scenes: ReadonlyArray<Scene>) =>
      photograph(
        page,
        folder,
        scenes.filter(({ name }) => name.includes(only))
      )
    yield* Effect.promise(async () => {
      await test.brands.update(brandId, { portalOrigins: [host.origin], color: "#0f766e" })
      await signIn(owner.page, server)
      await take(owner.page, dashboard(server, "empty"))
      await take(nobody.page, [...portalOutside(shop), ...portalInside(shop, "empty"), ...widget(shop, "empty")])

      customerEmail = "fatima@example.com"
      for (const [client, brand] of [
        [live, facts.brandId],
        [test, brandId]
      ] as const) {
        await openShop(client, brand)
        await crowd(client, brand)
      }
      const parameters = await configured(live, server, receiver.url)
      await take(owner.page, [
        ...dashboard(server, "full", parameters),
        ...atTicket(server, parameters),
        ...lost(server)
      ])
      await take(customer.page, [...portalInside(shop, "full"), ...widget(shop, "full")])
    })
    const agent = yield* visit(browser, [facts.apiUrl])
    yield* Effect.promise(async () => {
      if ("agent".includes(only) || only.startsWith("agent")) {
        await signInAgent(owner.page, agent.page, relay)
        await take(agent.page, forbidden(server))
      }
    })
  }).pipe(Effect.scoped)

/** Configures what settings pages show; returns the parameters for their URLs. */
const configured = async (client: Trunkline, { facts }: RunningServer, receiver: string) => {
  const { brandId, brandSlug } = facts
  const webhook = await client.webhooks.create(brandId, { url: receiver, events: ["*"], description: "The warehouse" })
  await client.tickets.create(brandId, { title: "For the warehouse", customerEmail: "ada@example.com" })
  await client.addresses.create(brandId, { kind: "forwarded", address: "help@north.example" })
  await client.domains.create(brandId, { type: "INBOUND", domain: "north.example" })
  await client.customChannels.create(brandId, { name: "Shop chat", callbackUrl: receiver })
  const { data } = await client.tickets.list(brandId, { limit: 100 })
  const ticket = data.find(({ title }) => title.startsWith("Donaudampf"))
  const [company] = (await client.companies.list(brandId, {})).data
  if (ticket === undefined || company === undefined) throw new Error("What pages are to show is not there")
  return {
    webhookId: webhook.id,
    brand: brandSlug,
    number: String(ticket.ticketNumber),
    customerId: ticket.customerId,
    companyId: company.id
  }
}

/** Error states: an unknown URL, and no connection. */
const lost = ({ facts }: RunningServer): ReadonlyArray<Scene> => [
  { name: "lost-nowhere", show: (page) => open(page, `${facts.apiUrl}/nowhere`) },
  { name: "lost-ticket", show: (page) => page.goto(`${facts.apiUrl}/b/${facts.brandSlug}/t/999999`) },
  { name: "lost-test-inbox", show: (page) => open(page, `${facts.apiUrl}/test/inbox`) },
  {
    name: "lost-offline",
    show: async (page) => {
      await page.context().setOffline(false)
      await open(page, `${facts.apiUrl}/inbox`)
      await page.context().setOffline(true)
      await page
        .getByText(/offline|no connection/i)
        .first()
        .waitFor()
    }
  }
]

/** The pages for owners and admins only, as an agent sees them. */
const forbidden = ({ facts }: RunningServer): ReadonlyArray<Scene> =>
  ["members", "api-keys", "organization", "audit-log"].map((name) => ({
    name: `agent-${name}`,
    show: (page) => page.goto(`${facts.apiUrl}/settings/${name}`)
  }))

/** Invites an agent from the owner's page, and signs them in on another page with the mailed link. */
const signInAgent = async (owner: Page, agent: Page, { mails }: FakeRelay) => {
  await owner.context().setOffline(false)
  await owner.evaluate(
    `fetch("/v1/auth/members/invite", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "grace@north.example", role: "agent", allBrands: true })
    })`
  )
  const link = await until(
    async () => mails.flatMap(({ text }) => /http\S+token=\S+/.exec(text ?? "")?.slice(0, 1) ?? []).at(-1),
    (found) => found !== undefined
  )
  await agent.goto(link ?? "")
  await agent.getByRole("button").first().click()
  await agent.getByRole("navigation", { name: "Places" }).waitFor()
}
