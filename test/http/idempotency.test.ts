import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Asked, HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { linkFor } from "../support/signInServices.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/** Concurrent requests. */
const many = 50
/** An allowed address where nothing listens. */
const nowhere = "https://127.0.0.1:65535/"

type Ask = (method: string, path: string, options?: Asked) => Effect.Effect<Reply>

/** One or two nodes on one database, asked in turn. */
const startNodes = Effect.fnUntraced(function* (count: 1 | 2) {
  const url = yield* TestDatabase.freshDatabase
  const first = yield* Layer.build(site({ database: TestDatabase.on(url) }))
  const installation = Context.get(first, Installation)
  const nodes = [first]
  if (count === 2) nodes.push(yield* Layer.build(site({ database: TestDatabase.on(url), installation })))
  const [one, ...others] = nodes.map((node) => Context.get(node, HttpSite).ask)
  let asked = 0
  const ask: Ask = (...request) => ([one, ...others][asked++ % nodes.length] ?? assert.fail("no node"))(...request)
  const link = Effect.provideContext(linkFor("owner@localhost"), first)
  return { ask, installation, link, sql: Context.get(first, SqlClient.SqlClient) }
})

/** Retries while the server says that the first of the equal requests is still in progress, as on a slow disk. */
const toTheEnd = (asked: Effect.Effect<Reply>) =>
  Effect.repeat(asked, { until: ({ json }) => json?.code !== "idempotency_in_progress" })

interface Write {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: object | string
  readonly headers?: Record<string, string>
  readonly key?: string
  /** The table whose rows count how often it was done. */
  readonly table: string
}

/** A write of every kind: through the ticket store, with a receipt of its own, with a secret, and received mail. */
const writesOf = Effect.fnUntraced(function* (ask: Ask, link: string, { live, test }: Installation["Service"]) {
  const brand = `/v1/brands/${live.brand.id}`
  const ticket = yield* ask("POST", `${brand}/tickets`, { body: { title: "t", customerEmail: "a@b.example" } })
  const comment = yield* ask("POST", `${brand}/tickets/${ticket.json.id}/comments`, { body: { body: "first" } })
  const webhook = yield* ask("POST", `${brand}/webhooks`, { body: { url: nowhere, events: ["ticket.deleted"] } })
  const signedIn = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token: link } })
  const portal = yield* ask("POST", `${brand}/portal/token`, { body: { customerEmail: "a@b.example" } })
  const audited = (event: string) => `audit_log where event = '${event}'`
  const writes: ReadonlyArray<Write> = [
    {
      what: "a ticket",
      method: "POST",
      path: `${brand}/tickets`,
      body: { title: "once", customerEmail: "once@b.example" },
      table: "tickets where title = 'once'"
    },
    {
      what: "a comment",
      method: "POST",
      path: `${brand}/tickets/${ticket.json.id}/comments`,
      body: { body: "once" },
      table: "comments where body = 'once'"
    },
    {
      what: "a ticket's change",
      method: "PATCH",
      path: `${brand}/tickets/${ticket.json.id}`,
      body: { title: "changed" },
      table: `${audited("ticket.updated")} and changes ->> 'title' is not null`
    },
    {
      what: "a comment's deletion",
      method: "DELETE",
      path: `${brand}/tickets/${ticket.json.id}/comments/${comment.json.id}`,
      table: audited("comment.deleted")
    },
    {
      what: "a customer",
      method: "POST",
      path: `${brand}/customers`,
      body: { email: "single@b.example" },
      table: "customers where email = 'single@b.example'"
    },
    {
      what: "a brand",
      method: "POST",
      path: "/v1/brands",
      body: { name: "Once" },
      table: "brands where name = 'Once'"
    },
    {
      what: "an API key",
      method: "POST",
      path: "/v1/accounts/me/api-keys",
      body: { name: "once" },
      table: "api_keys where name = 'once'"
    },
    {
      what: "a webhook",
      method: "POST",
      path: `${brand}/webhooks`,
      body: { url: `${nowhere}once`, events: ["*"] },
      table: `webhooks where url = '${nowhere}once'`
    },
    {
      what: "a webhook's deletion",
      method: "DELETE",
      path: `${brand}/webhooks/${webhook.json.id}`,
      table: audited("webhook.deleted")
    },
    {
      what: "a bulk change",
      method: "POST",
      path: `${brand}/tickets/bulk`,
      body: { action: "setPriority", ticketIds: [ticket.json.id], priority: "urgent" },
      table: `${audited("ticket.updated")} and changes ->> 'priority' is not null`
    },
    {
      what: "an uploaded file",
      method: "POST",
      path: `${brand}/tickets/${ticket.json.id}/attachments/upload`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="once.txt"\r\nContent-Type: text/plain\r\n\r\nonce\r\n--x--\r\n',
      table: "attachments where filename = 'once.txt' and status = 'UPLOADED'"
    },
    {
      what: "a portal token",
      method: "POST",
      path: `${brand}/portal/token`,
      body: { customerEmail: "token@b.example" },
      table: "portal_tokens t join customers c on c.id = t.customer_id where c.email = 'token@b.example'"
    },
    {
      what: "a customer's own ticket",
      method: "POST",
      path: "/v1/portal/tickets",
      key: portal.json.accessToken,
      body: { title: "by portal" },
      table: "tickets where title = 'by portal'"
    },
    {
      what: "an invitation",
      method: "POST",
      path: "/v1/auth/members/invite",
      key: signedIn.json.sessionToken,
      body: { email: "new@team.example", role: "agent" },
      table: "outgoing_mail where kind = 'invite'"
    },
    {
      what: "a simulated mail",
      method: "POST",
      path: "/v1/test/inbound/email",
      key: test.key,
      body: { brandId: test.brand.id, from: "once@north.example", subject: "by mail" },
      table: "tickets where title = 'by mail'"
    }
  ]
  return writes
})

