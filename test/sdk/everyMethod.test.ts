import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { portalRoutes, routes } from "../../sdk/src/generated/resources.ts"
import { NotFoundError, type TransportOptions, Trunkline, TrunklinePortal } from "../../sdk/src/index.ts"
import { hostedInstallation, type RunningServer, start } from "../support/RunningServer.ts"
import { type FakeTwilio, fakeTwilio } from "../support/twilio/FakeTwilio.ts"

/** A server as its clients see it, and the operations that have responded to them. */
class Desk {
  readonly called = new Set<string>()
  readonly brandId: string
  readonly testBrandId: string
  readonly client: Trunkline
  readonly tests: Trunkline
  readonly #server: RunningServer

  constructor(server: RunningServer) {
    this.#server = server
    const { brandId, liveKey, testBrandId, testKey } = server.facts
    this.brandId = brandId
    this.testBrandId = testBrandId
    this.client = new Trunkline({ ...this.options, apiKey: liveKey })
    this.tests = new Trunkline({ ...this.options, apiKey: testKey })
  }

  get options(): TransportOptions {
    return {
      baseUrl: this.#server.facts.apiUrl,
      onResponse: ({ ok, status }, { method, url }) => {
        // A workspace needs Slack itself; a 404 is a response too.
        if (ok || (status === 404 && url.includes("/channels/slack/")))
          this.called.add(`${method} ${new URL(url).pathname}`)
      }
    }
  }

  member(sessionToken: string): Trunkline {
    return new Trunkline({ ...this.options, sessionToken })
  }

  portal(token?: string): TrunklinePortal {
    return new TrunklinePortal({ ...this.options, token })
  }

  /** The link in the nth mail to someone: without a relay the server prints its mail. */
  async printedToken(after: string, nth = 1): Promise<string> {
    for (;;) {
      const [found] =
        this.#server
          .printed()
          .split(after)
          [nth]?.match(/\b[mp]l_[0-9A-Za-z]+/) ?? []
      if (found !== undefined) return found
      await sleep(20)
    }
  }

  /** Lines of the client's routes that were never called. */
  missing(): ReadonlyArray<string> {
    return [...Object.values(routes), ...Object.values(portalRoutes)]
      .flatMap((own) => Object.values<string>(own))
      .filter((route) => {
        const [method = "", ...words] = route.split(" ")
        const pattern = `/v1${words.pop()}`
        const shape = new RegExp(`^${method} ${pattern.replace(/\{\w+\}/g, "[^/]+")}$`)
        // A path with fixed segments does not count as a call of one with parameters.
        return ![...this.called].some((one) =>
          pattern.includes("{") ? shape.test(one) : one === `${method} ${pattern}`
        )
      })
  }
}

const collected = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const tickets = async ({ brandId, client, tests }: Desk) => {
  const made = await client.tickets.create({ brandId, title: "Late order", customerEmail: "ines@north.example" })
  const other = await client.tickets.create(brandId, { title: "Late again", customerEmail: "ines@north.example" })
  const third = await client.tickets.createAcross({ brandId, title: "Third", customerEmail: "omar@south.example" })
  const { data, response } = await client.tickets.get(brandId, made.id).withResponse()
  const changed = await client.tickets.update(
    { brandId, ticketId: data.id, priority: "high" },
    { ifMatch: response.headers.get("etag") ?? "" }
  )
  assert.strictEqual(changed.priority, "high")

  const page = await client.tickets.list({ brandId, limit: 2 })
  assert.deepStrictEqual([page.data.length, page.hasMore], [2, true])
  assert.strictEqual((await page.next())?.data.length, 1)
  const ids = (await collected(client.tickets.list(brandId, { limit: 1 }))).map(({ id }) => id)
  assert.sameMembers([...ids], [made.id, other.id, third.id])
  assert.strictEqual((await collected(client.tickets.listAcross({ priority: ["high", "urgent"] }))).length, 1)
  assert.strictEqual((await client.tickets.stats()).total, 3)

  const comment = await client.comments.create(brandId, made.id, { body: "On its way", visibility: "internal" })
  await client.comments.update({ brandId, ticketId: made.id, commentId: comment.id, body: "It is on its way" })
  assert.strictEqual((await client.comments.get(brandId, made.id, comment.id)).body, "It is on its way")
  assert.strictEqual((await collected(client.comments.list(brandId, made.id))).length, 1)
  await client.comments.delete(brandId, made.id, comment.id)

  await client.tickets.markSpam(brandId, third.id, { isSpam: true })
  await client.tickets.bulk(brandId, { action: "notSpam", ticketIds: [third.id] })
  await client.tickets.delete(brandId, third.id)
  await client.tickets.restore(brandId, third.id)
  assert.strictEqual((await client.tickets.merge(brandId, made.id, { sourceTicketIds: [other.id] })).mergedCount, 1)
  assert.isNotEmpty((await client.search.find({ q: "order" })).data)
  assert.isNotEmpty(await client.logs.ofTicket(brandId, made.id))
  assert.isNotEmpty((await client.logs.ofBrand(brandId)).data)
  const [first] = (await client.events.list({ limit: 1 })).data
  assert.strictEqual((await client.events.get(first?.id ?? "")).type, "customer.created")
  assert.deepStrictEqual((await tests.tickets.list({ brandId: (await tests.brands.list())[0]?.id ?? "" })).data, [])
}

