import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { cuttableDatabase } from "../support/cuttableDatabase.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedMember } from "../support/signInServices.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { signIn } from "../support/teamMember.ts"

/** Rows of each kind for the second reading; some lists have more of their own. */
const many = 30
/** Number of readings, enough for one without extra work such as lookups once a second or follow-ups of a write. */
const readings = 5

class Wire extends Context.Service<Wire, Effect.Success<typeof cuttableDatabase>>()("trunkline/test/Wire") {}

const watched = Layer.unwrap(
  Effect.map(Wire, (wire) => Layer.merge(site({ database: TestDatabase.on(wire.url) }), Layer.succeed(Wire, wire)))
).pipe(Layer.provide(Layer.effect(Wire, Effect.orDie(cuttableDatabase))))

/** Values for path parameters: a test brand, and its first record of each kind. */
interface Known {
  readonly brandId: string
  readonly entity: string
  readonly [parameter: string]: string
}

/** Connections to external services, inserted as rows: listing them opens no secrets. */
const connections = [
  ["chat", "slack", { appId: "A1", teamId: "T1", botId: "B1", botUserId: "U1", scopes: [], channels: [] }],
  ["sms", "twilio", { accountSid: "AC1", reopenHours: 1, mms: true, hourlyLimit: 10, dailyLimit: 10 }],
  ["custom", "custom", { source: "custom" }]
] as const

/** Creates one more of everything that is listed, and one more of what belongs to the first customer and ticket. */
const furnish = Effect.fnUntraced(function* (n: number, known: Partial<Known> = {}) {
  const { ask } = yield* HttpSite
  const { test } = yield* Installation
  const { system } = yield* Database
  const post = Effect.fnUntraced(function* (path: string, body: object) {
    const answer = yield* ask("POST", path, { body, key: test.key })
    assert.include([200, 201, 202], answer.status, `${path} ${answer.text}`)
    return answer.json
  })
  const brand = `/v1/brands/${test.brand.id}`
  yield* post("/v1/brands", { name: `Brand ${n}` })
  yield* post("/v1/accounts/me/api-keys", { name: `Key ${n}` })
  const memberId = yield* seedMember(test.tenant.accountId, `member${n}@team.example`)
  yield* Effect.orDie(system`
    with account as (insert into accounts (id, name) values (new_uuid_v7(), 'Other') returning id),
      tenant as (insert into tenants (id, account_id, mode) select new_uuid_v7(), id, 'live' from account)
    insert into members (id, account_id, email, role, status)
      select new_uuid_v7(), id, 'owner@localhost', 'agent', 'active' from account`)
  for (const [kind, provider, settings] of connections) {
    yield* Effect.orDie(system`insert into channel_connections (id, tenant_id, brand_id, kind, provider, external_id, name, secrets, settings)
      values (new_uuid_v7(), ${test.tenant.id}, ${uuidOf(test.brand.id)}, ${kind}, ${provider}, ${`zebra${n}`}, ${`Zebra ${n}`}, ''::bytea, ${JSON.stringify(settings)}::text::jsonb)`)
  }
  // More than a brand may have.
  yield* Effect.orDie(system`insert into slack_apps (id, tenant_id, brand_id, name, known, secrets, created_at, updated_at)
    values (new_uuid_v7(), ${test.tenant.id}, ${uuidOf(test.brand.id)}, ${`Zebra ${n}`}, '{}', ''::bytea, now(), now())`)
  const webhook = yield* post(`${brand}/webhooks`, { url: `https://x${n}.example`, events: ["*"] })
  const company = yield* post(`${brand}/companies`, { name: `Zebra ${n}`, domain: `zebra${n}.example` })
  const customer = yield* post(`${brand}/customers`, { email: `ann@zebra${n}.example`, companyId: company.id })
  const category = yield* post(`${brand}/categories`, { name: `Zebra ${n}` })
  const tag = yield* post(`${brand}/tags`, { name: `zebra ${n}` })
  yield* post(`${brand}/portal/token`, { customerEmail: known["customerEmail"] ?? customer.email })
  yield* post(`${brand}/statuses`, { name: `Zebra ${n}`, category: "pending" })
  yield* post(`${brand}/fields/ticket`, { key: `zebra${n}`, label: `Zebra ${n}`, type: "text" })
  yield* post(`${brand}/addresses`, { address: `help@zebra${n}.example`, kind: "forwarded" })
  yield* post(`${brand}/domains`, { domain: `zebra${n}.example`, type: "INBOUND" })
  yield* post("/v1/test/inbound/email", {
    brandId: test.brand.id,
    from: `ben@zebra${n}.example`,
    subject: "Zebra",
    text: "About zebras"
  })
  const opened = {
    title: `Zebra ${n}`,
    categoryId: category.id,
    tags: [tag.name],
    assigneeId: memberId,
    watchers: [{ memberId, memberEmail: `member${n}@team.example` }]
  }
  const ticket = yield* post(`${brand}/tickets`, { ...opened, customerEmail: customer.email })
  yield* post(`${brand}/tickets`, { ...opened, customerId: known["customerId"] ?? customer.id })
  const first = `${brand}/tickets/${known["ticketId"] ?? ticket.id}`
  yield* post(`${first}/comments`, { body: `About zebra ${n}` })
  if (known["ticketId"] !== undefined)
    yield* post(`${first}/watchers`, { memberId, memberEmail: `member${n}@team.example` })
  // Still present when everything has been read.
  yield* Effect.orDie(system`insert into ticket_presence (tenant_id, member_id, ticket_id, name, state, seen_at)
    values (${test.tenant.id}, ${uuidOf(memberId)}, ${uuidOf((known["ticketId"] ?? ticket.id) as Id)}, ${`Member ${n}`}, 'viewing',
      now() + interval '1 hour')`)
  const file = yield* post(`${first}/attachments`, { filename: `${n}.txt`, contentType: "text/plain", size: 1 })
  yield* Effect.orDie(system`update attachments set status = 'UPLOADED' where id = ${uuidOf(file.id as Id)}`)
  return {
    brandId: test.brand.id,
    entity: "ticket",
    memberId,
    webhookId: webhook.id,
    companyId: company.id,
    customerId: customer.id,
    customerEmail: customer.email,
    categoryId: category.id,
    tagId: tag.id,
    ticketId: ticket.id,
    attachmentId: file.id
  } satisfies Known
})

