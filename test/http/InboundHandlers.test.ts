import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuidOf } from "../../src/domain/Ids.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { linkFor, seedMember } from "../support/signInServices.ts"

/** Sends a request about the test brand's inbound messages, and checks the response against the declaration. */
const ask = Effect.fnUntraced(function* (method: string, path = "", options: Asked = {}) {
  const { test } = yield* Installation
  const url = `/v1/brands/${test.brand.id}/inbound${path}`
  const answer = yield* (yield* HttpSite).ask(method, url, { key: test.key, ...options })
  if (answer.json !== undefined) assertDeclared(method, url, answer.status, answer.json)
  return answer
})

const ticketAt = Effect.fnUntraced(function* (path: string) {
  const { test } = yield* Installation
  return (yield* (yield* HttpSite).ask("GET", `/v1/brands/${test.brand.id}/tickets/${path}`, { key: test.key })).json
})

/** Receives a mail through the simulator; returns its log entry. */
const receive = Effect.fnUntraced(function* (mail: object) {
  const { test } = yield* Installation
  const body = { brandId: test.brand.id, from: "ines@north.example", subject: "Hello", text: "Hi", ...mail }
  const answer = yield* (yield* HttpSite).ask("POST", "/v1/test/inbound/email", { key: test.key, body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json.inbound
})

const stepOf = (json: { steps: ReadonlyArray<{ check: string; result: string; detail: string }> }, check: string) =>
  json.steps.find((step) => step.check === check)

const away = {
  from: "bot@north.example",
  subject: "Automatic reply: Hello",
  headers: { "Auto-Submitted": "auto-replied" }
}

/** Overrides for sending a raw mail instead of its parts. */
const bare = { from: undefined, subject: undefined, text: undefined }

const fixture = (name: string) => ({
  ...bare,
  raw: readFileSync(join(import.meta.dirname, `../fixtures/mail/content/${name}.eml`)).toString("base64")
})

layer(site(), { excludeTestServices: true })("The inbound log", (it) => {
  it.effect("lists what was received, newest first, page by page", () =>
    Effect.gen(function* () {
      const first = yield* receive({ from: "pages@north.example", subject: "1" })
      const second = yield* receive({ from: "pages@north.example", subject: "2" })
      const page = yield* ask("GET", "?limit=1&from=Pages%40north.example")
      assert.deepStrictEqual(page.json.data, [second])
      const next = yield* ask("GET", `?limit=1&from=Pages%40north.example&cursor=${page.json.pagination.nextCursor}`)
      assert.deepStrictEqual(next.json.data, [first])
      assert.strictEqual(next.json.pagination.hasMore, false)
      assert.strictEqual((yield* ask("GET", "?limit=2&cursor=x")).json.code, "invalid_cursor")
    })
  )

  it.effect("finds a sender by their address in any spelling", () =>
    Effect.gen(function* () {
      const from = "Jörg@München.example"
      const message = yield* receive({ from })
      assert.deepStrictEqual((yield* ask("GET", `?from=${encodeURIComponent(from)}`)).json.data, [message])
      // As channels name a person.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE inbound_messages SET sender = 'User-42' WHERE id = ${uuidOf(message.id)}`
      const [named] = (yield* ask("GET", "?from=User-42")).json.data
      assert.strictEqual(named?.id, message.id)
    })
  )

  it.effect("is filtered by status, channel, sender, ticket and time", () =>
    Effect.gen(function* () {
      const from = "filter@north.example"
      const kept = yield* receive({ ...away, from })
      const made = yield* receive({ from })
      const found = (query: string) =>
        Effect.map(ask("GET", `?from=${from}&${query}`), ({ json }) => json.data.map(({ id }: { id: string }) => id))
      assert.deepStrictEqual(yield* found("status=processed"), [made.id])
      assert.deepStrictEqual(yield* found("status=ignored,failed"), [kept.id])
      assert.deepStrictEqual(yield* found("channel=email"), [made.id, kept.id])
      assert.deepStrictEqual(yield* found("channel=sms"), [])
      assert.deepStrictEqual(yield* found(`ticketId=${made.ticketId}`), [made.id])
      assert.deepStrictEqual(yield* found("ticketId=tkt_01m893khb3f5bbmdqn6zazb1ra"), [])
      assert.deepStrictEqual(yield* found(`receivedAfter=${kept.receivedAt}`), [made.id, kept.id])
      assert.deepStrictEqual(yield* found("receivedBefore=2020-01-01"), [])
      assert.deepStrictEqual(yield* found("receivedAfter=2100-01-01"), [])
      const wrong = yield* ask("GET", "?status=lost&channel=pigeon&limit=0&receivedAfter=yesterday")
      assert.deepStrictEqual(
        wrong.json.errors.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`).sort(),
        ["channel enum", "limit range", "receivedAfter format", "status enum"]
      )
    })
  )

  it.effect("explains each check in order, in words, and its result", () =>
    Effect.gen(function* () {
      const first = yield* receive({ from: "why@north.example", messageId: "<why@north.example>" })
      const second = yield* receive({ from: "why@north.example", inReplyTo: "<why@north.example>", text: "More" })
      const opened = (yield* ask("GET", `/${first.id}/explain`)).json
      assert.deepStrictEqual(
        opened.steps.map(({ check }: { check: string }) => check),
        [
          "duplicate",
          "loop_or_automatic",
          "bounce",
          "signed_reply_address",
          "message_references",
          "subject_tag_and_sender",
          "chat_thread",
          "sms_conversation",
          "custom_thread",
          "merged_target",
          "closed_policy",
          "blocked_sender"
        ]
      )
      assert.deepInclude(stepOf(opened, "chat_thread"), { result: "skipped" })
      assert.deepInclude(stepOf(opened, "message_references"), {
        result: "not_matched",
        detail: "replies to no message"
      })
      assert.include(opened.decision, "It opened a ticket, because it continues no earlier one.")
      assert.deepStrictEqual(
        opened.effects.map(({ type }: { type: string }) => type),
        ["customer.created", "ticket.created"]
      )
      const commented = (yield* ask("GET", `/${second.id}/explain`)).json
      assert.include(commented, { ticketId: first.ticketId, commentId: second.commentId })
      assert.match(
        commented.decision,
        /It became a comment, because it replies to \w+-\d+, and the sender is a participant\./
      )
    })
  )

  it.effect("shows what a mail looks like, with its own images, and again after it is reprocessed", () =>
    Effect.gen(function* () {
      const { id, ticketId } = yield* receive(fixture("gmail-inline-image"))
      const { html, repairs } = (yield* ask("GET", `/${id}`)).json
      assert.include(html, 'src="cid:ii_m3x7k2a80"')
      assert.isUndefined(repairs)
      const files = yield* ticketAt(`${ticketId}/attachments`)
      assert.deepStrictEqual(
        files.map((file: { filename: string; inline?: boolean; contentId?: string }) => [
          file.filename,
          file.inline ?? false,
          file.contentId
        ]),
        [
          ["schirm.png", true, "ii_m3x7k2a80"],
          ["Rechnung März.pdf", false, "f_m3x7k9b11"]
        ]
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE inbound_messages SET html = 'x' WHERE id = ${uuidOf(id)}`
      assert.strictEqual((yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })).json.html, html)
      assert.isUndefined((yield* ask("GET", `?ticketId=${ticketId}`)).json.data[0].html)
    })
  )

  it.effect("says what had to be repaired to read a mail", () =>
    Effect.gen(function* () {
      const { id } = yield* receive(fixture("utf8-declared-big5"))
      assert.deepStrictEqual((yield* ask("GET", `/${id}`)).json.repairs, ["text declared as big5 is in utf-8"])
    })
  )

  it.effect("turns a mail with too many parts into a ticket that has the whole mail attached", () =>
    Effect.gen(function* () {
      const head = "From: many@north.example\r\nSubject: Parts\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
      const raw = `${head}${"--b\r\n\r\nx\r\n".repeat(20_000)}`
      const { ticketId } = yield* receive({ ...bare, raw: Buffer.from(raw).toString("base64") })
      assert.strictEqual((yield* ticketAt(ticketId)).title, "Parts")
      assert.include((yield* ticketAt(`${ticketId}/attachments`))[0], { filename: "message.eml", size: raw.length })
    })
  )

  it.effect("marks a reply without text as such, also when reprocessed", () =>
    Effect.gen(function* () {
      const raw = (head: string) => Buffer.from(`From: mute@north.example\r\n${head}\r\n\r\n`).toString("base64")
      const { ticketId } = yield* receive({ ...bare, raw: raw("Message-ID: <asked@north.example>") })
      const { commentId, id } = yield* receive({ ...bare, raw: raw("In-Reply-To: <asked@north.example>") })
      yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })
      assert.deepInclude((yield* ticketAt(`${ticketId}/comments`))[0], { id: commentId, body: "(no text)" })
    })
  )

  it.effect("returns the bytes as they were received, as a file", () =>
    Effect.gen(function* () {
      const raw = "From: raw@north.example\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\n\x00\xff bytes\r\n"
      const { id } = yield* receive({
        from: undefined,
        subject: undefined,
        text: undefined,
        raw: Buffer.from(raw, "latin1").toString("base64")
      })
      const { headers, status } = yield* ask("GET", `/${id}/raw`)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "message/rfc822")
      assert.strictEqual(headers.get("content-disposition"), `attachment; filename="${id}.eml"`)
      assert.strictEqual(headers.get("content-length"), String(raw.length))
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE inbound_messages SET blob_key = null WHERE id = ${uuidOf(id)}`
      assert.strictEqual((yield* ask("GET", `/${id}/raw`)).status, 404)
      assert.strictEqual((yield* ask("GET", `/${id}`)).status, 200)
      assert.include((yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })).json, {
        status: 409,
        code: "invalid_state"
      })
    })
  )

  it.effect("releases a mail from an auto-responder, once however often that is requested", () =>
    Effect.gen(function* () {
      const kept = yield* receive(away)
      assert.include(kept, { status: "ignored", outcome: "none", kind: "auto-replied", attempts: 1 })
      assert.notProperty(kept, "ticketId")
      const headers = { "idempotency-key": crypto.randomUUID() }
      const [one, again] = [
        yield* ask("POST", `/${kept.id}/reprocess`, { headers, body: {} }),
        yield* ask("POST", `/${kept.id}/reprocess`, { headers, body: {} })
      ]
      assert.include(one.json, { status: "processed", outcome: "ticket_created", attempts: 2 })
      assert.strictEqual(again.text, one.text)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.deepInclude(yield* ticketAt(one.json.ticketId), { isAutomated: true, title: "Automatic reply: Hello" })
      assert.deepStrictEqual((yield* ask("GET", `/${kept.id}`)).json, one.json)
      assert.include((yield* ask("POST", `/${kept.id}/reprocess`)).json, { status: 409, code: "invalid_state" })
      const forced = yield* ask("POST", `/${kept.id}/reprocess`, { body: { force: true } })
      assert.include(forced.json, { ticketId: one.json.ticketId, attempts: 3 })
    })
  )

  it.effect("releases a message once when that is requested many times at once", () =>
    Effect.gen(function* () {
      const kept = yield* receive({ ...away, from: "race@north.example" })
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => ask("POST", `/${kept.id}/reprocess`)),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
      const listed = yield* ask("GET", "?from=race@north.example")
      assert.lengthOf(listed.json.data, 1)
    })
  )

  it.effect("corrects the text and files of a ticket, and nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const attachments = [
        { filename: "a.txt", contentType: "text/plain", content: Buffer.from("a").toString("base64") }
      ]
      const { id, ticketId } = yield* receive({ from: "fix@north.example", text: "As it was meant", attachments })
      assert.include((yield* ask("POST", `/${id}/reprocess`)).json, { status: 409, code: "invalid_state" })
      yield* sql`UPDATE tickets SET body = 'misread', title = 'As an agent named it' WHERE id = ${uuidOf(ticketId)}`
      yield* sql`UPDATE attachments SET filename = 'b.txt' WHERE ticket_id = ${uuidOf(ticketId)}`
      const { json } = yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })
      assert.include(json, { status: "processed", outcome: "ticket_created", ticketId, attempts: 2 })
      const ticket = yield* ticketAt(ticketId)
      assert.include(ticket, { body: "As it was meant", title: "As an agent named it", attachmentCount: 1 })
      const files = yield* ticketAt(`${ticketId}/attachments`)
      assert.deepStrictEqual(
        files.map(({ filename }: { filename: string }) => filename),
        ["a.txt"]
      )
      const events = yield* sql<{
        type: string
      }>`SELECT type FROM events WHERE chain_id = ${uuidOf(ticketId)} ORDER BY seq`
      assert.deepStrictEqual(events.map(({ type }) => type).slice(-3), [
        "ticket.updated",
        "attachment.deleted",
        "attachment.created"
      ])
    })
  )

  it.effect("corrects a comment, and leaves alone what is gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* receive({ from: "note@north.example", messageId: "<note@north.example>" })
      const { commentId, id, ticketId } = yield* receive({
        from: "note@north.example",
        inReplyTo: "<note@north.example>",
        text: "As it was meant"
      })
      yield* sql`UPDATE comments SET body = 'misread' WHERE id = ${uuidOf(commentId)}`
      yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })
      assert.strictEqual((yield* ticketAt(`${ticketId}/comments/${commentId}`)).body, "As it was meant")
      yield* sql`UPDATE comments SET deleted_at = now() WHERE id = ${uuidOf(commentId)}`
      assert.include((yield* ask("POST", `/${id}/reprocess`, { body: { force: true } })).json, {
        status: 409,
        code: "invalid_state"
      })
    })
  )

  it.effect("can be read by agents, and reprocessed by admins only", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const { id } = yield* receive(away)
      const headers = { "trunkline-mode": "test" }
      const session = Effect.fnUntraced(function* (role: "admin" | "agent") {
        const email = `${role}@inbound-log.example`
        yield* seedMember(test.tenant.accountId, email, role)
        const token = yield* linkFor(email)
        const { json } = yield* (yield* HttpSite).ask("POST", "/v1/auth/verify", { key: "", body: { token } })
        return json.sessionToken as string
      })
      const agent = { key: yield* session("agent"), headers }
      for (const path of ["", `/${id}`, `/${id}/explain`, `/${id}/raw`])
        assert.strictEqual((yield* ask("GET", path, agent)).status, 200, path)
      assert.include((yield* ask("POST", `/${id}/reprocess`, agent)).json, { status: 403, code: "forbidden" })
      const admin = { key: yield* session("admin"), headers }
      assert.strictEqual((yield* ask("POST", `/${id}/reprocess`, admin)).status, 200)
    })
  )

  it.effect("does not contain messages of other brands or of the other mode", () =>
    Effect.gen(function* () {
      const { ask: request } = yield* HttpSite
      const { live, test } = yield* Installation
      const { id } = yield* receive({})
      const unknown = "inb_01m893khb3f5bbmdqn6zazb1ra"
      const brand = (yield* request("POST", "/v1/brands", { key: test.key, body: { name: "Next door" } })).json
      const scoped = yield* request("POST", "/v1/accounts/me/api-keys", {
        key: test.key,
        body: { name: "scoped", brandIds: [brand.id] }
      })
      const told = (json: Record<string, unknown>) => ({ ...json, instance: "", requestId: "" })
      for (const [method, rest] of [
        ["GET", ""],
        ["GET", "/explain"],
        ["GET", "/raw"],
        ["POST", "/reprocess"]
      ] as const) {
        const own = yield* ask(method, `/${unknown}${rest}`)
        assert.include(own.json, { status: 404, code: "not_found" })
        const foreign = [
          yield* request(method, `/v1/brands/${brand.id}/inbound/${id}${rest}`, { key: test.key }),
          yield* request(method, `/v1/brands/${live.brand.id}/inbound/${id}${rest}`),
          yield* request(method, `/v1/brands/${test.brand.id}/inbound/x${rest}`, { key: test.key })
        ]
        for (const answer of foreign) assert.deepStrictEqual(told(answer.json), told(own.json), `${method} ${rest}`)
        const other = yield* request(method, `/v1/brands/${test.brand.id}/inbound/${id}${rest}`, {
          key: scoped.json.secret
        })
        assert.include(other.json, { status: 404, code: "not_found" })
      }
      assert.strictEqual((yield* request("GET", `/v1/brands/${live.brand.id}/inbound`)).json.data.length, 0)
      assert.strictEqual((yield* request("GET", "/v1/brands/br_x/inbound")).status, 404)
    })
  )

  for (const email of [
    "aki..k@north.example",
    "aki.@north.example",
    "jörg@north.example",
    "root@localhost",
    "disk@host_1",
    "camera@192.168.1.64"
  ])
    it.effect(`accepts ${email}, the address of a sender, wherever a customer is named`, () =>
      Effect.gen(function* () {
        const { test } = yield* Installation
        const { ask } = yield* HttpSite
        const { key } = test
        const brand = `/v1/brands/${test.brand.id}`
        const done = yield* receive({ from: email })
        const { json: ticket } = yield* ask("GET", `${brand}/tickets/${done.ticketId}`, { key })
        assert.strictEqual(ticket.customerEmail, email)
        const named = `customerEmail=${encodeURIComponent(email)}`
        const listed = yield* ask("GET", `${brand}/tickets?${named}`, { key })
        assert.deepStrictEqual(
          listed.json.data.map(({ id }: { id: string }) => id),
          [done.ticketId]
        )
        const body = { title: "Another", customerEmail: email }
        const other = yield* ask("POST", `${brand}/tickets`, { key, body })
        assert.deepInclude(other.json, { customerId: ticket.customerId }, other.text)
        const said: ReadonlyArray<readonly [string, string, object]> = [
          ["PATCH", `/tickets/${other.json.id}`, { customerEmail: email }],
          ["PATCH", `/customers/${ticket.customerId}`, { email, name: "Aki" }],
          ["POST", `/tickets/${other.json.id}/comments`, { body: "Hello.", cc: [email] }],
          ["POST", "/portal/token", { customerEmail: email }],
          ["POST", "/portal/revoke", { customerEmail: email }]
        ]
        for (const [method, path, body] of said) {
          const answer = yield* ask(method, `${brand}${path}`, { key, body })
          assert.isBelow(answer.status, 300, `${method} ${path} ${answer.text}`)
        }
        assert.strictEqual((yield* ask("GET", `${brand}/portal/tokens?${named}`, { key })).status, 200)
      })
    )
})