const files = async ({ brandId, client }: Desk) => {
  const ticket = await client.tickets.create({ brandId, title: "Photos", customerEmail: "ines@north.example" })
  const ticketId = ticket.id
  const progress: Array<number> = []
  const sent = await client.attachments.send(brandId, {
    ticketId,
    filename: "photo.txt",
    contentType: "text/plain",
    content: new Blob(["a photo"]),
    onProgress: (bytes) => progress.push(bytes)
  })
  assert.deepStrictEqual([sent.status, progress.at(-1)], ["UPLOADED", 7])
  const read = await client.attachments.download(brandId, ticketId, sent.id)
  assert.strictEqual(await read.text(), "a photo")
  const stream = new Blob(["of a stream"]).stream()
  const pending = await client.attachments.send(brandId, { filename: "s.txt", content: stream, size: 11 })
  await client.comments.create(brandId, ticketId, { body: "See the file", attachmentIds: [pending.id] })
  const form = await client.attachments.upload(brandId, ticketId, { file: new Blob(["form"]), filename: "form.txt" })
  assert.strictEqual(form.filename, "form.txt")
  await client.attachments.uploadPending({ brandId, file: new Blob(["form"]), filename: "form.txt" })
  assert.strictEqual((await client.attachments.list(brandId, ticketId)).length, 3)
  await client.attachments.urls(brandId, { ids: [sent.id, form.id] })
  await client.attachments.delete(brandId, ticketId, form.id)
}

