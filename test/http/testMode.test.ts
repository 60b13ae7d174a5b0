import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Vault } from "../../src/accounts/Vault.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { MailKind, MailSubject } from "../../src/domain/OutgoingMail.ts"
import { insertMail } from "../../src/sql/outbound/insertMail.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedBrand, seedTenant } from "../support/seedTenant.ts"
import { teamMember } from "../support/teamMember.ts"

/** Stores a mail about a brand, as a service that mails customers does. */
const capture = Effect.fnUntraced(function* (
  about: MailSubject,
  {
    kind = "notification",
    secret = false,
    to = "ines@north.example"
  }: { kind?: MailKind; secret?: boolean; to?: string } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = (yield* IdGenerator).next("message")
  const mail = {
    id,
    kind,
    messageId: `<${id}@desk.example>`,
    about,
    to,
    subject: "About your request",
    text: "We are on it.\n",
    html: "<p>We are on it.</p>",
    secret,
    lifetime: Duration.days(1)
  }
  yield* sql.withTransaction(insertMail(sql, yield* Vault, mail))
  return id
})

const subjectOf = Effect.map(Installation, ({ test }) => ({ tenant: test.tenant, brandId: test.brand.id }))

layer(site(), { excludeTestServices: true })("The test outbox", (it) => {
  it.effect("shows what would have been sent, newest first, page by page", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const about = yield* subjectOf
      const ids = [
        yield* capture(about),
        yield* capture(about),
        yield* capture(about, { kind: "portal_link", secret: true })
      ]

      const first = yield* ask("GET", "/v1/test/outbox?limit=2", { key: test.key })
      assert.strictEqual(first.status, 200, first.text)
      assertDeclared("GET", "/v1/test/outbox", 200, first.json)
      assert.deepStrictEqual(
        first.json.data.map((mail: { id: string }) => mail.id),
        [ids[2], ids[1]]
      )
      const second = yield* ask("GET", `/v1/test/outbox?limit=2&cursor=${first.json.pagination.nextCursor}`, {
        key: test.key
      })
      assert.deepStrictEqual(
        second.json.data.map((mail: { id: string }) => mail.id),
        [ids[0]]
      )
      assert.strictEqual(second.json.pagination.hasMore, false)

      const one = yield* ask("GET", `/v1/test/outbox/${ids[2]}`, { key: test.key })
      assertDeclared("GET", "/v1/test/outbox/x", 200, one.json)
      const { htmlView, ...listed } = one.json
      assert.deepStrictEqual(listed, first.json.data[0])
      assert.match(htmlView.url, /\/mail\/pages\//)
      assert.deepInclude(one.json, {
        kind: "magic_link",
        channel: "email",
        brandId: test.brand.id,
        from: "Trunkline <no-reply@desk.example>",
        to: "ines@north.example",
        subject: "About your request",
        text: "We are on it.\n",
        html: "<p>We are on it.</p>",
        headers: { "Message-ID": `<${ids[2]}@desk.example>` },
        attachments: []
      })
    })
  )

  it.effect("is filtered by brand, kind, recipient, ticket and channel", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const about = yield* subjectOf
      const ticketId = (yield* IdGenerator).next("ticket")
      const mine = yield* capture({ ...about, ticketId }, { kind: "reply", to: "Paul@North.example" })
      const found = (query: string) =>
        Effect.map(ask("GET", `/v1/test/outbox?${query}`, { key: test.key }), ({ json }) =>
          json.data.map((mail: { id: string }) => mail.id)
        )
      for (const query of [
        "kind=reply",
        "to=paul%40north.EXAMPLE",
        `ticketId=${ticketId}`,
        `brandId=${test.brand.id}&kind=reply&channel=email`
      ]) {
        assert.deepStrictEqual(yield* found(query), [mine], query)
      }
      const abroad = yield* capture(about, { to: "jörg@xn--mnchen-3ya.example" })
      assert.deepStrictEqual(yield* found(`to=${encodeURIComponent("Jörg@München.example")}`), [abroad])
      const named = yield* capture(about, { to: "Shop user 7" })
      assert.deepStrictEqual(yield* found("to=shop user 7"), [named])
      for (const query of [
        "kind=autoresponse",
        "to=nobody@north.example",
        "channel=sms",
        "brandId=br_01m893khb3f5bbmdqn6zazb1ra",
        "ticketId=tkt_01m893khb3f5bbmdqn6zazb1ra"
      ]) {
        assert.deepStrictEqual(yield* found(query), [], query)
      }
      const wrong = yield* ask("GET", "/v1/test/outbox?kind=letter&limit=0&channel=pigeon", { key: test.key })
      assert.deepStrictEqual(
        wrong.json.errors.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`).sort(),
        ["channel enum", "kind enum", "limit range"]
      )
    })
  )

  it.effect("contains no mail of other tenants or of live mode", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const others = yield* capture(yield* seedBrand(yield* seedTenant("test")))
      const sent = yield* capture({ tenant: live.tenant, brandId: live.brand.id })
      const unknown = yield* ask("GET", "/v1/test/outbox/msg_01m893khb3f5bbmdqn6zazb1ra", { key: test.key })
      assert.strictEqual(unknown.status, 404)
      for (const id of [others, sent, "msg_x"]) {
        const answer = yield* ask("GET", `/v1/test/outbox/${id}`, { key: test.key })
        const { instance: _, requestId: __, ...body } = answer.json
        const { instance: ___, requestId: ____, ...expected } = unknown.json
        assert.deepStrictEqual(body, expected)
      }
      assert.notInclude((yield* ask("GET", "/v1/test/outbox?limit=100", { key: test.key })).text, others)
    })
  )

  it.effect("is available to members in test mode", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const mail = yield* capture(yield* subjectOf)
      const { key } = yield* teamMember("agent")
      const headers = { "trunkline-mode": "test" }
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${mail}`, { key, headers })).json.id, mail)
      const body = { brandId: test.brand.id, from: "ines@north.example", subject: "By hand", text: "Hello" }
      const received = yield* ask("POST", "/v1/test/inbound/email", { key, headers, body })
      assert.deepStrictEqual([received.status, received.json.inbound.status], [201, "processed"])
      const live = yield* ask("GET", "/v1/test/outbox", { key })
      assert.deepInclude(live.json, { status: 403, code: "test_mode_only" })
    })
  )

  it.effect("is available to test keys only, within their brands", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const mail = yield* capture(yield* subjectOf)
      for (const [method, path] of [
        ["GET", "/v1/test/outbox"],
        ["GET", `/v1/test/outbox/${mail}`],
        ["DELETE", "/v1/test/outbox"],
        ["POST", "/v1/test/inbound/email"]
      ] as const) {
        const answer = yield* ask(method, path, { key: live.key })
        assert.deepInclude(answer.json, { status: 403, code: "test_mode_only" }, `${method} ${path}`)
      }
      const brand = yield* ask("POST", "/v1/brands", { key: test.key, body: { name: "Other" } })
      const scoped = yield* ask("POST", "/v1/accounts/me/api-keys", {
        key: test.key,
        body: { name: "scoped", brandIds: [brand.json.id] }
      })
      const key: string = scoped.json.secret
      assert.deepStrictEqual((yield* ask("GET", "/v1/test/outbox", { key })).json.data, [])
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${mail}`, { key })).status, 404)
      assert.deepStrictEqual((yield* ask("DELETE", "/v1/test/outbox", { key })).json, { deleted: 0 })
      const foreign = yield* ask("POST", "/v1/test/inbound/email", {
        key,
        body: { brandId: test.brand.id, from: "ines@north.example" }
      })
      assert.deepInclude(foreign.json, { status: 400, code: "validation_failed" })
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${mail}`, { key: test.key })).status, 200)
    })
  )

  it.effect("is emptied once per idempotency key, and by brand", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const about = yield* subjectOf
      yield* ask("DELETE", "/v1/test/outbox", { key: test.key })
      yield* capture(about)
      yield* capture(about)
      const elsewhere = yield* ask("DELETE", "/v1/test/outbox?brandId=br_01m893khb3f5bbmdqn6zazb1ra", { key: test.key })
      assert.deepStrictEqual(elsewhere.json, { deleted: 0 })
      const clear = ask("DELETE", `/v1/test/outbox?brandId=${test.brand.id}`, {
        key: test.key,
        headers: { "idempotency-key": "empty-it" }
      })
      assert.deepStrictEqual((yield* clear).json, { deleted: 2 })
      yield* capture(about)
      const again = yield* clear
      assert.deepStrictEqual(again.json, { deleted: 2 })
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.lengthOf((yield* ask("GET", "/v1/test/outbox", { key: test.key })).json.data, 1)
    })
  )
})

