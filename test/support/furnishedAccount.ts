import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type AccountId, type BrandId, type TicketId, uuidOf, type WebhookId } from "../../src/domain/Ids.ts"
import type { Mode } from "../../src/domain/Tenant.ts"
import { Database } from "../../src/sql/Database.ts"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { requestsWritten } from "./requestsWritten.ts"
import { seedAccount } from "./seedAccount.ts"
import { teamMember } from "./teamMember.ts"

/** One mode of an account: its credentials, its brand, and its records. */
interface FurnishedSide {
  readonly key: string
  readonly portalToken: string
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly webhookId: WebhookId
  readonly channelId: string
}

/** A new account with an owner. */
export const ownedAccount = Effect.gen(function* () {
  const { accountId } = yield* seedAccount
  const owner = yield* teamMember("owner", { account: accountId })
  const { json } = yield* owner.ask("GET", "/v1/auth/organization")
  return { accountId, owner, name: String(json.name) }
})

/** A new account with an owner and, in each mode, a record of every kind that the API can create. */
export const furnishedAccount = Effect.gen(function* () {
  const { accountId, name, owner } = yield* ownedAccount
  const side = Effect.fnUntraced(function* (mode: Mode) {
    const { ask } = yield* HttpSite
    const made = yield* owner.ask("POST", "/v1/accounts/me/api-keys", { body: { name: mode, mode } })
    assert.strictEqual(made.status, 201, made.text)
    const key: string = made.json.secret
    const post = Effect.fnUntraced(function* (path: string, options: Asked) {
      const answer = yield* ask("POST", path, { key, ...options })
      assert.include([200, 201], answer.status, `${path}: ${answer.text}`)
      return answer.json
    })
    const brandId: BrandId = (yield* post("/v1/brands", { body: { name: `Desk ${mode}` } })).id
    const brand = `/v1/brands/${brandId}`
    const inBrand = (path: string, body: object) => post(`${brand}/${path}`, { body })
    const webhookId: WebhookId = (yield* inBrand("webhooks", { url: "https://127.0.0.1:65535/", events: ["*"] })).id
    yield* inBrand("companies", { name: "North", domain: "north.example" })
    const { id: categoryId } = yield* inBrand("categories", { name: "Billing" })
    yield* inBrand("statuses", { name: "Waiting", category: "pending" })
    const { id: channelId } = yield* inBrand("channels/custom", {
      name: "Chat",
      callbackUrl: "https://127.0.0.1:65535/"
    })
    const { id: ticketId } = yield* post(`${brand}/tickets`, {
      body: { title: "Late", customerEmail: "ines@north.example", tags: ["parcel"], categoryId, notifyCustomer: true },
      headers: { "idempotency-key": crypto.randomUUID() }
    })
    yield* inBrand(`tickets/${ticketId}/comments`, { body: "On its way" })
    yield* inBrand(`tickets/${ticketId}/watchers`, { memberId: owner.id, memberEmail: owner.email })
    const form = new FormData()
    form.set("file", new Blob([`bytes of ${brandId}`], { type: "text/plain" }), "a.txt")
    const { port } = yield* HttpSite
    const sent = yield* Effect.promise(() =>
      fetch(`http://127.0.0.1:${port}${brand}/tickets/${ticketId}/attachments/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: form
      })
    )
    assert.strictEqual(sent.status, 201, yield* Effect.promise(() => sent.text()))
    const { id: sourceId } = yield* post(`${brand}/tickets`, {
      body: { title: "Later", customerEmail: "omar@south.example" }
    })
    yield* inBrand(`tickets/${ticketId}/merge`, { sourceTicketIds: [sourceId] })
    const { accessToken } = yield* inBrand("portal/token", { customerEmail: "ines@north.example" })
    const opened: FurnishedSide = { key, brandId, ticketId, webhookId, channelId, portalToken: accessToken }
    return opened
  })
  const [live, test] = [yield* side("live"), yield* side("test")]
  yield* owner.ask("POST", "/v1/auth/members/invite", {
    body: { email: `nina-${crypto.randomUUID()}@team.example`, role: "agent" }
  })
  yield* Effect.forEach([live, test], ({ key }) => requestsWritten(key), { concurrency: "unbounded", discard: true })
  return { accountId, owner, name, live, test }
})

/** Number of rows of an account per table, for the tables that have any. */
export const rowsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const { system } = yield* Database
  const account = uuidOf(accountId)
  const tables = yield* system<{ name: string; column: string }>`
    SELECT c.relname AS name, a.attname AS column FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attname IN ('tenant_id', 'account_id')
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`
  const counts = new Map<string, number>()
  for (const { column, name } of [...tables, { name: "accounts", column: "id" }]) {
    const [row] = yield* system<{ count: number }>`SELECT count(*)::int AS count FROM ${system(name)}
      WHERE ${system(column)} = ${account} OR ${system(column)} IN (SELECT id FROM tenants WHERE account_id = ${account})`
    if (row !== undefined && row.count > 0) counts.set(name, row.count)
  }
  return Object.fromEntries(counts)
}, Effect.orDie)
