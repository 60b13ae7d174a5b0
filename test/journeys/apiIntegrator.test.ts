import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

const caller =
  (facts: Facts, key = facts.liveKey) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const response = await fetch(`${facts.apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
      return { status: response.status, headers: response.headers, json: (await response.json()) as any }
    })

it.live(
  "An integrator opens, answers, closes, finds and restores a ticket, with nothing but the first start's credentials",
  () =>
    Effect.gen(function* () {
      const { facts } = yield* start(yield* hostedInstallation)
      const call = caller(facts)
      const tickets = `/v1/brands/${facts.brandId}/tickets`

      const opened = yield* call(
        "POST",
        tickets,
        { title: "Where is my parcel?", customerEmail: "Ada@Example.com", customFields: false },
        { "idempotency-key": "parcel-1" }
      )
      assert.strictEqual(opened.status, 201)
      assert.strictEqual(opened.json.ticketNumber, 1001)
      assert.strictEqual(opened.json.customerEmail, "ada@example.com")
      assert.strictEqual(opened.json.customFields, false)
      const ticket = opened.headers.get("location") ?? ""

      const again = yield* call(
        "POST",
        tickets,
        { title: "Where is my parcel?", customerEmail: "Ada@Example.com", customFields: false },
        { "idempotency-key": "parcel-1" }
      )
      assert.strictEqual(again.json.id, opened.json.id)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")

      const reply = yield* call("POST", `${ticket}/comments`, { body: "It is on its way.", setStatus: "pending" })
      assert.strictEqual(reply.status, 201)
      const note = yield* call("POST", `${ticket}/comments`, { body: "Check with the carrier.", isInternal: true })
      assert.strictEqual(note.json.visibility, "internal")

      const read = yield* call("GET", ticket)
      assert.strictEqual(read.json.status, "pending")
      assert.strictEqual(read.json.commentCount, 2)
      const stale = yield* call("PATCH", ticket, { priority: "high" }, { "if-match": '"1"' })
      assert.strictEqual(stale.status, 412)
      assert.strictEqual(stale.json.currentVersion, read.json.version)
      const closed = yield* call(
        "PATCH",
        ticket,
        { status: "closed", closeReason: "other" },
        { "if-match": read.headers.get("etag") ?? "" }
      )
      assert.strictEqual(closed.json.statusCategory, "closed")

      const found = yield* call("GET", `/v1/tickets?search=parcel&status=closed&brandId=${facts.brandId}`)
      assert.deepStrictEqual(
        found.json.data.map(({ id }: { id: string }) => id),
        [opened.json.id]
      )
      assert.strictEqual(found.json.data[0].brand.id, facts.brandId)

      const inTestMode = yield* caller(facts, facts.testKey)("GET", ticket)
      const unknown = yield* call("GET", `${tickets}/tkt_01m896efq3e6hv4g62mf8gy9bq`)
      assert.deepStrictEqual(
        [inTestMode, unknown].map(({ json, status }) => [status, json.code, json.detail]),
        [unknown, unknown].map(({ json }) => [404, "not_found", json.detail])
      )

      yield* call("DELETE", ticket)
      assert.strictEqual((yield* call("GET", ticket)).status, 404)
      assert.strictEqual((yield* call("POST", `${ticket}/restore`, {})).json.ticketNumber, 1001)

      const refused = yield* call("POST", tickets, { title: "", customerEmail: "nobody", priority: "very" })
      assert.strictEqual(refused.status, 400)
      assert.deepStrictEqual(refused.json.errors.map(({ field }: { field: string }) => field).sort(), [
        "customerEmail",
        "priority",
        "title"
      ])
    }).pipe(Effect.scoped)
)
