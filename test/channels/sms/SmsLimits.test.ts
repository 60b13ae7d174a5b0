import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { type Connected, connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { until } from "../../support/until.ts"

let phones = 0
const nextPhone = () => `+1415557${String(1000 + phones++)}`

/** A conversation of a new customer with a number. */
const conversation = Effect.fnUntraced(function* (number: Connected) {
  const { ask } = yield* HttpSite
  const twilio = yield* Twilio
  const phone = nextPhone()
  yield* number.text(phone, "Hello")
  const [ticket] = yield* ticketsOf(number, phone, 1)
  const path = `${number.brand}/tickets/${ticket.id}`
  return {
    phone,
    answer: (body: string) => ask("POST", `${path}/comments`, { body: { body } }),
    last: Effect.map(ask("GET", `${path}/messages`), ({ json }) => json.at(-1)),
    taken: () => twilio.messages.filter(({ to }) => to === phone)
  }
})

layer(smsSite, { excludeTestServices: true })("The cost of text messages", (it) => {
  it.effect(
    "is limited per customer and hour: messages beyond that wait, say so, and are sent when there is room",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const number = yield* connectNumber({ hourlyLimit: 4 })
        const { answer, last, taken } = yield* conversation(number)
        yield* answer("x".repeat(4_000))
        yield* until(last, ({ status }) => status === "sent")
        assert.lengthOf(taken(), 3)
        yield* answer("y".repeat(1_601))
        const waiting = yield* until(last, ({ error }) => error !== undefined)
        assert.deepInclude(waiting, { status: "queued" })
        assert.include(waiting.error, "at most 4 texts may go to one customer within an hour")
        assert.include((yield* ask("GET", number.path)).json.lastError, "hourlyLimit")
        // Another customer has a limit of their own.
        const other = yield* conversation(number)
        yield* other.answer("Hello")
        yield* until(other.last, ({ status }) => status === "sent")

        const { system } = yield* Database
        yield* system`UPDATE sms_texts SET at = at - interval '1 hour'`
        yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state = 'queued' AND channel = 'sms'`
        yield* answer("z")
        yield* until(last, ({ status }) => status === "sent")
        assert.lengthOf(taken(), 6)
      })
  )

  it.effect("is limited per number and day", () =>
    Effect.gen(function* () {
      const number = yield* connectNumber({ dailyLimit: 4 })
      const one = yield* conversation(number)
      const other = yield* conversation(number)
      for (let n = 0; n < 4; n++) yield* one.answer(`${n}`)
      yield* until(
        Effect.sync(() => one.taken().length),
        (count) => count === 4
      )
      yield* other.answer("Too many")
      const { error } = yield* until(other.last, ({ error }) => error !== undefined)
      assert.include(error, "at most 4 texts may be sent from this number within 24 hours")
      assert.lengthOf(other.taken(), 0)
      // A message to someone who opts out fails at once, and raising the limit releases those that wait.
      yield* one.answer("Too many, too")
      yield* until(one.last, ({ error }) => error !== undefined)
      yield* number.text(one.phone, "STOP")
      assert.include((yield* until(one.last, ({ status }) => status === "failed")).error, "opted out")
      const { ask } = yield* HttpSite
      yield* ask("PATCH", number.path, { body: { dailyLimit: 5 } })
      yield* until(other.last, ({ status }) => status === "sent")
      assert.lengthOf(one.taken(), 4)
    })
  )

  it.effect("is limited per brand and day, through whatever number", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const [first, second] = [yield* connectNumber(), yield* connectNumber()]
      const [one, other] = [yield* conversation(first), yield* conversation(second)]
      const spent = yield* system<{ texts: number }>`SELECT count(*)::int AS texts FROM sms_texts`
      const limit = (spent[0]?.texts ?? 0) + 4
      yield* ask("PATCH", first.brand, { body: { smsDailyLimit: limit } })
      for (const { answer } of [one, other]) for (const text of ["1", "2"]) yield* answer(text)
      yield* until(
        Effect.sync(() => one.taken().length + other.taken().length),
        (count) => count === 4
      )
      yield* other.answer("Too many")
      const { error, status } = yield* until(other.last, ({ error }) => error !== undefined)
      assert.strictEqual(status, "queued")
      assert.include(error, `at most ${limit} texts may be sent from all numbers of the brand within 24 hours`)
      // The brand may send more, and what waits is sent.
      yield* ask("PATCH", first.brand, { body: { smsDailyLimit: 5_000 } })
      yield* until(other.last, ({ status }) => status === "sent")
      yield* other.answer("And this")
      yield* until(other.last, ({ status }) => status === "sent")
      assert.lengthOf(other.taken(), 4)
    })
  )

  it.effect("is not incurred in countries where the number may not send", () =>
    Effect.gen(function* () {
      const number = yield* connectNumber({ destinations: ["+49"] })
      const { answer, last, taken } = yield* conversation(number)
      yield* answer("Hello")
      const { error } = yield* until(last, ({ status }) => status === "failed")
      assert.include(error, "may not send to this country")
      assert.lengthOf(taken(), 0)
    })
  )

  it.effect("is not run up by strangers: a sender who starts too much is held until the team lets them in", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const phone = nextPhone()
      for (let n = 0; n < 5; n++) {
        const number = yield* connectNumber()
        yield* number.text(phone, `Number ${n}`)
        yield* ticketsOf(number, phone, n + 1)
      }
      const sixth = yield* connectNumber()
      yield* sixth.text(phone, "One too many")
      const held = Effect.map(ask("GET", `${sixth.brand}/inbound?channel=sms&status=failed`), ({ json }) =>
        json.data.find(({ error }: { error: string }) => error.includes("It is held"))
      )
      const entry = yield* until(held, (found) => found !== undefined)
      assert.include(entry.error, "its sender opened 5 tickets within an hour")
      assert.lengthOf(yield* ticketsOf(sixth, phone, 5), 5)
      // A keyword starts nothing.
      yield* sixth.text(phone, "STOP")
      const { system } = yield* Database
      const handled = system`SELECT FROM channel_inbox
        WHERE dedupe_key LIKE ${`twilio:${sixth.id}:%`} AND done_at IS NOT NULL`
      yield* until(handled, ({ length }) => length === 1)
      const again = yield* ask("POST", `${sixth.brand}/inbound/${entry.id}/reprocess`)
      assert.strictEqual(again.status, 200, again.text)
      assert.lengthOf(yield* ticketsOf(sixth, phone, 6), 6)
    })
  )
})

layer(smsSite, { excludeTestServices: true })("A number's account", (it) => {
  it.effect("is accessed with its API key, while its token still verifies what Twilio sends", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const key = { sid: `SK${"7".repeat(32)}`, secret: "the-secret-of-a-key" }
      number.account.apiKeys.set(key.sid, key.secret)
      yield* ask("PATCH", number.path, { body: { apiKey: key, messagingServiceSid: `MG${"8".repeat(32)}` } })
      const token = number.account.token
      number.account.token = "what-twilio-would-not-take"
      const tested = yield* ask("POST", `${number.path}/test`, { body: { to: nextPhone() } })
      assert.strictEqual(tested.status, 200, tested.text)
      number.account.token = token
      const { answer, last, taken } = yield* conversation(number)
      yield* answer("Hello")
      yield* until(last, ({ status }) => status === "sent")
      assert.deepInclude(taken()[0], { from: number.ours, serviceSid: `MG${"8".repeat(32)}` })
      yield* ask("PATCH", number.path, { body: { apiKey: null } })
      number.account.apiKeys.clear()
      yield* answer("Still here")
      yield* until(
        Effect.sync(() => taken().length),
        (count) => count === 2
      )
    })
  )

  it.effect("may have a messaging service, whose other numbers it answers too", () =>
    Effect.gen(function* () {
      const service = `MG${"9".repeat(32)}`
      const number = yield* connectNumber({ messagingServiceSid: service })
      const phone = nextPhone()
      const other = "+14155550777"
      const taken = yield* number.text(phone, "Hello", { To: other, MessagingServiceSid: service })
      assert.strictEqual(taken.status, 200)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      // A number that the brand has added answers for itself, even though the service has one URL for all.
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { accountSid, authToken } = { accountSid: number.account.sid, authToken: number.account.token }
      const body = { number: other, provider: "twilio", accountSid, authToken, messagingServiceSid: service }
      yield* ask("POST", `${number.brand}/channels/sms`, { body })
      number.account.numbers.push(other)
      const second = nextPhone()
      yield* number.text(second, "Hello", { To: other, MessagingServiceSid: service })
      const [own] = yield* ticketsOf(number, second, 1)
      assert.notStrictEqual(own.id, ticket.id)
      yield* ask("POST", `${number.brand}/tickets/${own.id}/comments`, { body: { body: "Hello!" } })
      const [sent] = yield* until(
        Effect.sync(() => twilio.messages.filter(({ to }) => to === second)),
        ({ length }) => length === 1
      )
      assert.strictEqual(sent?.from, other)
    })
  )
})