const records = async ({ brandId, client }: Desk) => {
  const company = await client.companies.create(brandId, { name: "North", domain: "north.example" })
  await client.companies.update(brandId, company.id, { name: "North Ltd" })
  assert.strictEqual((await client.companies.get({ brandId, companyId: company.id })).name, "North Ltd")
  assert.strictEqual((await collected(client.companies.list(brandId))).length, 1)
  const customer = await client.customers.create(brandId, { email: "lena@north.example", companyId: company.id })
  await client.customers.update(brandId, customer.id, { name: "Lena" })
  assert.strictEqual((await client.customers.get(brandId, customer.id)).name, "Lena")
  assert.isNotEmpty((await client.customers.list(brandId)).data)
  assert.isNotEmpty(await client.customers.search({ brandId, q: "lena" }))
  const double = await client.customers.create(brandId, { email: "l@north.example", phone: "+15550100" })
  const merged = await client.customers.merge(brandId, customer.id, { sourceCustomerIds: [double.id] })
  assert.deepInclude(merged, { id: customer.id, phone: "+15550100" })
  assert.strictEqual((await client.customers.erase(brandId, customer.id)).erasedAt, null)
  const visitor = await client.customers.create(brandId, { email: "once@north.example" })
  assert.isString((await client.customers.erase(brandId, visitor.id, { confirm: true })).erasedAt)
  await client.customers.delete(brandId, customer.id)
  await client.companies.delete(brandId, company.id)

  const category = await client.categories.create(brandId, { name: "Billing" })
  await client.categories.update(brandId, category.id, { name: "Bills" })
  await client.categories.get(brandId, category.id)
  await client.categories.reorder(brandId, { categoryIds: (await client.categories.list(brandId)).map(({ id }) => id) })
  await client.categories.stats(brandId)
  await client.categories.delete(brandId, category.id)

  const status = await client.statuses.create(brandId, { name: "Waiting", category: "pending" })
  await client.statuses.update(brandId, status.id, { name: "Waiting for parts" })
  await client.statuses.get(brandId, status.id)
  await client.statuses.reorder(brandId, { statusIds: (await client.statuses.list(brandId)).map(({ id }) => id) })
  await client.statuses.stats(brandId)
  await client.statuses.delete(brandId, status.id)

  const [tag, spare] = [
    await client.tags.create(brandId, { name: "vip" }),
    await client.tags.create(brandId, { name: "v" })
  ]
  await client.tags.update(brandId, tag.id, { color: "#ff8800" })
  await client.tags.get(brandId, tag.id)
  await client.tags.merge(brandId, tag.id, { sourceTagIds: [spare.id] })
  await client.tags.stats(brandId)
  assert.strictEqual((await client.tags.list(brandId)).length, 1)
  await client.tags.delete(brandId, tag.id)

  const field = await client.fields.create(brandId, "ticket", { key: "plan", label: "Plan", type: "text" })
  await client.fields.update({ brandId, entity: "ticket", key: field.key, label: "The plan" })
  await client.fields.reorder(brandId, "ticket", { keys: [field.key] })
  assert.strictEqual((await client.fields.list(brandId)).ticket.length, 1)
  assert.strictEqual((await client.fields.listOf(brandId, "ticket")).length, 1)
  await client.fields.delete(brandId, "ticket", field.key)
}

const channels = async ({ brandId, client }: Desk, hookUrl: string) => {
  assert.isNotEmpty(await client.channels.list(brandId))
  const address = await client.addresses.create(brandId, { address: "help@firm.example", kind: "forwarded" })
  await client.addresses.get(brandId, address.id)
  await client.addresses.update(brandId, address.id, { fromName: "Help" })
  await client.addresses.verify(brandId, address.id)
  const [own] = await client.addresses.list(brandId)
  await client.addresses.test(brandId, own?.id ?? "", { to: "ada@firm.example" })
  await client.addresses.delete(brandId, address.id)
  const domain = await client.domains.create(brandId, { domain: "mail.firm.example", type: "OUTBOUND" })
  await client.domains.get(brandId, domain.id)
  await client.domains.update(brandId, domain.id, { fromName: "Help" })
  assert.isFalse((await client.domains.verify(brandId, domain.id)).verified)
  await client.domains.list(brandId)
  await client.domains.delete(brandId, domain.id)

  const channel = await client.customChannels.create(brandId, { name: "Shop chat" })
  await client.customChannels.get(brandId, channel.id)
  await client.customChannels.rotateSecret(brandId, channel.id)
  assert.strictEqual((await client.customChannels.list(brandId)).length, 1)
  const posted = await client.channelMessages.receive(channel.id, {
    externalId: "m-1",
    threadId: "t-1",
    sender: { externalId: "u-1", name: "Kim" },
    text: "Hello?"
  })
  await client.customChannels.update(brandId, channel.id, { callbackUrl: hookUrl })
  await client.customChannels.test(brandId, channel.id)
  await client.comments.create(brandId, posted.ticketId ?? "", { body: "Hello Kim" })
  const [message] = await client.messages.list(brandId, posted.ticketId ?? "")
  await client.channelMessages.receipt(channel.id, { messageId: message?.id ?? "", status: "delivered" })
  await client.customChannels.delete(brandId, channel.id)

  const app = await client.slackApps.create(brandId, { name: "Ours" })
  assert.deepStrictEqual(await client.slackApps.list(brandId), [app])
  await client.slackApps.update(brandId, app.id, { signingSecret: "0123456789abcdef0123456789abcdef" })
  assert.isTrue((await client.slackApps.get(brandId, app.id)).hasSigningSecret)
  assert.include((await client.slackApps.manifest(brandId, app.id)).manifest, app.eventsUrl)
  await client.slackApps.delete(brandId, app.id)
  assert.deepStrictEqual(await client.slack.list(brandId), [])
  const installationId = "ins_01m893khb3f5bbmdqn6zazb1ra"
  for (const call of [
    () => client.slack.get(brandId, installationId),
    () => client.slack.update(brandId, installationId, { enabled: false }),
    () => client.slack.test(brandId, installationId, { channelId: "C0123456789" }),
    () => client.slack.delete(brandId, installationId)
  ])
    assert.instanceOf(await call().catch((error: unknown) => error), NotFoundError)
}

