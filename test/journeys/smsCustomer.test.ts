import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { formOf } from "../support/attachmentCalls.ts"
import { HttpSite } from "../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../support/SmsSite.ts"
import { until } from "../support/until.ts"

const ines = "+14155550100"

layer(smsSite, { excludeTestServices: true })("A customer who sends text messages", (it) => {
  it.effect("is answered through the API, receives it, and continues; the team sees the delivery of each answer", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      yield* number.text(ines, "Where is my parcel?\nIt was due on Monday.")
      const [ticket] = yield* ticketsOf(number, ines, 1)
      const path = `${number.brand}/tickets/${ticket.id}`

      const answer = yield* ask("POST", `${path}/comments`, { body: { body: "It arrives tomorrow." } })
      assert.deepInclude(answer.json.deliveries[0], { channel: "sms", to: ines, status: "queued" })
      const delivery = Effect.map(ask("GET", `${path}/comments/${answer.json.id}`), ({ json }) => json.deliveries[0])
      yield* until(delivery, ({ status }) => status === "sent")
      const [message] = twilio.messages
      assert.deepInclude(message, { from: number.ours, to: ines, body: "It arrives tomorrow." })
      if (message === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(message, "delivered"))
      assert.strictEqual((yield* delivery).status, "delivered")
      const events = (yield* ask("GET", `/v1/events?ticketId=${ticket.id}`)).json.data
      const types = events.map(({ type }: { type: string }) => type)
      assert.includeMembers(types, ["ticket.created", "comment.created", "message.sent", "message.delivered"])

      yield* number.text(ines, "Thank you!")
      const comments = yield* until(ask("GET", `${path}/comments`), ({ json }) => json.length === 2)
      assert.deepInclude(comments.json[1], { body: "Thank you!", authorType: "CUSTOMER", source: "sms" })
      const internal = yield* ask("POST", `${path}/comments`, { body: { body: "Friendly!", visibility: "internal" } })
      assert.lengthOf(internal.json.deliveries ?? [], 0)
      assert.lengthOf(twilio.messages, 1)
      const shown = (yield* ask("GET", number.path)).json
      assert.property(shown, "lastInboundAt")
      assert.property(shown, "lastOutboundAt")
    })
  )

  it.effect("is simulated in test mode, with attachments, by the same code", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const brandId = number.brand.split("/").at(-1)
      const simulate = (body: object, headers: Record<string, string> = {}) =>
        ask("POST", "/v1/test/inbound/sms", { key: number.key, headers, body: { brandId, from: ines, ...body } })
      const first = yield* simulate({ text: "Is anybody there?", messageId: "m-1" }, { "idempotency-key": "first" })
      assert.strictEqual(first.status, 201, first.text)
      assert.deepInclude(first.json.inbound, {
        channel: "sms",
        status: "processed",
        outcome: "ticket_created",
        to: [number.ours]
      })
      const replayed = yield* simulate({ text: "Is anybody there?", messageId: "m-1" }, { "idempotency-key": "first" })
      assert.deepStrictEqual([replayed.status, replayed.json], [201, first.json])
      const same = yield* simulate({ text: "Is anybody there?", messageId: "m-1" })
      assert.strictEqual(same.json.ticketId, first.json.ticketId)
      const second = yield* simulate({ text: "Hello?", to: number.ours })
      assert.deepInclude(second.json.inbound, { outcome: "comment_added", ticketId: first.json.ticketId })

      const form = formOf([{ name: "file", value: "png", filename: "map.png", type: "image/png" }])
      const upload = yield* ask("POST", `${number.brand}/attachments/pending/upload`, { key: number.key, ...form })
      const third = yield* simulate({ text: "", mediaIds: [upload.json.id] })
      assert.deepInclude(third.json.inbound, { outcome: "comment_added" }, third.text)
      const attached = ask("GET", `${number.brand}/tickets/${third.json.ticketId}/attachments`, { key: number.key })
      assert.strictEqual((yield* attached).json[0].filename, "map.png")

      for (const [body, field] of [
        [{ text: "Hello", to: "+14155559998" }, "to"],
        [{ text: "Hello", from: "12345" }, "from"],
        [{ text: "STOP", from: "+14155550111" }, "text"],
        [{ text: "Hello", mediaIds: ["att_01kt0000000000000000000000"] }, "mediaIds[0]"],
        [{ text: "Hello", brandId: "br_01kt0000000000000000000000" }, "brandId"]
      ] as const) {
        const refused = yield* simulate(body)
        assert.deepStrictEqual([refused.status, refused.json.errors?.[0].field], [400, field], refused.text)
      }
      yield* ask("PATCH", number.path, { key: number.key, body: { enabled: false } })
      const off = yield* simulate({ text: "Hello" })
      assert.deepStrictEqual([off.status, off.json.code], [409, "channel_not_ready"])
      assert.include(off.json.detail, "no enabled phone number")
      const live = yield* ask("POST", "/v1/test/inbound/sms", { body: { brandId, from: ines, text: "Hello" } })
      assert.strictEqual(live.status, 403)
    })
  )
})
