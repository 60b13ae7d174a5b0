import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { smsSite, Twilio } from "../../support/SmsSite.ts"
import { smsConversation } from "../../support/smsConversation.ts"
import { until } from "../../support/until.ts"

layer(smsSite, { excludeTestServices: true })("Text messages that are sent again, or no longer", (it) => {
  it.effect("that were left to a person are found if Twilio has them after all", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, asked, retry, settled, taken } = yield* smsConversation()
      twilio.fault({ on: "send", status: 500, times: 2 })
      yield* answer("It was there")
      yield* settled("failed")
      const [request] = asked()
      const sid = `SM${"d".repeat(32)}`
      const [from, to] = [request?.form.get("From") ?? "", request?.form.get("To") ?? ""]
      const accountSid = /Accounts\/(\w+)/.exec(request?.path ?? "")?.[1] ?? ""
      const record = { mediaUrls: [], serviceSid: undefined, statusCallback: undefined, errorCode: undefined }
      twilio.messages.push({
        ...record,
        sid,
        accountSid,
        from,
        to,
        body: "It was there",
        createdAt: new Date(),
        status: "sent"
      })
      yield* retry
      assert.deepInclude((yield* settled("sent")).at(-1), { externalId: sid })
      assert.lengthOf(asked(), 2)
      assert.lengthOf(taken(), 1)
    })
  )

  it.effect("are sent again to a number that received one after all", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled, taken } = yield* smsConversation()
      yield* answer("Are you there?")
      yield* settled("sent")
      const told = (index: number, status: string, code?: number) =>
        Effect.promise(async () => {
          const message = taken()[index]
          assert.strictEqual(message && (await twilio.status(message, status, code)).status, 204)
        })
      yield* told(0, "undelivered", 30006)
      yield* settled("failed")
      yield* retry
      yield* settled("sent")
      yield* told(1, "delivered")
      yield* settled("delivered")
      yield* answer("Good")
      assert.strictEqual((yield* settled("sent", "suppressed")).at(-1).status, "sent")
    })
  )

  it.effect("are sent again to a number after Twilio accepts one for it, whether or not it reports delivery", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled } = yield* smsConversation()
      twilio.fault({ on: "send", status: 400, code: 21614 })
      yield* answer("Are you there?")
      yield* settled("failed")
      yield* retry
      yield* settled("sent")
      yield* answer("Good")
      assert.strictEqual((yield* settled("sent", "suppressed")).at(-1).status, "sent")
    })
  )

  it.effect("that were not delivered can be sent again, all of them", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled, taken } = yield* smsConversation()
      yield* answer("Are you there?")
      yield* settled("sent")
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(message, "undelivered", 30003))
      assert.include((yield* settled("failed")).at(-1).error, "out of reach (30003)")
      assert.strictEqual((yield* retry).status, 202)
      yield* settled("sent")
      assert.lengthOf(taken(), 2)
    })
  )

  it.effect("are sent again, all of them, even if the server was killed right after it learned that one failed", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, phone, retry, settled, taken } = yield* smsConversation()
      const { system } = yield* Database
      yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
      yield* settled("sent")
      const progress = system<{
        kept: string
      }>`SELECT context ->> 'progress' AS kept FROM outgoing_mail WHERE recipient = ${phone}`
      const [before] = yield* progress
      const [first] = taken()
      if (first === undefined || before === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(first, "undelivered", 30003))
      yield* settled("failed")
      // Only the failure was stored.
      yield* system`UPDATE outgoing_mail SET context = jsonb_set(context, '{progress}', ${before.kept}::jsonb) WHERE recipient = ${phone}`
      yield* retry
      yield* settled("sent")
      assert.deepStrictEqual(
        taken().map(({ body }) => body.slice(0, 5)),
        ["(1/2)", "(2/2)", "(1/2)", "(2/2)"]
      )
    })
  )

  it.effect("are sent again if they failed while no response said that Twilio has them", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, phone, retry, settled, taken, waiting } = yield* smsConversation()
      const { system } = yield* Database
      twilio.fault({ on: "send", status: 500, applied: true })
      yield* answer("Are you there?")
      yield* waiting
      const progress = system<{
        kept: string
      }>`SELECT context ->> 'progress' AS kept FROM outgoing_mail WHERE recipient = ${phone}`
      const [before] = yield* progress
      const [lost] = taken()
      if (lost === undefined || before === undefined) return assert.fail("nothing was handed in")
      yield* Effect.promise(() => twilio.status(lost, "undelivered", 30003))
      yield* settled("failed")
      yield* system`UPDATE outgoing_mail SET context = jsonb_set(context, '{progress}', ${before.kept}::jsonb) WHERE recipient = ${phone}`
      yield* retry
      yield* settled("sent")
      assert.lengthOf(taken(), 2)
    })
  )

  it.effect("are failed if Twilio, asked after a lost response, has not delivered them, and can be sent again", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled, taken, waiting } = yield* smsConversation()
      twilio.fault({ on: "send", status: 500, applied: true })
      twilio.fault({ on: "list", status: 503, times: 100 })
      yield* answer("Are you there?")
      yield* waiting
      const [lost] = taken()
      if (lost === undefined) return assert.fail("nothing was handed in")
      // Its callback never arrives.
      Object.assign(lost, { status: "undelivered", errorCode: 30003 })
      twilio.faults.length = 0
      const all = yield* settled("sent", "failed")
      assert.deepInclude(all.at(-1), { status: "failed" })
      assert.include(all.at(-1).error, "out of reach (30003)")
      yield* retry
      assert.strictEqual((yield* settled("sent")).at(-1).externalId, taken()[1]?.sid)
      assert.lengthOf(taken(), 2)
      yield* Effect.promise(() => twilio.status(lost, "undelivered", 30003))
      assert.deepInclude((yield* settled("sent", "failed")).at(-1), { status: "sent" })
    })
  )

  it.effect("are sent again whatever arrives late about the earlier text", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled, taken, waiting } = yield* smsConversation()
      yield* answer("Are you there?")
      yield* settled("sent")
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(message, "undelivered", 30003))
      yield* settled("failed")
      twilio.fault({ on: "send", status: 429, code: 20429, retryAfter: 600 })
      yield* retry
      yield* waiting
      for (const status of ["sent", "undelivered", "delivered"]) {
        yield* Effect.promise(() => twilio.status(message, status))
        const [shown] = yield* settled("queued", "sent", "delivered", "failed")
        assert.strictEqual(shown.status, "queued", status)
      }
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET due_at = now() WHERE state = 'queued' AND recipient = ${message.to}`
      yield* settled("sent")
      assert.lengthOf(taken(), 2)
    })
  )

  it.effect("are sent again whatever arrives late about other texts of the previous try, or of an earlier one", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, phone, retry, settled, taken, waiting } = yield* smsConversation()
      const { system } = yield* Database
      const undelivered = (index: number) =>
        Effect.promise(async () => {
          const message = taken()[index]
          assert.strictEqual(message && (await twilio.status(message, "undelivered", 30003)).status, 204)
        })
      yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
      yield* settled("sent")
      for (const failed of [0, 2]) {
        yield* undelivered(failed)
        yield* settled("failed")
        twilio.fault({ on: "send", status: 429, code: 20429, retryAfter: 600 })
        yield* retry
        yield* waiting
        for (const index of taken().keys()) {
          yield* undelivered(index)
          const [shown] = yield* settled("queued", "sent", "failed")
          assert.strictEqual(shown.status, "queued", `text ${index}`)
        }
        yield* system`UPDATE outgoing_mail SET due_at = now() WHERE state = 'queued' AND recipient = ${phone}`
        yield* settled("sent")
      }
      assert.lengthOf(taken(), 6)
    })
  )

  it.effect("are submitted again if a response is lost, even if Twilio has the same text from the previous try", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, phone, retry, settled, taken, waiting } = yield* smsConversation()
      yield* answer("Are you there?")
      yield* settled("sent")
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(message, "undelivered", 30003))
      yield* settled("failed")
      twilio.fault({ on: "send", status: 500 })
      yield* retry
      yield* waiting
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET due_at = now() WHERE state = 'queued' AND recipient = ${phone}`
      yield* settled("sent")
      assert.lengthOf(taken(), 2)
    })
  )

  it.effect("do not fail because of late or repeated reports about the earlier texts", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, retry, settled, taken } = yield* smsConversation()
      const told = (index: number, status: string, code?: number) =>
        Effect.promise(async () => {
          const message = taken()[index]
          assert.strictEqual(message && (await twilio.status(message, status, code)).status, 204)
        })
      yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
      yield* settled("sent")
      yield* told(0, "undelivered", 30003)
      yield* settled("failed")
      yield* retry
      yield* settled("sent")
      assert.lengthOf(taken(), 4)
      for (const index of [0, 1]) {
        yield* told(index, "undelivered", 30003)
        assert.strictEqual((yield* settled("sent", "failed")).at(-1).status, "sent", `text ${index}`)
      }
      yield* told(3, "delivered")
      yield* settled("delivered")
    })
  )

  it.effect("are sent again if they failed before the response that says that Twilio has them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { answer, path, settled, taken } = yield* smsConversation()
      twilio.meanwhile = (message) => twilio.status(message, "undelivered", 30003)
      yield* answer("Are you there?")
      const [lost] = yield* settled("failed")
      twilio.meanwhile = undefined
      // The next message of the conversation is sent once the previous attempt is over.
      yield* answer("Hello?")
      yield* settled("sent")
      yield* ask("POST", `${path}/messages/${lost.id}/retry`)
      yield* until(ask("GET", `${path}/messages`), ({ json }) => json[0].status === "sent")
      assert.deepStrictEqual(
        taken().map(({ body }) => body),
        ["Are you there?", "Hello?", "Are you there?"]
      )
    })
  )

  it.effect("of several texts are sent again from the first, if one failed before the last was submitted", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const marks = (bodies: ReadonlyArray<{ readonly body: string }>) => bodies.map(({ body }) => body.slice(0, 5))
      // While the second waits, and between its acceptance and the response that says so.
      for (const waits of [true, false]) {
        const { answer, retry, settled, taken, waiting } = yield* smsConversation()
        const lost = async () => {
          const [first] = taken()
          assert.strictEqual(first && (await twilio.status(first, "undelivered", 30003)).status, 204)
        }
        if (waits) twilio.fault({ on: "send", saying: "(2/2)", status: 429, code: 20429, retryAfter: 600 })
        else twilio.meanwhile = async ({ body }) => (body.startsWith("(2/2)") ? lost() : undefined)
        yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
        if (waits) {
          yield* waiting
          yield* Effect.promise(lost)
        }
        yield* settled("failed")
        // No one sends it again before the attempt is over.
        const { system } = yield* Database
        const over = system<{ over: boolean }>`SELECT external_id = ${taken()[1]?.sid ?? ""} AS over
            FROM outgoing_mail WHERE recipient = ${taken()[0]?.to ?? ""}`
        if (!waits) yield* until(over, ([row]) => row?.over === true)
        twilio.meanwhile = undefined
        const before = taken().length
        yield* retry
        yield* settled("sent")
        assert.deepStrictEqual(marks(taken().slice(before)), ["(1/2)", "(2/2)"])
      }
    })
  )

  it.effect("that wait when the customer opts out are not sent any more, nor are their other parts", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { answer, number, path, phone, retry, settled, taken, waiting } = yield* smsConversation()
      twilio.fault({ on: "send", saying: "(2/2)", status: 429, code: 20429, retryAfter: 600 })
      yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
      yield* waiting
      yield* answer("And another thing")
      yield* number.text(phone, "STOP")
      const all = yield* settled("failed")
      for (const message of all)
        assert.deepInclude(message, { status: "failed", error: "The customer has opted out of text messages" })
      assert.lengthOf(taken(), 1, "the part that had left")
      // Nor can anyone resend them, until the customer has opted in again.
      const refused = yield* retry
      assert.deepInclude(refused.json, { status: 409, code: "invalid_state" })
      assert.include(refused.json.detail, "The customer has opted out of text messages")
      assert.strictEqual((yield* settled("failed")).at(-1).status, "failed")
      assert.lengthOf(taken(), 1)
      yield* number.text(phone, "START")
      yield* until(ask("GET", `${path}/comments`), ({ json }) => json.length === 4)
      yield* retry
      yield* settled("sent")
      assert.lengthOf(taken(), 2)
    })
  )
})