const texts = async ({ brandId, client, testBrandId, tests }: Desk, twilio: FakeTwilio) => {
  const { sid: accountSid, token: authToken } = twilio.addAccount("+14155550150")
  const input = { number: "+14155550150", provider: "twilio" as const, accountSid, authToken }
  const number = await client.smsNumbers.create(brandId, input)
  await client.smsNumbers.update(brandId, number.id, { reopenHours: 24 })
  assert.strictEqual((await client.smsNumbers.get(brandId, number.id)).reopenHours, 24)
  assert.strictEqual((await client.smsNumbers.list(brandId)).length, 1)
  await client.smsNumbers.test(brandId, number.id, { to: "+14155550151" })
  assert.strictEqual((await client.smsNumbers.preview(brandId, { text: "Hello" })).segments, 1)
  await client.smsNumbers.delete(brandId, number.id)
  await tests.smsNumbers.create(testBrandId, input)
  await tests.testMode.receiveChat({ brandId: testBrandId, user: { id: "U0INES", name: "Ines" }, text: "Hello" })
  await tests.testMode.receiveText({ brandId: testBrandId, from: "+14155550152", text: "Hello" })
}

const webhooks = async ({ brandId, client }: Desk, hookUrl: string) => {
  const webhook = await client.webhooks.create(brandId, { url: hookUrl, events: ["ticket.*"] })
  await client.webhooks.get(brandId, webhook.id)
  await client.webhooks.update(brandId, webhook.id, { description: "Everything" })
  assert.strictEqual((await client.webhooks.list(brandId)).length, 1)
  const tested = await client.webhooks.test(brandId, webhook.id)
  assert.strictEqual((await client.webhooks.getDelivery(brandId, webhook.id, tested.id)).id, tested.id)
  const ticket = await client.tickets.create({ brandId, title: "Told", customerEmail: "ines@north.example" })
  let deliveries: ReadonlyArray<{ readonly id: string }> = []
  while (deliveries.length === 0)
    deliveries = (await client.webhooks.listDeliveries({ brandId, webhookId: webhook.id, ticketId: ticket.id })).data
  await client.webhooks.replayDelivery(brandId, webhook.id, deliveries[0]?.id ?? "")
  await client.webhooks.replay(brandId, webhook.id, { from: ticket.createdAt })
  await client.webhooks.listDays(brandId, webhook.id)
  assert.match((await client.webhooks.rotateSecret(brandId, webhook.id)).secret, /^whsec_/)
  await client.webhooks.delete(brandId, webhook.id)
}

