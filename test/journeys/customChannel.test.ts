import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { channelOf } from "../support/customChannel.ts"
import { customSender } from "../support/customServices.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { startReceiver } from "../support/Receiver.ts"
import { until } from "../support/until.ts"

const journey = site({ channels: customSender }).pipe(Layer.provideMerge(MailNews.layer))

layer(journey, { excludeTestServices: true })("A shop with its own chat", (it) => {
  it.effect("opens a ticket, is answered in the thread, reports delivery, and continues", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const shop = yield* startReceiver(() => ({
        status: 200,
        body: JSON.stringify({ externalId: `chat-${randomUUID()}` })
      }))
      const { brand, id, post, receipt } = yield* channelOf({ callbackUrl: shop.url, source: "whatsapp" })

      const opened = yield* post({
        externalId: "m1",
        threadId: "t1",
        sender: { externalId: "u-77", name: "Ines Roth", phone: "+15550100" },
        text: "Where is my parcel?\nIt was due on Monday."
      })
      assert.strictEqual(opened.status, 201, opened.text)
      assert.strictEqual(opened.json.created, "ticket")
      const tickets = `${brand}/tickets/${opened.json.ticketId}`
      const ticket = (yield* ask("GET", tickets)).json
      assert.deepInclude(ticket, {
        title: "Where is my parcel?",
        source: "whatsapp",
        origin: "custom",
        customerName: "Ines Roth"
      })
      assert.deepInclude(ticket.customer, {
        emailIsPlaceholder: true,
        phone: "+15550100",
        identities: [{ channel: "whatsapp", address: "u-77" }]
      })

      const again = yield* post({ externalId: "m1", threadId: "t1", text: "Where is my parcel?" })
      assert.deepStrictEqual([again.status, again.json], [200, { ...opened.json, duplicate: true }])

      const answer = yield* ask("POST", `${tickets}/comments`, { body: { body: "It **arrives** tomorrow." } })
      assert.deepStrictEqual(
        answer.json.deliveries.map(({ channel, status, to }: Record<string, string>) => ({ channel, status, to })),
        [{ channel: "custom", status: "queued", to: "u-77" }]
      )
      const [call] = yield* shop.first(1)
      const sent = JSON.parse(call?.body ?? "")
      assert.deepInclude(sent, {
        type: "message.outbound",
        channelId: id,
        livemode: true,
        ticketId: opened.json.ticketId,
        commentId: answer.json.id,
        threadId: "t1",
        recipient: { externalId: "u-77", name: "Ines Roth", phone: "+15550100" },
        text: "It **arrives** tomorrow.",
        attachments: []
      })
      assert.strictEqual(call?.headers["webhook-id"], sent.messageId)
      assert.strictEqual(call?.headers["x-trunkline-event"], "message.outbound")

      const comment = ask("GET", `${tickets}/comments/${answer.json.id}`)
      yield* until(comment, ({ json }) => json.deliveries[0].status === "sent")
      const [message] = (yield* ask("GET", `${tickets}/messages`)).json
      assert.match(message.externalId, /^chat-/)
      for (const status of ["delivered", "sent", "read", "failed"])
        assert.deepStrictEqual((yield* receipt({ externalId: message.externalId, status })).json, { success: true })
      assert.strictEqual((yield* comment).json.deliveries[0].status, "delivered")

      const more = yield* post({ externalId: "m2", threadId: "t1", sender: { externalId: "u-77" }, text: "Thank you!" })
      assert.deepInclude(more.json, { created: "comment", ticketId: opened.json.ticketId })
      const [, thanks] = (yield* ask("GET", `${tickets}/comments`)).json
      assert.deepInclude(thanks, {
        body: "Thank you!",
        authorType: "CUSTOMER",
        authorName: "Ines Roth",
        source: "whatsapp"
      })

      const explained = (yield* ask("GET", `${brand}/inbound/${more.json.messageId}/explain`)).json
      assert.include(explained.decision, "is part of the conversation of")
      assert.deepInclude(
        explained.steps.find(({ check }: { check: string }) => check === "custom_thread"),
        { result: "matched" }
      )
      const events = (yield* ask("GET", `/v1/events?limit=500`)).json.data.map(({ type }: { type: string }) => type)
      assert.includeMembers(events, ["customer.created", "ticket.created", "message.sent", "message.delivered"])
      assert.strictEqual(events.filter((type: string) => type === "message.delivered").length, 1)
      assert.notInclude(events, "message.failed")
    })
  )

  it.effect("receives the new text of an edited answer, and its deletion", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const shop = yield* startReceiver(() => ({ status: 200, body: JSON.stringify({ externalId: "chat-1" }) }))
      const { brand, post } = yield* channelOf({ callbackUrl: shop.url })
      const { json } = yield* post({ threadId: "t1" })
      const comments = `${brand}/tickets/${json.ticketId}/comments`
      const answer = (yield* ask("POST", comments, { body: { body: "It arrives tomorow." } })).json
      const note = (yield* ask("POST", comments, { body: { body: "Late again", isInternal: true } })).json
      const comment = ask("GET", `${comments}/${answer.id}`)
      yield* until(comment, ({ json }) => json.deliveries[0].status === "sent")

      yield* ask("PATCH", `${comments}/${answer.id}`, { body: { metadata: { checked: true } } })
      yield* ask("PATCH", `${comments}/${note.id}`, { body: { body: "Late" } })
      yield* ask("PATCH", `${comments}/${answer.id}`, { body: { body: "It arrives tomorrow." } })
      const [sent, edited] = (yield* shop.first(2)).map(({ body }) => JSON.parse(body))
      const message = { messageId: sent.messageId, externalId: "chat-1", commentId: answer.id, threadId: "t1" }
      assert.deepInclude(edited, { ...message, type: "message.updated", text: "It arrives tomorrow." })
      assert.notStrictEqual(edited.id, sent.id)
      // It is still the one message that was sent.
      assert.lengthOf((yield* ask("GET", `${brand}/tickets/${json.ticketId}/messages`)).json, 1)
      assert.lengthOf((yield* comment).json.deliveries, 1)

      yield* ask("DELETE", `${comments}/${answer.id}`)
      const [, , removed] = yield* shop.first(3)
      assert.deepInclude(JSON.parse(removed?.body ?? ""), { ...message, type: "message.deleted" })
      assert.notProperty(JSON.parse(removed?.body ?? ""), "text")
    })
  )

  it.effect("is called in test mode too, because its callback is the tester's own", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const shop = yield* startReceiver()
      const { brand, post } = yield* channelOf({ callbackUrl: shop.url }, test.key)
      const { json } = yield* post({ threadId: "t1" })
      yield* ask("POST", `${brand}/tickets/${json.ticketId}/comments`, { key: test.key, body: { body: "Hi" } })
      const [call] = yield* shop.first(1)
      assert.deepInclude(JSON.parse(call?.body ?? ""), { livemode: false, text: "Hi" })
      const outbox = yield* ask("GET", "/v1/test/outbox", { key: test.key })
      assert.deepStrictEqual(outbox.json.data, [])
    })
  )

  it.effect("shows its channel's state, among the channels and among the actors", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const shop = yield* startReceiver(() => ({ status: 503 }))
      const { brand, id, post } = yield* channelOf({ callbackUrl: shop.url, name: "Window chat" })
      const { json } = yield* post({ threadId: "t1" })
      yield* ask("POST", `${brand}/tickets/${json.ticketId}/comments`, { body: { body: "Hi" } })
      const channel = Effect.map(ask("GET", `${brand}/channels`), ({ json }) =>
        json.find((one: { id: string }) => one.id === id)
      )
      const shown = yield* until(channel, ({ lastError }) => lastError !== undefined)
      assert.deepInclude(shown, {
        kind: "custom",
        name: "Window chat",
        status: "active",
        backlog: 1,
        restarts: 0,
        lastError: "The callback address responded with status 503"
      })
      assert.isString(shown.lastInboundAt)
      const actor = Effect.map(ask("GET", "/v1/system/actors", { key: "" }), ({ json }) =>
        json.find((one: { name: string }) => one.name === "Window chat")
      )
      assert.deepInclude(yield* until(actor, ({ state }) => state === "backing_off"), {
        kind: "custom",
        restarts: 0,
        lastError: "The callback address responded with status 503"
      })
    })
  )
})
