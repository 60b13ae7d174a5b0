import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { channelOf } from "../support/customChannel.ts"
import { customSender } from "../support/customServices.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { startReceiver } from "../support/Receiver.ts"
import { until } from "../support/until.ts"

const services = site({ channels: customSender }).pipe(Layer.provideMerge(MailNews.layer))

layer(services, { excludeTestServices: true })("Custom channels", (it) => {
  it.effect("can be created, listed, read, changed and removed; the secret is shown once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const list = `/v1/brands/${live.brand.id}/channels/custom`
      const made = yield* ask("POST", list, { body: { name: " Shop chat ", callbackUrl: "https://shop.example/in" } })
      assert.strictEqual(made.status, 201)
      const { createdAt, id, secret, ...shown } = made.json
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
      assert.match(id, /^chn_/)
      assert.isString(createdAt)
      assert.deepStrictEqual(shown, {
        brandId: live.brand.id,
        name: "Shop chat",
        source: "custom",
        enabled: true,
        status: "active",
        callbackUrl: "https://shop.example/in"
      })
      assert.strictEqual(made.headers.get("location"), `${list}/${id}`)
      const { secret: _, ...record } = made.json
      assert.deepStrictEqual((yield* ask("GET", `${list}/${id}`)).json, record)
      assert.deepInclude((yield* ask("GET", list)).json, record)

      const changed = yield* ask("PATCH", `${list}/${id}`, {
        body: { source: "discord", callbackUrl: null, enabled: false }
      })
      assert.deepInclude(changed.json, { source: "discord", enabled: false, status: "disabled", name: "Shop chat" })
      assert.notProperty(changed.json, "callbackUrl")
      assert.deepStrictEqual((yield* ask("DELETE", `${list}/${id}`)).json, { success: true })
      for (const method of ["GET", "PATCH", "DELETE"])
        assert.strictEqual((yield* ask(method, `${list}/${id}`, method === "GET" ? {} : { body: {} })).status, 404)
      const logs = (yield* ask("GET", `/v1/brands/${live.brand.id}/logs`)).json.data
      assert.includeMembers(
        logs.filter((line: object) => JSON.stringify(line).includes(id)).map(({ event }: { event: string }) => event),
        ["channel.created", "channel.updated", "channel.deleted"]
      )
      assert.notInclude(JSON.stringify(logs), secret)
    })
  )

  it.effect("store their secret sealed, and replay it for the same request", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const headers = { "idempotency-key": crypto.randomUUID() }
      const make = ask("POST", `/v1/brands/${live.brand.id}/channels/custom`, { body: { name: "Once" }, headers })
      const [first, again] = [yield* make, yield* make]
      assert.deepStrictEqual(again.json, first.json)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      const rotate = ask("POST", `/v1/brands/${live.brand.id}/channels/custom/${first.json.id}/rotate-secret`, {
        body: {},
        headers: { "idempotency-key": crypto.randomUUID() }
      })
      assert.deepStrictEqual((yield* rotate).json, (yield* rotate).json)
      const { system } = yield* Database
      const stored = yield* system<{ text: string }>`SELECT row_to_json(k)::text AS text FROM channel_connections k
        UNION ALL SELECT row_to_json(r)::text FROM receipts r`
      assert.notInclude(JSON.stringify(stored), first.json.secret)
    })
  )

  it.effect("whose secret can no longer be opened can be changed, and get a new one", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const list = `/v1/brands/${live.brand.id}/channels/custom`
      const { id, secret } = (yield* ask("POST", list, { body: { name: "Lost" } })).json
      const { system } = yield* Database
      yield* system`UPDATE channel_connections SET secrets = sha256(secrets) || secrets WHERE id = ${uuidOf(id)}`
      assert.strictEqual((yield* ask("PATCH", `${list}/${id}`, { body: { name: "Found" } })).json.name, "Found")
      const rotated = yield* ask("POST", `${list}/${id}/rotate-secret`, { body: {} })
      assert.strictEqual(rotated.status, 200, rotated.text)
      assert.notStrictEqual(rotated.json.secret, secret)
    })
  )

  it.effect("refuse addresses that are not public, and what breaks a rule", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const list = `/v1/brands/${live.brand.id}/channels/custom`
      const broken = (body: object) =>
        Effect.map(ask("POST", list, { body }), ({ json, status, text }) => {
          assert.strictEqual(status, 400, text)
          return json.errors.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`)
        })
      assert.deepStrictEqual(yield* broken({}), ["name required"])
      assert.deepStrictEqual(yield* broken({ name: "" }), ["name length"])
      assert.deepStrictEqual(yield* broken({ name: "x", source: "fax" }), ["source enum"])
      assert.deepStrictEqual(yield* broken({ name: "x", secret: "short" }), ["secret length"])
      for (const callbackUrl of [
        "https://10.0.0.1/",
        "https://169.254.169.254/",
        "https://[::1]/",
        "ftp://shop.example/"
      ])
        assert.deepStrictEqual(yield* broken({ name: "x", callbackUrl }), ["callbackUrl format"], callbackUrl)
      const { path } = yield* channelOf()
      const refused = yield* ask("PATCH", path, { body: { callbackUrl: "https://10.0.0.1/" } })
      assert.strictEqual(refused.status, 400)
      const hours = yield* ask("POST", `${path}/rotate-secret`, { body: { overlapHours: 169 } })
      assert.strictEqual(hours.json.errors[0].field, "overlapHours")
    })
  )

  it.effect("belong to their brand only", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const { id, path } = yield* channelOf()
      const other = yield* ask("POST", "/v1/brands", { body: { name: "Other" } })
      for (const foreign of [
        ask("GET", `/v1/brands/${other.json.id}/channels/custom/${id}`),
        ask("PATCH", `/v1/brands/${other.json.id}/channels/custom/${id}`, { body: { name: "Mine" } }),
        ask("DELETE", `/v1/brands/${other.json.id}/channels/custom/${id}`),
        ask("POST", `/v1/brands/${other.json.id}/channels/custom/${id}/rotate-secret`, { body: {} }),
        ask("POST", `/v1/brands/${other.json.id}/channels/custom/${id}/test`),
        ask("GET", path, { key: test.key }),
        ask("GET", `/v1/brands/${live.brand.id}/channels/custom/nonsense`)
      ])
        assert.strictEqual((yield* foreign).status, 404)
      assert.strictEqual((yield* ask("GET", path)).json.name, "Shop chat")
    })
  )

  it.effect("can be tested: the response says what came back", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const shop = yield* startReceiver((_, index) => (index === 0 ? { status: 204 } : { status: 500 }))
      const { id, path } = yield* channelOf({ callbackUrl: shop.url })
      const good = yield* ask("POST", `${path}/test`)
      assert.strictEqual(good.json.success, true)
      const [call] = yield* shop.first(1)
      assert.deepInclude(JSON.parse(call?.body ?? ""), {
        type: "message.test",
        messageId: good.json.messageId,
        channelId: id
      })
      const bad = yield* ask("POST", `${path}/test`)
      assert.deepStrictEqual([bad.status, bad.json.code, bad.json.provider], [502, "upstream_failed", "custom"])
      assert.include(bad.json.detail, "status 500")
      yield* ask("PATCH", path, { body: { callbackUrl: null } })
      const none = yield* ask("POST", `${path}/test`)
      assert.deepStrictEqual([none.status, none.json.code], [409, "channel_not_ready"])
      assert.include(none.json.detail, "no callbackUrl")
    })
  )

  it.effect("are tested once per idempotency key; after a failure the test is repeated", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const shop = yield* startReceiver((_, index) => (index === 0 ? { status: 500 } : { status: 204 }))
      const { path } = yield* channelOf({ callbackUrl: shop.url })
      const headers = { "idempotency-key": "one-try" }
      const attempt = ask("POST", `${path}/test`, { headers })
      const [failed, good, again] = [yield* attempt, yield* attempt, yield* attempt]
      assert.deepStrictEqual([failed.status, good.status, again.status], [502, 200, 200])
      assert.strictEqual(again.text, good.text)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.lengthOf(shop.received, 2)
    })
  )

  it.effect("say why they send nothing: turned off, without an address, removed", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, path, post } = yield* channelOf({ callbackUrl: "https://shop.example/in" })
      const { json } = yield* post({ threadId: "t" })
      const reply = () =>
        Effect.map(ask("POST", `${brand}/tickets/${json.ticketId}/comments`, { body: { body: "Hi" } }), ({ json }) => {
          const [{ channel, error, status }] = json.deliveries
          return [channel, status, error]
        })
      yield* ask("PATCH", path, { body: { callbackUrl: null } })
      assert.deepStrictEqual(yield* reply(), ["custom", "suppressed", "The channel has no callback address"])
      yield* ask("PATCH", path, { body: { enabled: false } })
      assert.deepStrictEqual(yield* reply(), ["custom", "suppressed", "The channel is disabled"])
      yield* ask("DELETE", path)
      assert.deepStrictEqual(yield* reply(), ["custom", "suppressed", "The channel is no longer connected"])
      // Notes, and comments that are not the team's, go nowhere at all.
      const note = yield* ask("POST", `${brand}/tickets/${json.ticketId}/comments`, {
        body: { body: "x", visibility: "internal" }
      })
      assert.notProperty(note.json, "deliveries")
    })
  )

  it.effect("that respond 410 hold their messages until they have another address", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [gone, moved] = [yield* startReceiver(() => ({ status: 410 })), yield* startReceiver()]
      const { brand, path, post } = yield* channelOf({ callbackUrl: gone.url })
      const { json } = yield* post({ threadId: "t" })
      yield* ask("POST", `${brand}/tickets/${json.ticketId}/comments`, { body: { body: "Hi" } })
      yield* until(ask("GET", path), ({ json }) => json.status === "error")
      const mended = yield* ask("PATCH", path, { body: { callbackUrl: moved.url } })
      assert.deepInclude(mended.json, { status: "active" })
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state = 'queued'`
      yield* system`SELECT pg_notify('trunkline_mail', '')`
      yield* moved.first(1)
      yield* until(ask("GET", `${brand}/tickets/${json.ticketId}/messages`), ({ json }) => json[0].status === "sent")
    })
  )

  it.effect("send files as working URLs, to whoever has them", () =>
    Effect.gen(function* () {
      const { ask, port } = yield* HttpSite
      const { live } = yield* Installation
      const shop = yield* startReceiver()
      const { brand, post } = yield* channelOf({ callbackUrl: shop.url })
      const { json } = yield* post({ threadId: "t" })
      const form = new FormData()
      form.set("file", new File(["the proof"], "proof.txt", { type: "text/plain" }))
      const upload = yield* Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${port}${brand}/attachments/pending/upload`, {
          method: "POST",
          headers: { authorization: `Bearer ${live.key}` },
          body: form
        })
        return (await response.json()) as { readonly id: string }
      })
      const comment = { body: "Here it is.", attachmentIds: [upload.id] }
      yield* ask("POST", `${brand}/tickets/${json.ticketId}/comments`, { body: comment })
      const [call] = yield* shop.first(1)
      const [file] = JSON.parse(call?.body ?? "").attachments
      assert.deepInclude(file, { filename: "proof.txt", contentType: "text/plain", size: 9 })
      const { pathname } = new URL(file.url)
      assert.strictEqual((yield* ask("GET", pathname, { key: "" })).text, "the proof")
    })
  )
})

layer(services, { excludeTestServices: true })("A delivery receipt from a custom channel", (it) => {
  const sentBy = Effect.fnUntraced(function* (more: object = {}) {
    const { ask } = yield* HttpSite
    const shop = yield* startReceiver(() => ({ status: 200 }))
    const channel = yield* channelOf({ callbackUrl: shop.url, ...more })
    const { json } = yield* channel.post({ threadId: "t" })
    const messages = `${channel.brand}/tickets/${json.ticketId}/messages`
    yield* ask("POST", `${channel.brand}/tickets/${json.ticketId}/comments`, { body: { body: "Hi" } })
    const found = yield* until(ask("GET", messages), ({ json }) => json[0]?.status === "sent")
    const message = Effect.map(ask("GET", messages), ({ json }) => json[0])
    return { ...channel, message, id: String(found.json[0].id) }
  })

  it.effect("only moves its message forward, identified by our id or the channel's own", () =>
    Effect.gen(function* () {
      const { id, message, receipt } = yield* sentBy()
      assert.strictEqual((yield* receipt({ messageId: id, externalId: "their-7", status: "sent" })).status, 200)
      assert.strictEqual((yield* message).externalId, "their-7")
      assert.strictEqual((yield* receipt({ externalId: "their-7", status: "read" })).status, 200)
      assert.strictEqual((yield* message).status, "delivered")
      yield* receipt({ messageId: id, status: "failed", error: "late" })
      assert.deepInclude(yield* message, { status: "delivered" })
    })
  )

  it.effect("that reports a failure allows the message to be sent again", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, id, message, receipt } = yield* sentBy()
      yield* receipt({ messageId: id, status: "failed", error: "The customer has left the chat" })
      const { error, status, ticketId } = yield* message
      assert.deepStrictEqual([status, error], ["failed", "The customer has left the chat"])
      const retried = yield* ask("POST", `${brand}/tickets/${ticketId}/messages/${id}/retry`)
      assert.strictEqual(retried.status, 202)
      yield* until(message, ({ status }) => status === "sent")
    })
  )

  it.effect("for a message that was not sent through the channel is refused", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* sentBy(), yield* sentBy()]
      yield* one.receipt({ messageId: one.id, externalId: "their-1", status: "sent" })
      for (const receipt of [
        { messageId: one.id, status: "failed" },
        { externalId: "their-1", status: "failed" },
        { messageId: "msg_01m893khb3f5bbmdqn6zazb1ra", status: "failed" },
        { messageId: "nonsense", status: "failed" }
      ])
        assert.strictEqual((yield* other.receipt(receipt)).status, 404)
      assert.strictEqual((yield* one.message).status, "sent")
      assert.strictEqual((yield* one.receipt({ status: "sent" })).status, 400)
      assert.strictEqual((yield* one.receipt({ messageId: one.id, status: "seen" })).status, 400)
    })
  )
})