layer(site(), { excludeTestServices: true })("Simulated mail", (it) => {
  const receive = Effect.fnUntraced(function* (body: object, headers: Record<string, string> = {}) {
    const { ask } = yield* HttpSite
    const { test } = yield* Installation
    return yield* ask("POST", "/v1/test/inbound/email", {
      key: test.key,
      headers,
      body: { brandId: test.brand.id, ...body }
    })
  })

  it.effect("opens a ticket with its files and events before the response", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const answer = yield* receive({
        from: "Ines Röth <Ines@North.example>",
        subject: "Grüße – invoice 77",
        text: "Please see the attached file.",
        attachments: [
          { filename: "invoice.txt", contentType: "text/plain", content: Buffer.from("77").toString("base64") }
        ]
      })
      assert.strictEqual(answer.status, 201, answer.text)
      assertDeclared("POST", "/v1/test/inbound/email", 201, answer.json)
      const { commentId, eventIds, inbound, ticketId } = answer.json
      assert.strictEqual(commentId, undefined)
      assert.deepInclude(inbound, {
        brandId: test.brand.id,
        channel: "email",
        from: "ines@north.example",
        to: [`${test.brand.id}@inbound.example`],
        subject: "Grüße – invoice 77",
        status: "processed",
        outcome: "ticket_created",
        ticketId,
        attempts: 1
      })
      const ticket = yield* ask("GET", `/v1/brands/${test.brand.id}/tickets/${ticketId}`, { key: test.key })
      assert.deepInclude(ticket.json, {
        title: "Grüße – invoice 77",
        body: "Please see the attached file.",
        customerEmail: "ines@north.example",
        customerName: "Ines Röth",
        origin: "email",
        attachmentCount: 1,
        livemode: false
      })
      const sql = yield* SqlClient.SqlClient
      const events = yield* sql<{
        type: string
      }>`SELECT type FROM events WHERE id = ANY(${eventIds.map(uuidOf)}::uuid[]) ORDER BY id`
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["customer.created", "ticket.created", "attachment.created"]
      )
    })
  )

  it.effect("continues the conversation that it replies to", () =>
    Effect.gen(function* () {
      const first = yield* receive({ from: "ines@north.example", subject: "Question", messageId: "<q1@north.example>" })
      const second = yield* receive({
        from: "ines@north.example",
        subject: "Re: Question",
        text: "One more thing",
        inReplyTo: "<q1@north.example>",
        references: ["<q1@north.example>"]
      })
      assert.strictEqual(second.json.ticketId, first.json.ticketId)
      assert.match(second.json.commentId, /^cmt_/)
      assert.strictEqual(second.json.inbound.outcome, "comment_added")
    })
  )

  it.effect("can be a raw message, as on the wire", () =>
    Effect.gen(function* () {
      const message =
        "From: Paul <paul@north.example>\r\nSubject: raw\r\nMessage-ID: <raw@north.example>\r\nAuto-Submitted: auto-generated\r\n\r\nThe backup is done.\r\n"
      const answer = yield* receive({ raw: Buffer.from(message).toString("base64") })
      assert.strictEqual(answer.status, 201, answer.text)
      assert.deepInclude(answer.json.inbound, {
        externalId: "raw@north.example",
        size: message.length,
        from: "paul@north.example"
      })
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const ticket = yield* ask("GET", `/v1/brands/${test.brand.id}/tickets/${answer.json.ticketId}`, { key: test.key })
      assert.deepInclude(ticket.json, { title: "raw", body: "The backup is done.", isAutomated: true })
    })
  )

  it.effect("has one effect when it is sent twice, by its id or by an idempotency key", () =>
    Effect.gen(function* () {
      const mail = { from: "ines@north.example", subject: "Twice", text: "x" }
      const named = { ...mail, messageId: "<twice@north.example>" }
      const [first, second] = [yield* receive(named), yield* receive(named)]
      assert.deepStrictEqual(second.json, first.json)
      assert.strictEqual(second.headers.get("idempotency-replayed"), null)

      const headers = { "idempotency-key": "twice" }
      const [once, again] = [yield* receive(mail, headers), yield* receive(mail, headers)]
      assert.notStrictEqual(once.json.ticketId, first.json.ticketId)
      assert.strictEqual(again.text, once.text)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* receive({ ...mail, text: "y" }, headers)).json.code, "idempotency_key_reused")

      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM receipts`
      assert.deepStrictEqual(
        (yield* receive(mail, headers)).json,
        once.json,
        "the receipt was lost, the effect was not"
      )
      assert.notStrictEqual(
        (yield* receive(mail)).json.ticketId,
        once.json.ticketId,
        "without a key it is another mail"
      )
    })
  )

  it.effect("is refused for what is wrong with it, field by field", () =>
    Effect.gen(function* () {
      const refused = Effect.fnUntraced(function* (body: object, ...expected: ReadonlyArray<string>) {
        const { json } = yield* receive(body)
        assert.deepStrictEqual(
          json.errors?.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`).sort(),
          [...expected].sort(),
          JSON.stringify(json)
        )
      })
      yield* refused({}, "from required")
      yield* refused({ raw: "!" }, "raw format")
      yield* refused({ raw: "YQ==", subject: "both" }, "raw not_allowed")
      yield* refused({ raw: Buffer.from("Subject: nobody\r\n\r\nx").toString("base64") }, "raw format")
      yield* refused({ from: "nobody" }, "from format")
      yield* refused({ from: "a@b.example", headers: { "a b": "x" } }, "headers format")
      yield* refused({ from: "a@b.example", headers: { "X-A": "x\r\nBcc: b@b.example" } }, "headers.X-A format")
      yield* refused(
        { from: "a@b.example", attachments: [{ filename: "a", contentType: "x", content: "?" }] },
        "attachments[0].content format",
        "attachments[0].contentType format"
      )
      yield* refused({ from: "a@b.example", brandId: "br_01m893khb3f5bbmdqn6zazb1ra" }, "brandId unknown_id")
      const { live } = yield* Installation
      yield* refused({ from: "a@b.example", brandId: live.brand.id }, "brandId unknown_id")
    })
  )

  it.effect("is not accepted by a brand that receives no mail", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const brand = yield* ask("POST", "/v1/brands", {
        key: test.key,
        body: { name: "Closed", inboundEmailEnabled: false }
      })
      const answer = yield* receive({ brandId: brand.json.id, from: "ines@north.example" })
      assert.deepInclude(answer.json, { status: 409, code: "channel_not_ready", channel: "email" })
      assert.include(answer.json.detail, "inboundEmailEnabled")
    })
  )
})