const people = async (desk: Desk) => {
  const { brandId, client } = desk
  const anyone = new Trunkline(desk.options)
  const first = await anyone.auth.verify({ token: await desk.printedToken("Sign in once") })
  await anyone.auth.magicLink({ email: "gus@else.example" })
  const gus = desk.member((await anyone.auth.verify({ token: await desk.printedToken("Mail to gus@") })).sessionToken)
  assert.strictEqual((await desk.member(first.sessionToken).auth.session()).member?.role, "owner")
  const [organization] = await desk.member(first.sessionToken).auth.organizations()
  const owned = await desk
    .member(first.sessionToken)
    .auth.switchOrganization({ organizationId: organization?.id ?? "" })
  const owner = desk.member(owned.sessionToken)
  await owner.organization.get()
  assert.match((await owner.slack.installUrl(brandId)).url, /^https:/)
  await owner.organization.update({ name: "The Desk" })

  const invited = await owner.members.invite({ email: "nina@desk.example", role: "agent", allBrands: true })
  await owner.members.resendInvite(invited.member.id)
  const nina = desk.member(
    (await anyone.auth.verify({ token: await desk.printedToken("Mail to nina@", 2) })).sessionToken
  )
  const guest = await owner.members.invite({ email: "gus@else.example", role: "agent" })
  await gus.members.acceptInvite({ inviteId: guest.member.id })
  assert.strictEqual((await owner.members.list()).members.length, 3)
  await owner.members.update(invited.member.id, { firstName: "Nina" })
  await owner.members.setBrands(invited.member.id, { allBrands: false, brandIds: [brandId] })
  await owner.members.brands(invited.member.id)
  await nina.profile.get()
  await nina.profile.update({ displayName: "Nina" })

  const ticket = await client.tickets.create({ brandId, title: "Watched", customerEmail: "ines@north.example" })
  const watcher = { memberId: invited.member.id, memberEmail: "nina@desk.example" }
  await client.watchers.add(brandId, ticket.id, watcher)
  await client.watchers.update(brandId, ticket.id, watcher.memberId, { notifyOnComment: false })
  assert.strictEqual((await client.watchers.list(brandId, ticket.id)).length, 1)
  await client.watchers.remove(brandId, ticket.id, watcher.memberId)

  assert.strictEqual((await nina.presence.set(brandId, ticket.id, { state: "replying" })).length, 1)
  assert.strictEqual((await client.presence.list(brandId, ticket.id))[0]?.memberId, invited.member.id)
  await nina.presence.leave(brandId, ticket.id)

  await client.accounts.me()
  await owner.accounts.update({ name: "The Desk" })
  await client.accounts.usage()
  await owner.logs.ofAccount()
  // A request is logged a second later.
  for (;;) {
    const [request] = (await owner.requests.list({ status: ["2xx"] })).data
    if (request === undefined) continue
    assert.strictEqual((await owner.requests.get(request.id)).operation, request.operation)
    break
  }
  const key = await owner.apiKeys.create({ name: "billing" })
  await owner.apiKeys.scope(key.id, { allBrands: false, brandIds: [brandId] })
  assert.isAtLeast((await owner.apiKeys.list()).length, 2)
  await owner.apiKeys.revoke(key.id)

  const brand = await owner.brands.create({ name: "Second" })
  await owner.brands.update(brand.id, { color: "#112233" })
  await owner.brands.get(brand.id)
  await owner.brands.putSchema(brand.id, { type: "object" })
  await owner.brands.getSchema(brand.id)
  await owner.brands.delete(brand.id, { confirm: true })
  await owner.brands.restore(brand.id)

  await owner.organization.transferOwnership({ newOwnerId: invited.member.id })
  await anyone.auth.magicLink({ email: "lea@else.example" })
  const lea = desk.member((await anyone.auth.verify({ token: await desk.printedToken("Mail to lea@") })).sessionToken)
  await lea.organization.delete({ confirm: (await lea.organization.get()).name })
  await anyone.organization.restore({ token: await desk.printedToken("Mail to lea@", 2) })
  await owner.auth.logout()
  await nina.members.remove(owned.member.id)
  await nina.auth.endSessions()
  await gus.organization.endSessions()
}

const portal = async (desk: Desk) => {
  const { brandId, client } = desk
  const portalUrl = "https://shop.example/help"
  await client.brands.update(brandId, { portalOrigins: ["https://shop.example"] })
  const { token } = await client.portalTokens.create({ brandId, customerEmail: "pia@north.example" })
  const customer = desk.portal(token)
  assert.strictEqual((await customer.session.me()).customer.email, "pia@north.example")
  const pending = await customer.attachments.send({ filename: "a.txt", content: new Blob(["a"]) })
  const ticket = await customer.tickets.create({ title: "Mine", body: "Help", attachmentIds: [pending.id] })
  await customer.comments.create(ticket.id, { body: "Please" })
  const file = await customer.attachments.send({ ticketId: ticket.id, filename: "b.txt", content: new Blob(["bb"]) })
  assert.strictEqual((await customer.attachments.list(ticket.id)).length, 2)
  assert.strictEqual(await (await customer.attachments.download(ticket.id, file.id)).text(), "bb")
  assert.strictEqual((await customer.tickets.get(ticket.id)).comments.length, 1)
  assert.strictEqual((await collected(customer.tickets.list())).length, 1)
  assert.strictEqual((await desk.portal().session.brand(brandId)).id, brandId)
  for await (const news of customer.stream()) {
    if (news.type === "connected") {
      await customer.comments.create(ticket.id, { body: "Hello?" })
      continue
    }
    // Something written a moment before may be included: no stream leaves out what may not have been seen.
    assert.strictEqual("ticketId" in news ? news.ticketId : undefined, ticket.id)
    if (news.type === "comment.created") break
  }
  const fresh = desk.portal((await customer.session.refresh()).token)
  await fresh.session.logout()

  await client.portalTokens.magicLink(brandId, { email: "pia@north.example", portalUrl })
  const link = await desk.printedToken("Mail to pia@")
  await desk.portal().session.magicLink({ brandId, email: "max@north.example", portalUrl })
  await desk.portal().session.verify({ token: link })
  assert.isNotEmpty(await client.portalTokens.list(brandId, { customerEmail: "pia@north.example" }))
  await client.portalTokens.revoke(brandId, { customerEmail: "pia@north.example" })

  const { domain } = await client.portalDomains.set(brandId, { domain: "help.firm.example" })
  assert.strictEqual((await client.portalDomains.get(brandId)).domain, domain)
  assert.isFalse((await client.portalDomains.verify(brandId)).verified)
  await client.portalDomains.delete(brandId)
}