for (const count of [1, 2] as const) {
  describe(`Fifty equal requests at once, ${count === 1 ? "to one node" : "to two nodes in turn"}`, () => {
    it.live("have one effect and fifty equal responses, all but one marked as replayed", () =>
      Effect.gen(function* () {
        const { ask, installation, link, sql } = yield* startNodes(count)
        for (const write of yield* writesOf(ask, yield* link, installation)) {
          const { body, key, method, path, table, what } = write
          const headers = { ...write.headers, "idempotency-key": what.replaceAll(" ", "-") }
          const answers = yield* Effect.all(
            Array.from({ length: many }, () => toTheEnd(ask(method, path, { body, headers, key }))),
            { concurrency: "unbounded" }
          )
          const [first] = answers
          assert.include([200, 201], first?.status, `${what}: ${first?.text}`)
          assert.deepStrictEqual(
            [...new Set(answers.map(({ status, text }) => `${status} ${text}`))],
            [`${first?.status} ${first?.text}`]
          )
          for (const name of ["etag", "location"]) {
            assert.strictEqual(new Set(answers.map((answer) => answer.headers.get(name))).size, 1, `${what}: ${name}`)
          }
          const replayed = answers.filter((answer) => answer.headers.get("idempotency-replayed") === "true")
          assert.lengthOf(replayed, many - 1, what)
          assert.strictEqual(new Set(answers.map((answer) => answer.headers.get("x-request-id"))).size, many)
          const [done] = yield* sql.unsafe<{ times: number }>(`select count(*)::int as times from ${table}`)
          assert.strictEqual(done?.times, 1, what)
        }
      }).pipe(Effect.scoped)
    )

    it.live("that are refused leave nothing behind, so that the key can be reused", () =>
      Effect.gen(function* () {
        const { ask } = yield* startNodes(count)
        const headers = { "idempotency-key": "corrected" }
        const refused = yield* Effect.all(
          Array.from({ length: many }, () => ask("POST", "/v1/brands", { headers, body: { name: "" } })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual([...new Set(refused.map(({ json }) => json.code))], ["validation_failed"])
        const corrected = yield* ask("POST", "/v1/brands", { headers, body: { name: "Corrected" } })
        assert.strictEqual(corrected.status, 201)
        assert.isNull(corrected.headers.get("idempotency-replayed"))
        const other = yield* ask("POST", "/v1/brands", { headers, body: { name: "Other" } })
        assert.deepInclude(other.json, { status: 422, code: "idempotency_key_reused" })
      }).pipe(Effect.scoped)
    )
  })
}

describe("A key", () => {
  it.live("identifies a command of one caller at one path, and another command elsewhere", () =>
    Effect.gen(function* () {
      const { ask, installation } = yield* startNodes(1)
      const { live, test } = installation
      const headers = { "idempotency-key": "the-same" }
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "colleague" } })
      const ids = yield* Effect.all([
        ask("POST", "/v1/brands", { headers, body: { name: "One" } }),
        ask("POST", "/v1/brands", { headers, body: { name: "One", slug: "two" }, key: made.json.secret }),
        ask("POST", "/v1/brands", { headers, body: { name: "One" }, key: test.key }),
        ask("POST", `/v1/brands/${live.brand.id}/customers`, { headers, body: { email: "a@b.example" } })
      ])
      assert.deepStrictEqual(
        ids.map(({ status }) => status),
        [201, 201, 201, 201]
      )
      assert.strictEqual(new Set(ids.map(({ json }) => json.id)).size, 4)
    }).pipe(Effect.scoped)
  )

  it.live("keeps a secret sealed, and shows it again to whoever sends the same request", () =>
    Effect.gen(function* () {
      const { ask, sql } = yield* startNodes(1)
      const request = { headers: { "idempotency-key": "secret" }, body: { name: "sealed" } }
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", request)
      const [receipt] = yield* sql<{ body: string; sealed: boolean }>`select body, sealed from receipts`
      assert.strictEqual(receipt?.sealed, true)
      assert.notInclude(Buffer.from(receipt?.body ?? "", "base64").toString("latin1"), made.json.secret)
      assert.strictEqual((yield* ask("POST", "/v1/accounts/me/api-keys", request)).text, made.text)
    }).pipe(Effect.scoped)
  )
})
