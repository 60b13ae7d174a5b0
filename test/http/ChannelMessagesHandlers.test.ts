import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { channelOf, signed } from "../support/customChannel.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { startReceiver } from "../support/Receiver.ts"
import { untilAwaited } from "../support/untilAwaited.ts"

const messages = (id: string) => `/v1/channels/custom/${id}/messages`
const hello = { externalId: "m1", sender: { externalId: "u1" }, text: "Hello" }

layer(site(), { excludeTestServices: true })("A post to a custom channel", (it) => {
  it.effect("is accepted only with a recent signature over its bytes by the channel's secret", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id, secret } = yield* channelOf()
      const other = yield* channelOf()
      const now = Math.floor(Date.now() / 1000)
      const body = JSON.stringify({ ...hello, externalId: "s1" })
      const send = (headers: Record<string, string>, to = id) =>
        Effect.map(ask("POST", messages(to), { key: "", body, headers }), ({ json, status }) => [status, json.code])
      const good = signed(secret, body)
      assert.deepStrictEqual(yield* send(good), [201, undefined])
      // Within the five minutes, a copy is the same message.
      assert.deepStrictEqual(yield* send(good), [200, undefined])
      assert.deepStrictEqual(yield* send({ ...good, "webhook-signature": `v1,AAAA ${good["webhook-signature"]}` }), [
        200,
        undefined
      ])

      const refused = [401, "unauthorized"]
      const [scheme = "", mac = ""] = good["webhook-signature"].split(",")
      for (const headers of [
        signed(other.secret, body),
        signed(secret, `${body} `),
        signed(secret, body, { at: now - 400 }),
        signed(secret, body, { at: now + 400 }),
        { ...good, "webhook-id": "post_other" },
        { ...good, "webhook-timestamp": String(now - 1) },
        { ...good, "webhook-timestamp": "Infinity" },
        { ...good, "webhook-timestamp": "" },
        { ...good, "webhook-signature": "" },
        { ...good, "webhook-signature": mac },
        { ...good, "webhook-signature": `v2,${mac}` },
        { ...good, "webhook-signature": `${scheme},${mac.slice(0, 20)}` },
        { "webhook-signature": good["webhook-signature"] }
      ])
        assert.deepStrictEqual(yield* send(headers), refused, JSON.stringify(headers))
      assert.deepStrictEqual(yield* send({}), refused)
      const bare = yield* ask("POST", messages(id), { key: "", body })
      assert.include(bare.json.detail, "Sign the request with this channel's secret")
      // Neither another channel nor one that does not exist.
      assert.deepStrictEqual(yield* send(good, other.id), refused)
      assert.deepStrictEqual(yield* send(good, "chn_01m893khb3f5bbmdqn6zazb1ra"), refused)
      assert.deepStrictEqual(yield* send(good, "nonsense"), refused)
    })
  )

  it.effect("is accepted with an API key that can see the brand; for others the channel does not exist", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const { id } = yield* channelOf()
      const other = yield* ask("POST", "/v1/brands", { body: { name: "Other" } })
      const key = (brandIds: ReadonlyArray<string>) =>
        Effect.map(
          ask("POST", "/v1/accounts/me/api-keys", { body: { name: "k", brandIds } }),
          ({ json }) => json.secret
        )
      const send = (key: string, body: object) => ask("POST", messages(id), { key, body })
      const own = yield* send(yield* key([live.brand.id]), { ...hello, externalId: "k1" })
      assert.strictEqual(own.status, 201, own.text)
      const unknown = yield* ask("POST", messages("chn_01m893khb3f5bbmdqn6zazb1ra"), { body: hello })
      for (const foreign of [yield* key([other.json.id]), test.key]) {
        const { json, status } = yield* send(foreign, hello)
        const { instance: _, requestId: __, ...problem } = json
        const { instance: ___, requestId: ____, ...none } = unknown.json
        assert.deepStrictEqual([status, problem], [404, none])
      }
    })
  )

  it.effect("is accepted with a new secret at once, and with the previous one for the requested overlap", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id, path, secret } = yield* channelOf({ secret: "a secret of our own" })
      assert.strictEqual(secret, "a secret of our own")
      const send = (with_: string, externalId: string) => {
        const body = JSON.stringify({ ...hello, externalId })
        return Effect.map(
          ask("POST", messages(id), { key: "", body, headers: signed(with_, body) }),
          ({ status }) => status
        )
      }
      assert.strictEqual(yield* send(secret, "r1"), 201)
      const rotated = yield* ask("POST", `${path}/rotate-secret`, { body: {} })
      assert.match(rotated.json.secret, /^whsec_[A-Za-z0-9+/]{32}$/)
      assert.deepStrictEqual([yield* send(secret, "r2"), yield* send(rotated.json.secret, "r3")], [201, 201])
      const again = yield* ask("POST", `${path}/rotate-secret`, { body: { overlapHours: 0 } })
      assert.deepStrictEqual(
        [yield* send(secret, "r4"), yield* send(rotated.json.secret, "r5"), yield* send(again.json.secret, "r6")],
        [401, 401, 201]
      )
    })
  )

  it.effect("is answered with not found if the channel is deleted while it is being received", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { system } = yield* Database
      const { id, post } = yield* channelOf()
      const channel = uuidOf(Option.getOrThrow(parseId("channel", id)))
      const posted = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`UPDATE brands SET updated_at = updated_at WHERE id = ${uuidOf(live.brand.id)}`
          const posted = yield* Effect.forkDetach(post({ sender: { externalId: "late" } }))
          yield* untilAwaited
          yield* system`DELETE FROM channel_connections WHERE id = ${channel}`
          return posted
        })
      )
      assert.include((yield* Fiber.join(posted)).json, { status: 404, code: "not_found" })
    })
  )

  it.effect("may have an id of the maximum length in any characters", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, post } = yield* channelOf()
      for (const [index, externalId] of ["😀".repeat(255), "𠮷".repeat(255)].entries()) {
        const message = { externalId, threadId: externalId, sender: { externalId }, text: `Hello ${index}` }
        const taken = yield* post(message)
        assert.strictEqual(taken.status, 201, taken.text)
        assert.strictEqual((yield* post(message)).status, 200)
        const { sourceId } = (yield* ask("GET", `${brand}/tickets/${taken.json.ticketId}`)).json
        assert.strictEqual(sourceId, externalId)
        const next = yield* post({ ...message, externalId: `${externalId.slice(2)}x` })
        assert.deepInclude(next.json, { created: "comment", ticketId: taken.json.ticketId }, next.text)
      }
    })
  )

  it.effect("is accepted from people whose name is invisible, and with text that contains no letters", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, post } = yield* channelOf()
      for (const [text, title] of [
        ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
        ["\u3164\nLate", "Late"]
      ] as const) {
        const sender = { externalId: title, name: "\u3164" }
        const { json } = yield* post({ externalId: title, threadId: title, sender, text, subject: "\u3164" })
        const ticket = yield* ask("GET", `${brand}/tickets/${json.ticketId}`)
        assert.deepInclude(ticket.json, { title, body: text }, ticket.text)
        assert.notProperty(ticket.json, "customerName")
      }
    })
  )

  it.effect("names every rule that it breaks", () =>
    Effect.gen(function* () {
      const { post } = yield* channelOf()
      const broken = (message: object) =>
        Effect.map(post(message), ({ json, status, text }) => {
          assert.strictEqual(status, 400, `${JSON.stringify(message).slice(0, 200)} ${text}`)
          return json.errors.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`)
        })
      assert.deepStrictEqual(yield* broken({ externalId: "", sender: {}, text: "" }), ["externalId length"])
      for (const text of [" ", "\u200b"])
        assert.deepStrictEqual(yield* broken({ sender: { name: "Ines" }, text }), ["sender required", "text required"])
      assert.deepStrictEqual(yield* broken({ sender: { email: "14155550100@sms.invalid" } }), [
        "sender.email not_allowed"
      ])
      assert.deepStrictEqual(yield* broken({ sender: { phone: "5550100" } }), ["sender.phone format"])
      assert.deepStrictEqual(yield* broken({ threadId: "x".repeat(256) }), ["threadId length"])
      assert.deepStrictEqual(yield* broken({ text: "a\u0000b" }), ["text encoding"])
      assert.deepStrictEqual(yield* broken({ text: "x".repeat(1024 * 1024 + 1) }), ["text length"])
      assert.deepStrictEqual(yield* broken({ occurredAt: "yesterday" }), ["occurredAt format"])
      assert.deepStrictEqual(yield* broken({ metadata: [] }), ["metadata type"])
      assert.deepStrictEqual(
        yield* broken({
          attachments: [
            { filename: "a.txt", contentType: "text/plain" },
            { url: "https://files.example/a.txt" },
            { filename: "../a.txt", contentType: "text/plain", url: "https://files.example/a.txt" }
          ]
        }),
        ["attachments[2].filename format"]
      )
      assert.deepStrictEqual(
        yield* broken({
          attachments: [{ filename: "a.txt", contentType: "text/plain" }, { url: "https://files.example/a.txt" }]
        }),
        ["attachments[0] required", "attachments[1].filename required"]
      )
      const file = { filename: "a.txt", contentType: "text/plain" }
      for (const url of ["https://10.0.0.1/a", "https://[::1]/a", "ftp://files.example/a", "https://a@files.example/a"])
        assert.match((yield* broken({ attachments: [{ ...file, url }] }))[0] ?? "", /^attachments\[0\]\.url/)
      assert.deepStrictEqual(yield* broken({ attachments: [{ attachmentId: "att_01m893khb3f5bbmdqn6zazb1ra" }] }), [
        "attachments[0].attachmentId unknown_id"
      ])
      for (const attachmentId of ["att_01m893khb3f5bbmdqn6zazb1ra", "att_x"]) {
        const { json } = yield* post({ attachments: [{ attachmentId }] })
        assert.strictEqual(json.errors[0].message, "is not a confirmed upload of this brand")
      }
    })
  )

  it.effect("is refused accordingly when it is not JSON, too large or of another type", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id, secret } = yield* channelOf()
      const send = (body: string, headers: Record<string, string> = {}) =>
        Effect.map(
          ask("POST", messages(id), { key: "", body, headers: { ...signed(secret, body), ...headers } }),
          ({ json, status }) => [status, json.code]
        )
      assert.deepStrictEqual(yield* send("{"), [400, "malformed_json"])
      assert.deepStrictEqual(yield* send("[]"), [400, "malformed_json"])
      assert.deepStrictEqual(yield* send(JSON.stringify(hello), { "content-type": "text/plain" }), [
        415,
        "unsupported_media_type"
      ])
      assert.deepStrictEqual(yield* send(JSON.stringify({ ...hello, text: "x".repeat(3 * 1024 * 1024) })), [
        413,
        "payload_too_large"
      ])
      assert.deepStrictEqual(
        [(yield* ask("GET", messages(id))).status, (yield* ask("PUT", messages(id))).status],
        [405, 405]
      )
    })
  )

  it.effect("is not accepted while the channel is turned off, and nothing of it is stored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, path, post } = yield* channelOf()
      assert.strictEqual((yield* ask("PATCH", path, { body: { enabled: false } })).json.enabled, false)
      const refused = yield* post({ externalId: "off" })
      assert.deepStrictEqual([refused.status, refused.json.code], [409, "channel_not_ready"])
      assert.include(refused.json.detail, "is disabled")
      const malformed = yield* post({ externalId: 1 })
      assert.deepStrictEqual([malformed.status, malformed.json.errors[0].field], [400, "externalId"])
      yield* ask("PATCH", path, { body: { enabled: true } })
      const taken = yield* post({ externalId: "off" })
      assert.deepStrictEqual([taken.status, taken.json.duplicate], [201, false])
      yield* ask("DELETE", path)
      assert.strictEqual((yield* post({})).status, 401)
      assert.strictEqual((yield* ask("GET", `${brand}/tickets/${taken.json.ticketId}`)).status, 200)
    })
  )

  it.effect(
    "can include files: uploads of the brand, and URLs to fetch; one that cannot be fetched leaves a note",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { brand, post } = yield* channelOf()
        const files = yield* startReceiver(({ path }) =>
          path === "/ok"
            ? { status: 200, body: "the picture" }
            : path === "/large"
              ? { status: 200, body: Buffer.alloc(65 * 1024) }
              : path === "/away"
                ? { status: 302, headers: { location: "http://169.254.169.254/" } }
                : { status: 404 }
        )
        const named = (filename: string, path: string) => ({
          filename,
          contentType: "image/png",
          url: `${files.url.replace(/\/[^/]*$/, "")}${path}`
        })
        const form = new FormData()
        form.set("file", new File(["the invoice"], "invoice.txt", { type: "text/plain" }))
        const { live } = yield* Installation
        const { port } = yield* HttpSite
        const upload = yield* Effect.promise(async () => {
          const response = await fetch(`http://127.0.0.1:${port}${brand}/attachments/pending/upload`, {
            method: "POST",
            headers: { authorization: `Bearer ${live.key}` },
            body: form
          })
          return (await response.json()) as { readonly id: string }
        })
        const taken = yield* post({
          text: "",
          attachments: [
            { attachmentId: upload.id },
            named("picture.png", "/ok"),
            named("film.mp4", "/large"),
            named("away.png", "/away"),
            named("gone.png", "/gone")
          ]
        })
        assert.strictEqual(taken.status, 201, taken.text)
        const attachments = (yield* ask("GET", `${brand}/tickets/${taken.json.ticketId}/attachments`)).json
        assert.sameMembers(
          attachments.map(({ contentType, filename }: Record<string, string>) => `${filename} ${contentType}`),
          [
            "invoice.txt text/plain",
            "picture.png image/png",
            "film.mp4.txt text/plain",
            "away.png.txt text/plain",
            "gone.png.txt text/plain"
          ]
        )
        const inUse = yield* post({ attachments: [{ attachmentId: upload.id }] })
        assert.deepStrictEqual([inUse.status, inUse.json.code], [409, "attachment_in_use"])
        // As long as a name may be, in characters of two code units each.
        const long = Array.from({ length: 20 }, () => named(`x${"😀".repeat(254)}`, "/gone"))
        const faces = yield* post({ threadId: "faces", attachments: long })
        assert.strictEqual(faces.status, 201, faces.text)
        const notes = (yield* ask("GET", `${brand}/tickets/${faces.json.ticketId}/attachments`)).json
        assert.deepStrictEqual(
          new Set(notes.map(({ filename }: Record<string, string>) => filename)),
          new Set([`x${"😀".repeat(249)}.txt`])
        )
        // The files of a repeated message are not fetched again.
        const before = files.received.length
        yield* post({ externalId: "again", attachments: [named("picture.png", "/ok")] })
        yield* post({ externalId: "again", attachments: [named("picture.png", "/ok")] })
        assert.strictEqual(files.received.length, before + 1)
      })
  )

  it.effect(
    "continues the latest ticket of its thread: follows merges, and opens a new one after a permanently closed ticket",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { brand, post } = yield* channelOf()
        yield* ask("PATCH", brand, { body: { closedReply: "follow_up" } })
        const [first, second] = [yield* post({ threadId: "a" }), yield* post({ threadId: "b" })]
        const tickets = `${brand}/tickets`
        yield* ask("POST", `${tickets}/${second.json.ticketId}/merge`, {
          body: { sourceTicketIds: [first.json.ticketId] }
        })
        const merged = yield* post({ threadId: "a", text: "Still there?" })
        assert.deepInclude(merged.json, { created: "comment", ticketId: second.json.ticketId })

        yield* ask("PATCH", `${tickets}/${second.json.ticketId}`, { body: { status: "closed" } })
        const followUp = yield* post({ threadId: "a", text: "One more thing" })
        assert.strictEqual(followUp.json.created, "ticket")
        const ticket = (yield* ask("GET", `${tickets}/${followUp.json.ticketId}`)).json
        assert.strictEqual(ticket.followUpOfId, second.json.ticketId)
        const next = yield* post({ threadId: "a", text: "And another" })
        assert.deepInclude(next.json, { created: "comment", ticketId: followUp.json.ticketId })

        yield* ask("DELETE", `${tickets}/${followUp.json.ticketId}?permanent=true`)
        assert.strictEqual((yield* post({ threadId: "a" })).json.created, "ticket")
        yield* ask("PATCH", brand, { body: { closedReply: "window" } })
      })
  )
})