const testMode = async ({ testBrandId: brandId, tests }: Desk) => {
  const received = await tests.testMode.receiveEmail({
    brandId,
    from: "kim@east.example",
    subject: "Hi",
    text: "Hello"
  })
  const ticketId = received.ticketId ?? ""
  await tests.inbound.list(brandId)
  await tests.inbound.get(brandId, received.inbound.id)
  assert.strictEqual((await tests.inbound.explain(brandId, received.inbound.id)).ticketId, ticketId)
  assert.include(await (await tests.inbound.raw(brandId, received.inbound.id)).text(), "Hello")
  await tests.inbound.reprocess(brandId, received.inbound.id, { force: true })
  await tests.comments.create(brandId, ticketId, { body: "Hello Kim" })
  const [sent] = (await tests.testMode.listOutbox({ brandId, kind: "reply" })).data
  const messageId = sent?.id ?? ""
  await tests.testMode.getMessage(messageId)
  await tests.testMode.report({ messageId, status: "failed", error: "full" })
  assert.isNotEmpty(await tests.messages.list(brandId, ticketId))
  assert.include(await tests.messages.replyWay(brandId, ticketId), { channel: "email" })
  await tests.messages.retry(brandId, ticketId, messageId)
  await tests.testMode.clearOutbox({ brandId })
}

const system = async ({ options }: Desk) => {
  // The operator calls from the machine itself.
  const operator = new Trunkline(options)
  await operator.system.health()
  await operator.system.ready()
  assert.include(await operator.system.metrics(), "# TYPE")
  assert.isNotEmpty(await operator.system.actors())
  assert.isNotEmpty((await operator.system.status()).nodes)
  assert.match((await operator.system.widget()).integrity, /^sha384-/)
}

/** A program that accepts whatever is posted to it. */
const receiver = Effect.acquireRelease(
  Effect.callback<Server>((resume) => {
    const server = createServer((request, response) => {
      request.resume()
      request.on("end", () => response.writeHead(204).end())
    }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`))

it.live("Every method of the client has had its response from a real server", () =>
  Effect.gen(function* () {
    const twilio = yield* fakeTwilio("http://localhost")
    const server = yield* start(yield* hostedInstallation, {
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      SIGNUP: "open",
      SLACK_CLIENT_ID: "1.2",
      SLACK_CLIENT_SECRET: "of the app",
      SLACK_SIGNING_SECRET: "0123456789abcdef0123456789abcdef",
      TWILIO_API_URL: twilio.origin
    })
    const desk = new Desk(server)
    for (const part of [tickets, files, records, portal, testMode, system]) yield* Effect.promise(() => part(desk))
    yield* Effect.promise(() => texts(desk, twilio))
    yield* Effect.promise(() => webhooks(desk, `${server.facts.apiUrl}/v1/health`))
    const hookUrl = yield* receiver
    yield* Effect.promise(() => channels(desk, hookUrl))
    yield* Effect.promise(() => people(desk))
    assert.deepStrictEqual(desk.missing(), [])
  }).pipe(Effect.scoped)
)
