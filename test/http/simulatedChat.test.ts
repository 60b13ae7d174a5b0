import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const ines = { id: "U0INES", name: "Ines Röth", email: "ines@north.example" }

layer(site(), { excludeTestServices: true })("A simulated chat message", (it) => {
  const receive = Effect.fnUntraced(function* (body: object, headers: Record<string, string> = {}) {
    const { ask } = yield* HttpSite
    const { test } = yield* Installation
    const answer = yield* ask("POST", "/v1/test/inbound/chat", {
      key: test.key,
      headers,
      body: { brandId: test.brand.id, user: ines, ...body }
    })
    assertDeclared("POST", "/v1/test/inbound/chat", answer.status, answer.json)
    return answer
  })
  const get = Effect.fnUntraced(function* (path: string) {
    const { ask } = yield* HttpSite
    const { test } = yield* Installation
    return (yield* ask("GET", `/v1/brands/${test.brand.id}${path}`, { key: test.key })).json
  })

  it.effect("opens a ticket, continues in its thread, is edited and deleted, as in Slack", () =>
    Effect.gen(function* () {
      const ts = "1700000000.000100"
      const where = { channelId: "C0SIMULATED" }
      const opened = yield* receive({ ...where, text: "Where is my parcel?", messageId: ts })
      assert.deepStrictEqual([opened.status, opened.json.inbound.outcome], [201, "ticket_created"], opened.text)
      const path = `/tickets/${opened.json.ticketId}`
      const ticket = yield* get(path)
      assert.deepInclude(ticket, { source: "slack", livemode: false, customerEmail: "ines@north.example" })
      assert.include(ticket.title, "Where is my parcel?")

      const replyTs = "1700000001.000100"
      const answered = yield* receive({ ...where, text: "It is order 7", threadId: ts, messageId: replyTs })
      assert.deepStrictEqual([answered.json.ticketId, answered.json.inbound.outcome], [ticket.id, "comment_added"])
      const change = { ...where, threadId: ts, messageId: replyTs }
      yield* receive({ ...change, text: "It is order 8", edit: true })
      const [comment] = yield* get(`${path}/comments`)
      assert.deepInclude(comment, { id: answered.json.commentId, body: "It is order 8" })
      yield* receive({ ...change, text: "It is order 8", delete: true })
      const [removed] = yield* get(`${path}/comments`)
      assert.isString(removed.metadata.deletedAtSource)

      // No one reads a workspace that exists only here: nothing is queued for its threads.
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const body = { status: "resolved" }
      yield* ask("PATCH", `/v1/brands/${test.brand.id}${path}`, { key: test.key, body })
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT FROM chat_updates`, 0)
    })
  )

  it.effect("is received before it is processed, each after the previous one", () =>
    Effect.gen(function* () {
      const said = yield* Effect.forEach(["a", "b", "c", "d", "e", "f", "g", "h"], (text) => receive({ text }))
      const times = said.flatMap(({ json }) => [json.inbound.receivedAt, json.inbound.processedAt])
      assert.deepStrictEqual(times, times.toSorted())
    })
  )

  it.effect("accepts exactly the ids that it documents", () =>
    Effect.gen(function* () {
      for (const messageId of ["0.000000", "9999999999.999999"]) {
        const { status, text } = yield* receive({ text: "When?", messageId })
        assert.strictEqual(status, 201, text)
      }
      // A message cannot be from the year 33658.
      const { status, text } = yield* receive({ text: "When?", messageId: "999999999999.000000" })
      assert.strictEqual(status, 400, text)
    })
  )

  it.effect("is answered into the captured outbox", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const { ticketId } = (yield* receive({ text: "Hello from a direct message" })).json
      const body = { body: "Good morning" }
      yield* ask("POST", `/v1/brands/${test.brand.id}/tickets/${ticketId}/comments`, { key: test.key, body })
      const { data } = (yield* ask("GET", `/v1/test/outbox?ticketId=${ticketId}&channel=chat`, { key: test.key })).json
      assert.deepStrictEqual(
        data.map(({ channel, text }: { channel: string; text: string }) => [channel, text]),
        [["chat", "Good morning"]]
      )
      assert.notProperty(data[0], "subject")
    })
  )

  it.effect("has one effect when it is sent twice, by its id or by an idempotency key", () =>
    Effect.gen(function* () {
      const named = { text: "Twice", messageId: "1700000100.000100" }
      const [first, second] = [yield* receive(named), yield* receive(named)]
      assert.strictEqual(second.json.ticketId, first.json.ticketId)
      const headers = { "idempotency-key": "twice" }
      const [once, again] = [yield* receive({ text: "Once" }, headers), yield* receive({ text: "Once" }, headers)]
      assert.strictEqual(again.text, once.text)
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM receipts`
      assert.strictEqual((yield* receive({ text: "Once" }, headers)).json.inbound.id, once.json.inbound.id)
    })
  )

  it.effect("is refused for what is wrong with it, field by field", () =>
    Effect.gen(function* () {
      const refused = Effect.fnUntraced(function* (body: object, expected: string) {
        const { json } = yield* receive(body)
        assert.deepStrictEqual(
          json.errors?.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`),
          [expected],
          JSON.stringify(json)
        )
      })
      yield* refused({ text: "x", channelId: "C0OTHER" }, "channelId unknown_id")
      yield* refused({ text: "x", messageId: "soon" }, "messageId format")
      yield* refused({ text: "x", edit: true }, "messageId required")
      yield* refused({ text: "x", messageId: "1700000200.000100", edit: true, delete: true }, "delete not_allowed")
      yield* refused({ text: "x", messageId: "1700000200.000100", edit: true }, "messageId unknown_id")
      yield* refused({ text: "x", user: { id: "U0INES", email: "nobody" } }, "user.email format")
      yield* refused({ text: "x", brandId: "br_01m80ma4scesxaqdzshdpa13et" }, "brandId unknown_id")
    })
  )
})
