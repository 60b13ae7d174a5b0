import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Option, Redacted } from "effect"
import { parseId, uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlSmsBudget from "../../../src/sql/outbound/SqlSmsBudget.ts"
import { newSmsNumber } from "../../../src/tickets/connections/changeSmsNumber.ts"
import { SmsBudget } from "../../../src/tickets/outbound/SmsBudget.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { smsConversation } from "../../support/smsConversation.ts"
import { sid } from "../../support/twilio/twilioRecords.ts"
import { until } from "../../support/until.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const ines = "+14155550100"

const entries = Effect.fn(function* (id: string) {
  const { system } = yield* Database
  return yield* system<{
    dedupe_key: string
  }>`SELECT dedupe_key FROM channel_inbox WHERE dedupe_key LIKE ${`twilio:${id}:%`}`
})

/** The result of work that is in progress when the number is removed. */
const whileRemoved = Effect.fnUntraced(function* <A, E, R>(id: string, work: Effect.Effect<A, E, R>) {
  const { system } = yield* Database
  const isGoing = yield* Deferred.make<void>()
  // Started out here, it is not part of the transaction.
  const begun = yield* Effect.forkDetach(Effect.andThen(Deferred.await(isGoing), work))
  yield* system.withTransaction(
    Effect.gen(function* () {
      yield* system`DELETE FROM channel_connections WHERE id = ${uuidOf(Option.getOrThrow(parseId("number", id)))}`
      yield* Deferred.succeed(isGoing, undefined)
      yield* untilAwaited
    })
  )
  return yield* Fiber.join(begun)
})

layer(smsSite, { excludeTestServices: true })("The URL for text messages", (it) => {
  it.effect("stores a message before it acknowledges it, and sends no answer through it", () =>
    Effect.gen(function* () {
      const number = yield* connectNumber()
      const answer = yield* number.text(ines, "Hello")
      assert.deepStrictEqual(answer, { status: 200, contentType: "text/xml", text: "<Response/>" })
      assert.lengthOf(yield* entries(number.id), 1)
      yield* ticketsOf(number, ines, 1)
    })
  )

  it.effect("accepts nothing that was not signed for its public URL with its number's token", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const stranger = twilio.addAccount("+14155559999")
      // Nor can anyone opt someone else out.
      const parameters = twilio.incoming(number.account, ines, "STOP")
      const { inboundUrl } = number
      const odd = [
        { signature: "" },
        { signature: "x" },
        { token: stranger.token },
        { signedUrl: inboundUrl.replace("https:", "http:") },
        // The client's Host header is not trusted.
        {
          signedUrl: inboundUrl.replace("desk.example", "evil.example"),
          headers: { "x-forwarded-host": "evil.example" }
        },
        { signedUrl: `${inboundUrl}?bodySHA256=${"0".repeat(64)}` }
      ]
      for (const options of odd) {
        const answer = yield* Effect.promise(() =>
          twilio.calls.call(inboundUrl, number.account.token, parameters, options)
        )
        assert.deepStrictEqual([answer.status, answer.text], [403, ""], JSON.stringify(options))
      }
      assert.lengthOf(yield* entries(number.id), 0)
    })
  )

  it.effect("refuses parameters whose names and values were shifted into each other, or that are repeated", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const parameters = twilio.incoming(number.account, ines, "hello")
      const whole = Object.entries(parameters)
      const without = (...names: ReadonlyArray<string>) => whole.filter(([name]) => !names.includes(name))
      const id = parameters["MessageSid"] ?? ""
      const moved = [
        // The same signed bytes, as another message.
        [...without("MessageSid", "NumMedia"), ["MessageSid", `${id}NumMedia0`]],
        [...without("Body", "From", "FromCountry"), ["Body", `helloFrom${ines}FromCountryUS`]],
        [...without("Body"), ["Bodyh", "ello"]],
        [...whole, ["Body", "hello"]]
      ] as ReadonlyArray<ReadonlyArray<readonly [string, string]>>
      for (const sent of moved) {
        const answer = yield* Effect.promise(() =>
          twilio.calls.call(number.inboundUrl, number.account.token, parameters, { sent })
        )
        assert.include([400, 403], answer.status, JSON.stringify(sent))
      }
      assert.lengthOf(yield* entries(number.id), 0)
    })
  )

  it.effect("verifies requests exactly as sent, including spaces and parameters that are new at Twilio", () =>
    Effect.gen(function* () {
      const number = yield* connectNumber()
      const phone = "+14155550107"
      const taken = yield* number.text(phone, "  Hello \n", { SomethingNew: " a&b=c ", Empty: "" })
      assert.strictEqual(taken.status, 200)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.body, "  Hello \n")
    })
  )

  it.effect("refuses what its number's owner signed for someone else's account", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const other = yield* connectNumber()
      assert.strictEqual((yield* number.text(ines, "Hello", { AccountSid: other.account.sid })).status, 403)
      const elsewhere = yield* Effect.promise(() =>
        twilio.calls.call(other.inboundUrl, number.account.token, twilio.incoming(number.account, ines, "Hello"))
      )
      assert.strictEqual(elsewhere.status, 403)
      assert.lengthOf(yield* entries(other.id), 0)
    })
  )

  it.effect("stores messages to a number that the brand does not have, shows them, and releases them once it has", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [number, other] = [yield* connectNumber(), yield* connectNumber()]
      const [phone, elsewhere] = ["+14155550109", "+14155558888"]
      const log = `${number.brand}/inbound?channel=sms&status=failed&from=${encodeURIComponent(phone)}`
      const failed = (count: number) =>
        Effect.map(
          until(ask("GET", log), ({ json }) => json.data.length === count),
          ({ json }) => json.data
        )
      assert.strictEqual((yield* number.text(phone, "Is this right?", { To: elsewhere })).status, 200)
      const [entry] = yield* failed(1)
      assert.deepInclude(entry, { from: phone, to: [elsewhere], status: "failed" })
      assert.include(entry.error, `${elsewhere} is not a number of the brand`)
      const detail = (yield* ask("GET", `${number.brand}/inbound/${entry.id}`)).json
      assert.deepStrictEqual(detail.flags, ["unroutable"])
      assert.include((yield* ask("GET", number.path)).json.lastError, "unroutable")

      // A number of another account is separate, even in the same brand; and a repeated message counts once.
      yield* number.text(phone, "And this?", { To: other.ours })
      yield* failed(2)
      assert.lengthOf(yield* entries(other.id), 0)

      const again = () => ask("POST", `${number.brand}/inbound/${entry.id}/reprocess`)
      assert.strictEqual((yield* again()).status, 200)
      yield* failed(2)
      const added = yield* ask("POST", `${number.brand}/channels/sms`, {
        body: {
          number: elsewhere,
          provider: "twilio",
          accountSid: number.account.sid,
          authToken: number.account.token
        }
      })
      assert.strictEqual(added.status, 201, added.text)
      number.account.numbers.push(elsewhere)
      assert.strictEqual((yield* again()).status, 200)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.title, "Is this right?")
      const { json } = yield* until(
        ask("GET", `${number.brand}/inbound/${entry.id}`),
        ({ json }) => json.status === "processed"
      )
      assert.strictEqual(json.ticketId, ticket.id)
      // Answers come from the number that was written to.
      yield* ask("POST", `${number.brand}/tickets/${ticket.id}/comments`, { body: { body: "Yes." } })
      const twilio = yield* Twilio
      yield* until(
        Effect.sync(() => twilio.messages.filter(({ to }) => to === phone)),
        ([sent]) => sent?.from === elsewhere
      )
    })
  )

  it.effect("accepts forms by POST only, and knows no number that does not exist or is turned off", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const parameters = twilio.incoming(number.account, ines, "Hello")
      const call = (options: object, url = number.inboundUrl) =>
        Effect.promise(() => twilio.calls.call(url, number.account.token, parameters, options))
      assert.strictEqual((yield* call({ contentType: "application/json" })).status, 415)
      assert.strictEqual((yield* call({ method: "GET" })).status, 405)
      assert.strictEqual(
        (yield* call({}, number.inboundUrl.replace(number.id, "num_01kt0000000000000000000000"))).status,
        404
      )
      assert.strictEqual((yield* call({ contentType: "application/x-www-form-urlencoded; charset=UTF-8" })).status, 200)
      yield* ask("PATCH", number.path, { body: { enabled: false } })
      assert.strictEqual((yield* number.text(ines, "Hello")).status, 404)
    })
  )

  it.effect("responds with not found if its number is removed while Twilio calls", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      assert.strictEqual((yield* whileRemoved(number.id, number.text(ines, "Hello"))).status, 404)

      const told = yield* smsConversation()
      yield* told.answer("Hello")
      // Not before the number has recorded what was received and sent: that waits for the removal as well.
      const { ask } = yield* HttpSite
      yield* until(
        ask("GET", told.number.path),
        ({ json }) => json.lastInboundAt !== undefined && json.lastOutboundAt !== undefined
      )
      const [message] = told.taken()
      if (message === undefined) return assert.fail("nothing was sent")
      const status = Effect.promise(() => twilio.status(message, "undelivered", 30006))
      assert.strictEqual((yield* whileRemoved(told.number.id, status)).status, 204)

      // A text that is being sent is no longer counted.
      const { live } = yield* Installation
      const { take } = yield* SmsBudget.pipe(Effect.provide(SqlSmsBudget.layer))
      const late = yield* connectNumber()
      const id = Option.getOrThrow(parseId("number", late.id))
      const scope = { tenant: live.tenant, brandId: live.brand.id }
      const sender = newSmsNumber(
        id,
        live.brand.id,
        { number: late.ours, accountSid: late.account.sid, authToken: Redacted.make("x") },
        yield* DateTime.now
      )
      assert.deepStrictEqual(yield* whileRemoved(late.id, take(scope, sender, ines, 1)), Option.none())
    })
  )

  it.effect("refuses formats that Twilio never sends", () =>
    Effect.gen(function* () {
      const number = yield* connectNumber()
      const odd = [
        { MessageSid: "SM1" },
        { MessageSid: sid("XX") },
        { SmsSid: "SM1" },
        { NumMedia: "11" },
        { NumMedia: "-1" },
        { From: "" },
        { From: "a\u0000b" }
      ]
      for (const more of odd) {
        const answer = yield* number.text(ines, "Hello", more)
        assert.strictEqual(answer.status, 400, JSON.stringify(more))
      }
      assert.lengthOf(yield* entries(number.id), 0)
    })
  )

  it.effect("has one effect per message, however often it arrives", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const parameters = twilio.incoming(number.account, "+14155550101", "Once")
      const calls = yield* Effect.all(
        Array.from({ length: 8 }, () =>
          Effect.promise(() => twilio.calls.call(number.inboundUrl, number.account.token, parameters))
        ),
        { concurrency: 8 }
      )
      for (const call of calls) assert.strictEqual(call.status, 200)
      assert.lengthOf(yield* entries(number.id), 1)
      const { system } = yield* Database
      const [kept] = yield* system<{ keeps_key: boolean }>`SELECT keeps_key FROM channel_inbox
        WHERE dedupe_key LIKE ${`twilio:${number.id}:%`}`
      assert.isTrue(kept?.keeps_key, "a signature that holds no time is good for ever")
      assert.lengthOf(yield* ticketsOf(number, "+14155550101", 1), 1)
    })
  )

  it.effect("accepts signatures with the previous token for another day", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const before = number.account.token
      number.account.token = sid("")
      // Repeating the change, because the response was lost, does not invalidate the previous one.
      for (let n = 0; n < 2; n++) yield* ask("PATCH", number.path, { body: { authToken: number.account.token } })
      for (const token of [before, number.account.token]) {
        const answer = yield* Effect.promise(() =>
          twilio.calls.call(number.inboundUrl, token, twilio.incoming(number.account, ines, "Hello"))
        )
        assert.strictEqual(answer.status, 200)
      }
    })
  )

  it.effect("shows messages from senders who cannot be answered as failed, and opens no ticket", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      for (const from of ["12345", "ACME"])
        assert.strictEqual((yield* number.text(from, "Your code is 1234")).status, 200)
      // Other networks are named on both sides.
      const To = `whatsapp:${number.ours}`
      assert.strictEqual((yield* number.text("whatsapp:+14155550100", "Your code is 1234", { To })).status, 200)
      const failed = Effect.map(ask("GET", `${number.brand}/inbound?channel=sms&status=failed`), ({ json }) =>
        json.data.filter(({ error }: { error: string }) => error.includes("not a telephone number"))
      )
      const found = yield* until(failed, ({ length }) => length === 3)
      assert.sameMembers(
        found.map(({ from }: { from: string }) => from),
        ["12345", "ACME", "whatsapp:+14155550100"]
      )
      const detail = yield* ask("GET", `${number.brand}/inbound/${found[0].id}`)
      assert.deepStrictEqual(detail.json.flags, ["unsupported_sender"])
      const tickets = yield* ask("GET", `${number.brand}/tickets?search=code`)
      assert.lengthOf(tickets.json.data, 0)
    })
  )
})