/** The schema of an operation's response, as far as needed to tell whether it is a list. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Get {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}

/** Reads that first do what tests would otherwise wait for: mail of test mode is composed when its outbox is read. */
const settling = ["test.listOutbox"]
/** Answered from memory, or only for what DNS has proved. */
const fromMemory = ["portal.getDomain"]
/** Lists of things that no one creates. */
const fixed = ["system.actors", "webhooks.daily"]

/** Every operation that reads JSON and can be called with the known ids, and whether it returns a list. */
const reads = Effect.fnUntraced(function* (known: Readonly<Record<string, string>>) {
  const document = (yield* HttpSite.use(({ ask }) => ask("GET", "/v1/openapi.json", { key: "" }))).json
  const paths: Readonly<Record<string, { readonly get?: Get }>> = document.paths
  const resolved = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = resolved(get?.responses["200"]?.content?.["application/json"]?.schema)
    const isList = schema?.type === "array" || schema?.properties?.["data"]?.type === "array"
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
    const unknown = named.filter((name) => !(name in known))
    if (get === undefined || fromMemory.includes(get.operationId)) return []
    if (schema === undefined || unknown.length > 0) {
      assert.isFalse(isList, `${path}: make a ${unknown.join(", ")} to ask for it with`)
      return []
    }
    const query = /search$/.test(path)
      ? "?q=zebra&limit=50"
      : /portal.tokens$/.test(path)
        ? `?customerEmail=${known["customerEmail"]}`
        : isList
          ? "?limit=50"
          : ""
    return [
      {
        name: get.operationId,
        grows: isList && !fixed.includes(get.operationId),
        path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "") + query
      }
    ]
  })
})

