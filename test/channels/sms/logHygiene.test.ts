import { inspect } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Layer, Logger, References } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { connectNumber, smsSiteLogging, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { until } from "../../support/until.ts"

/** A word in everything that people write, to search for. */
const said = "quincejam"

/** Log lines with everything that any logger could include. */
const lines: Array<string> = []
const listening = Layer.mergeAll(
  Logger.layer([
    Logger.make((options) => {
      const { cause, logLevel, message } = options
      lines.push(
        [logLevel, inspect([message, cause], { depth: 12 }), Logger.formatJson.log(options), Cause.pretty(cause)].join(
          " "
        )
      )
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "All")
)

layer(smsSiteLogging(listening), { excludeTestServices: true })("The log", (it) => {
  it.effect("contains neither tokens, nor signatures, nor message texts, whatever goes wrong", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { system } = yield* Database
      const number = yield* connectNumber()
      const key = { sid: `SK${"6".repeat(32)}`, secret: "the-secret-of-an-api-key" }
      const phone = "+14155550180"
      const media = {
        NumMedia: "1",
        MediaUrl0: twilio.addMedia(number.account, "image/png", new Uint8Array([1])),
        MediaContentType0: "image/png"
      }
      twilio.fault({ on: "media", status: 500 })
      yield* number.text(phone, `My ${said} is broken`, media)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const path = `${number.brand}/tickets/${ticket.id}`

      // Twilio refuses, rate-limits, fails and disconnects.
      twilio.fault({ on: "send", status: 400, code: 21614 })
      twilio.fault({ on: "send", status: 429, code: 20429, retryAfter: 1 })
      twilio.fault({ on: "send", status: 500 })
      twilio.fault({ on: "send", reset: true })
      for (const n of [1, 2, 3]) yield* ask("POST", `${path}/comments`, { body: { body: `${n} ${said}` } })
      const settled = ask("GET", `${path}/messages`)
      yield* until(settled, ({ json }) =>
        json.every(({ status }: { status: string }) => ["sent", "failed", "suppressed"].includes(status))
      )
      number.account.apiKeys.set(key.sid, key.secret)
      yield* ask("PATCH", number.path, { body: { apiKey: key } })
      twilio.fault({ on: "send", status: 401, code: 20003 })
      yield* ask("POST", `${number.path}/test`, { body: { to: phone } })

      // Requests that Twilio would never send, and that no one may.
      yield* number.text(phone, said, { MessageSid: said })
      yield* number.text("ACME", said)
      yield* number.text(phone, said, { To: "+14155550999" })
      const parameters = twilio.incoming(number.account, phone, said)
      for (const options of [
        { signature: `not-${said}` },
        { contentType: "application/json" },
        { sent: [["a", said]] as const }
      ])
        yield* Effect.promise(() => twilio.calls.call(number.inboundUrl, number.account.token, parameters, options))
      yield* until(
        system<{
          count: number
        }>`SELECT count(*)::int AS count FROM channel_inbox WHERE done_at IS NULL AND failed_at IS NULL`,
        ([row]) => row?.count === 0
      )

      const log = lines.join("\n")
      assert.include(log, "/v1/channels/sms/:numberId/inbound", "it was listened to")
      const basic = [number.account.token, `${number.account.sid}:${number.account.token}`, `${key.sid}:${key.secret}`]
      const secrets = [
        number.account.token,
        key.secret,
        ...basic.map((text) => Buffer.from(text).toString("base64")),
        "Basic ",
        said
      ]
      for (const secret of secrets) assert.notInclude(log, secret)
    })
  )
})
