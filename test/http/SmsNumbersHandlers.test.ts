import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { connectNumber, smsSite, Twilio } from "../support/SmsSite.ts"
import { teamMember } from "../support/teamMember.ts"

const input = (more: object = {}) => ({
  number: "+14155552671",
  provider: "twilio",
  accountSid: `AC${"1".repeat(32)}`,
  authToken: "0123456789abcdef0123456789abcdef",
  ...more
})

layer(smsSite, { excludeTestServices: true })("Phone numbers", (it) => {
  it.effect("can be added, read, changed and removed, and never show their token", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const numbers = `/v1/brands/${live.brand.id}/channels/sms`
      const made = yield* ask("POST", numbers, { body: input() })
      assert.strictEqual(made.status, 201, made.text)
      const path = `${numbers}/${made.json.id}`
      assert.strictEqual(made.headers.get("location"), path)
      assert.deepInclude(made.json, {
        brandId: live.brand.id,
        number: "+14155552671",
        provider: "twilio",
        reopenHours: 168,
        enabled: true,
        status: "active",
        inboundUrl: `https://desk.example/v1/channels/sms/${made.json.id}/inbound`,
        statusUrl: `https://desk.example/v1/channels/sms/${made.json.id}/status`
      })
      assert.notInclude(made.text, input().authToken)
      const { system } = yield* Database
      const [row] = yield* system<{
        secrets: Uint8Array
      }>`SELECT secrets FROM channel_connections WHERE name = '+14155552671'`
      assert.notInclude(Buffer.from(row?.secrets ?? []).toString("latin1"), input().authToken)

      assert.deepStrictEqual((yield* ask("GET", path)).json, made.json)
      assert.deepInclude((yield* ask("GET", numbers)).json, made.json)
      const listed = (yield* ask("GET", `/v1/brands/${live.brand.id}/channels`)).json
      assert.deepInclude(
        listed.find(({ id }: { id: string }) => id === made.json.id),
        { kind: "sms", status: "active" }
      )

      const changed = yield* ask("PATCH", path, {
        body: { enabled: false, reopenHours: 24, authToken: "x".repeat(32) }
      })
      assert.deepInclude(changed.json, { enabled: false, status: "disabled", reopenHours: 24 })
      const off = yield* ask("POST", `${path}/test`, { body: { to: "+14155550100" } })
      assert.deepStrictEqual([off.status, off.json.code], [409, "channel_not_ready"])
      assert.include(off.json.detail, "is disabled")
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, { success: true })
      for (const method of ["GET", "DELETE"]) assert.strictEqual((yield* ask(method, path)).status, 404)
    })
  )

  it.effect(
    "whose token can no longer be opened can be changed and get a new one; an API key alone is not enough",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { live } = yield* Installation
        const numbers = `/v1/brands/${live.brand.id}/channels/sms`
        const { id } = (yield* ask("POST", numbers, { body: input({ number: "+14155552679" }) })).json
        const { system } = yield* Database
        yield* system`UPDATE channel_connections SET secrets = sha256(secrets) || secrets WHERE id = ${uuidOf(id)}`
        const change = (body: object) => ask("PATCH", `${numbers}/${id}`, { body })
        assert.strictEqual((yield* change({ hourlyLimit: 7 })).json.hourlyLimit, 7)
        const apiKey = { sid: `SK${"2".repeat(32)}`, secret: "x".repeat(32) }
        const refused = yield* change({ apiKey })
        assert.deepInclude(refused.json.errors?.[0], { field: "authToken", code: "required" }, refused.text)
        assert.strictEqual((yield* change({ apiKey, authToken: input().authToken })).status, 200)
        assert.strictEqual((yield* change({ apiKey: null })).status, 200)
      })
  )

  it.effect("belong to one brand per Twilio account", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const numbers = `/v1/brands/${live.brand.id}/channels/sms`
      const first = yield* ask("POST", numbers, { body: input({ number: "+14155552672" }) })
      assert.strictEqual(first.status, 201)
      for (const [path, key] of [
        [numbers, live.key],
        [`/v1/brands/${test.brand.id}/channels/sms`, test.key]
      ] as const) {
        const again = yield* ask("POST", path, { key, body: input({ number: "+14155552672" }) })
        assert.deepStrictEqual([again.status, again.json.code], [409, "already_exists"])
      }
      const second = yield* ask("POST", numbers, {
        body: input({ number: "+14155552672", accountSid: `AC${"2".repeat(32)}` })
      })
      assert.strictEqual(second.status, 201, "another account may say so too: it decides nothing")
      const move = (body: object) => ask("PATCH", `${numbers}/${second.json.id}`, { body })
      const { accountSid, authToken } = input()
      assert.strictEqual((yield* move({ accountSid, authToken })).status, 409)
      // Another account has another token: with the previous one, no incoming message would be authentic.
      const unsigned = yield* move({ accountSid: `AC${"3".repeat(32)}` })
      assert.strictEqual(unsigned.status, 400)
      assert.deepInclude(unsigned.json.errors?.[0], { field: "authToken", code: "required" }, unsigned.text)
      assert.strictEqual((yield* move({ accountSid: `AC${"2".repeat(32)}`, hourlyLimit: 8 })).status, 200)
      assert.strictEqual((yield* move({ accountSid: `AC${"3".repeat(32)}`, authToken })).status, 200)
    })
  )

  it.effect("may be alphanumeric, have an API key and a messaging service, and limit where they send", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const apiKey = { sid: `SK${"1".repeat(32)}`, secret: "a-secret-of-an-api-key" }
      const more = { apiKey, messagingServiceSid: `MG${"2".repeat(32)}`, destinations: ["+1", "+49"], dailyLimit: 50 }
      const numbers = `/v1/brands/${live.brand.id}/channels/sms`
      const made = yield* ask("POST", numbers, { body: input({ number: "ACME", ...more }) })
      assert.strictEqual(made.status, 201, made.text)
      assert.notInclude(made.text, apiKey.secret)
      assert.deepInclude(made.json, {
        number: "ACME",
        oneWay: true,
        apiKeySid: apiKey.sid,
        messagingServiceSid: more.messagingServiceSid,
        destinations: ["+1", "+49"],
        hourlyLimit: 10,
        dailyLimit: 50
      })
      const path = `${numbers}/${made.json.id}`
      const cleared = yield* ask("PATCH", path, {
        body: { apiKey: null, messagingServiceSid: null, destinations: null, hourlyLimit: 20 }
      })
      assert.deepInclude(cleared.json, { hourlyLimit: 20, dailyLimit: 50, oneWay: true })
      for (const gone of ["apiKeySid", "messagingServiceSid", "destinations"]) assert.notProperty(cleared.json, gone)
      yield* ask("DELETE", path)
    })
  )

  it.effect("are refused with the field that is wrong", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      for (const [more, field] of [
        [{ number: "4155552671" }, "number"],
        [{ number: "ACME WIDGETS" }, "number"],
        [{ number: "12345" }, "number"],
        [{ apiKey: { sid: "SK1", secret: "0123456789abcdef" } }, "apiKey.sid"],
        [{ apiKey: { sid: `SK${"1".repeat(32)}` } }, "apiKey.secret"],
        [{ messagingServiceSid: "MG1" }, "messagingServiceSid"],
        [{ hourlyLimit: 3 }, "hourlyLimit"],
        [{ dailyLimit: 0 }, "dailyLimit"],
        [{ destinations: ["1"] }, "destinations[0]"],
        [{ provider: "other" }, "provider"],
        [{ accountSid: "AC1" }, "accountSid"],
        [{ authToken: "short" }, "authToken"],
        [{ reopenHours: -1 }, "reopenHours"]
      ] as const) {
        const refused = yield* ask("POST", `/v1/brands/${live.brand.id}/channels/sms`, { body: input(more) })
        assert.strictEqual(refused.status, 400, field)
        assert.strictEqual(refused.json.errors?.[0]?.field, field, refused.text)
      }
    })
  )

  it.effect("are for whoever may configure the brand, and not found by anyone else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const number = yield* connectNumber()
      for (const [method, path] of [
        ["GET", number.path],
        ["PATCH", number.path],
        ["DELETE", number.path],
        ["POST", `${number.path}/test`]
      ] as const) {
        const body = method === "PATCH" ? { enabled: true } : method === "POST" ? { to: "+14155550100" } : undefined
        assert.strictEqual(
          (yield* ask(method, path, { key: test.key, body })).status,
          404,
          `${method} of the other mode`
        )
      }
      const agent = yield* teamMember("agent")
      assert.strictEqual((yield* agent.ask("GET", number.path)).status, 200)
      assert.strictEqual((yield* agent.ask("PATCH", number.path, { body: { enabled: false } })).status, 403)
      assert.strictEqual((yield* agent.ask("DELETE", number.path)).status, 403)
    })
  )

  it.effect("replay the response to a repeated request", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const create = ask("POST", `/v1/brands/${live.brand.id}/channels/sms`, {
        headers: { "idempotency-key": "one-number" },
        body: input({ number: "+14155552673" })
      })
      const [first, again] = [yield* create, yield* create]
      assert.deepStrictEqual([first.status, again.status], [201, 201])
      assert.deepStrictEqual(again.json, first.json)
    })
  )

  it.effect("send a test once per idempotency key", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const headers = { "idempotency-key": "one-test" }
      const send = (to: string) => ask("POST", `${number.path}/test`, { headers, body: { to } })
      const [sent, again] = [yield* send("+14155550178"), yield* send("+14155550178")]
      assert.deepStrictEqual([again.status, again.text], [200, sent.text])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.lengthOf(
        twilio.messages.filter(({ to }) => to === "+14155550178"),
        1
      )
      const other = yield* send("+14155550179")
      assert.deepStrictEqual([other.status, other.json.code], [422, "idempotency_key_reused"])
    })
  )

  it.effect("send a test, and report Twilio's response", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const sent = yield* ask("POST", `${number.path}/test`, { body: { to: "+14155550177" } })
      assert.strictEqual(sent.status, 200, sent.text)
      const message = twilio.messages.find(({ to }) => to === "+14155550177")
      assert.deepStrictEqual(sent.json, { success: true, messageId: message?.sid, webhook: "elsewhere" })

      // Where Twilio sends incoming messages: by the number, or by its messaging service if that handles them.
      const webhook = Effect.map(
        ask("POST", `${number.path}/test`, { body: { to: "+14155550177" } }),
        ({ json }) => json.webhook
      )
      number.account.smsUrl = `${number.inboundUrl}#rc=5&rp=all`
      assert.strictEqual(yield* webhook, "here")
      yield* ask("PATCH", number.path, { body: { messagingServiceSid: `MG${"5".repeat(32)}` } })
      assert.strictEqual(yield* webhook, "here")
      number.account.serviceUrl = "https://other.example/sms"
      assert.strictEqual(yield* webhook, "elsewhere")
      number.account.serviceUrl = number.inboundUrl
      assert.strictEqual(yield* webhook, "here")
      const refused = yield* ask("POST", `${number.path}/test`, { body: { to: "+15005550001" } })
      assert.deepStrictEqual([refused.status, refused.json.code], [502, "upstream_failed"])
      assert.include(refused.text, "21211")

      const tried = yield* connectNumber({}, true)
      const kept = yield* ask("POST", `${tried.path}/test`, { key: tried.key, body: { to: "+14155550178" } })
      assert.strictEqual(kept.status, 409, "nothing leaves in test mode")
    })
  )

  it.effect("are not needed to preview a text: its parts, and the segments that carriers charge for", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const preview = `/v1/brands/${live.brand.id}/channels/sms/preview`
      const of = (text: string) => Effect.map(ask("POST", preview, { body: { text } }), ({ json }) => json)
      assert.deepStrictEqual(yield* of("Hello"), { parts: 1, segments: 1, encoding: "gsm7", shortened: false })
      assert.deepStrictEqual(yield* of("x".repeat(1_601)), {
        parts: 2,
        segments: 11,
        encoding: "gsm7",
        shortened: false
      })
      assert.deepInclude(yield* of("ж".repeat(71)), { segments: 2, encoding: "ucs2" })
      assert.deepInclude(yield* of("x".repeat(7_000)), { parts: 1, shortened: true })
      const empty = yield* ask("POST", preview, { body: { text: "" } })
      assert.deepStrictEqual([empty.status, empty.json.errors[0].field], [400, "text"])
      const large = yield* ask("POST", preview, { body: { text: "x".repeat(1_048_577) } })
      assert.include([400, 413], large.status)
      for (const path of [preview.replace(live.brand.id, test.brand.id), preview.replace(live.brand.id, "br_1")])
        assert.strictEqual((yield* ask("POST", path, { body: { text: "Hello" } })).status, 404)
      const { key } = yield* teamMember("agent")
      assert.strictEqual((yield* ask("POST", preview, { key, body: { text: "Hello" } })).status, 200)
    })
  )
})