/** Number of rows that a list shows. */
const rowsOf = ({ json }: Reply): number => (Array.isArray(json) ? json : (json.data ?? [])).length

/** The number of statements for a request: the first time, and the minimum of several, which stop at `enough`. */
const cost = Effect.fnUntraced(function* <A, E, R>(request: Effect.Effect<A, E, R>, enough = 0) {
  const { statements } = yield* Wire
  const taken: Array<number> = []
  do {
    const before = yield* statements
    yield* request
    taken.push((yield* statements) - before)
  } while (Math.min(...taken) > enough && taken.length < readings)
  return { first: taken[0] ?? 0, fewest: Math.min(...taken) }
})

layer(watched, { excludeTestServices: true })("A request", (it) => {
  it.effect("for a read takes as many statements for thirty rows as for one", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const known = yield* furnish(0)
      const owner = yield* signIn("owner@localhost")
      const portal = yield* ask("POST", `/v1/brands/${known.brandId}/portal/token`, {
        key: test.key,
        body: { customerEmail: known.customerEmail }
      })
      const read = Effect.fnUntraced(function* (path: string) {
        const ofSession = path.startsWith("/v1/auth") || path.startsWith("/v1/system")
        const key = path.startsWith("/v1/portal") ? portal.json.accessToken : ofSession ? owner.key : test.key
        const answer = yield* ask("GET", path, { key })
        assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
        return answer
      })
      const operations = yield* reads(known)
      assert.isAbove(operations.filter(({ grows }) => grows).length, 25)
      const before = yield* Effect.forEach(
        operations,
        Effect.fnUntraced(function* ({ path }) {
          const request = read(path)
          return { rows: rowsOf(yield* request), statements: (yield* cost(request)).fewest }
        })
      )
      for (let n = 1; n < many; n++) yield* furnish(n, known)
      for (const [index, { grows, name, path }] of operations.entries()) {
        const one = before[index]
        assert(one !== undefined)
        const { fewest, first } = yield* cost(read(path), one.statements)
        assert.isAtMost(fewest, one.statements, name)
        if (!settling.includes(name)) assert.isBelow(first, one.statements + many / 2, `${name}, the first time`)
        if (grows)
          assert.isAtLeast(rowsOf(yield* read(path)), Math.min(one.rows + many / 2, 20), `${name}: nothing to list`)
      }
    })
  )

  it.effect("with a statement per row would be detected", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const one = ask("GET", `/v1/brands/${test.brand.id}/customers`, { key: test.key })
      const { fewest } = yield* cost(Effect.repeat(one, { times: many - 1 }))
      assert.isAtLeast(fewest, many)
    })
  )

  it.effect("that changes tickets takes as many statements for thirty as for one", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const brand = `/v1/brands/${test.brand.id}`
      const opened = yield* Effect.forEach(Array.from({ length: many }), (_, n) =>
        Effect.map(
          ask("POST", `${brand}/tickets`, {
            key: test.key,
            body: { title: `Okapi ${n}`, customerEmail: `cat${n}@okapi.example` }
          }),
          ({ json }) => json.id as string
        )
      )
      const priorities = ["low", "high", "urgent"]
      let turn = 0
      const change = (ticketIds: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const priority = priorities[turn++ % priorities.length]
          const answer = yield* ask("POST", `${brand}/tickets/bulk`, {
            key: test.key,
            body: { action: "setPriority", priority, ticketIds }
          })
          assert.deepInclude(answer.json, { success: true, count: ticketIds.length })
        })
      const one = yield* cost(change(opened.slice(0, 1)))
      const all = yield* cost(change(opened), one.fewest)
      assert.isAtMost(all.fewest, one.fewest)
    })
  )
})
