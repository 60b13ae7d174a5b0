import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { announce, pathOf, send } from "../../support/attachmentCalls.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { smsConversation } from "../../support/smsConversation.ts"
import { until } from "../../support/until.ts"

layer(smsSite, { excludeTestServices: true })("Agents' comments as text messages", (it) => {
  it.effect("are sent from the number that the customer wrote to, once, and report their progress", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { answer, asked, number, path, phone, settled, taken } = yield* smsConversation()
      const comment = yield* answer("It arrives tomorrow.")
      yield* settled("sent")
      const [message] = taken()
      assert.lengthOf(taken(), 1)
      assert.deepInclude(message, { from: number.ours, to: phone, body: "It arrives tomorrow." })
      assert.strictEqual(asked()[0]?.form.get("SmartEncoded"), "true")
      if (message === undefined) return assert.fail("nothing was sent")
      const state = Effect.map(ask("GET", `${path}/comments/${comment}`), ({ json }) => json.deliveries[0])
      // Late, twice and out of order: it never moves backwards.
      for (const [status, shown] of [
        ["sending", "sent"],
        ["delivered", "delivered"],
        ["sent", "delivered"],
        ["delivered", "delivered"],
        ["failed", "delivered"]
      ] as const) {
        const told = yield* Effect.promise(() => twilio.status(message, status))
        assert.strictEqual(told.status, 204)
        assert.strictEqual((yield* state).status, shown, status)
      }
      const [shown] = yield* settled("delivered")
      assert.deepInclude(shown, { externalId: message.sid, segments: 1 })
      assert.strictEqual((yield* state).segments, 1)
    })
  )

  it.effect("are split if they are long, in order, and link to the portal if they are very long", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, settled, taken } = yield* smsConversation()
      yield* answer(`${"a".repeat(1500)}${"b".repeat(300)}`)
      yield* settled("sent")
      assert.deepStrictEqual(
        taken().map(({ body }) => body.slice(0, 7)),
        ["(1/2) a", "(2/2) b"]
      )
      const [first, last] = taken()
      if (first === undefined || last === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(first, "delivered"))
      assert.strictEqual((yield* settled("sent", "delivered")).at(-1).status, "sent", "half of it has arrived")
      yield* Effect.promise(() => twilio.status(last, "delivered"))
      assert.deepInclude((yield* settled("sent", "delivered")).at(-1), { status: "delivered", segments: 12 })

      yield* answer("c".repeat(6001))
      yield* settled("sent")
      const [, , endless] = taken()
      assert.match(
        endless?.body ?? "",
        /^c{1000,}…\nRead on: https:\/\/desk\.example\/portal\/br_\w+\/enter\?token=ml_\w+$/
      )
      assert.lengthOf(taken(), 3)
      // The link opens the customer's requests, once.
      const token = /token=(ml_\w+)$/.exec(endless?.body ?? "")?.[1]
      const { ask } = yield* HttpSite
      const verified = yield* ask("POST", "/v1/portal/verify", { key: "", body: { token } })
      const seen = yield* ask("GET", "/v1/portal/tickets", { key: verified.json.accessToken })
      assert.strictEqual(seen.json.tickets.length, 1, seen.text)
    })
  )

  it.effect("include pictures at URLs of their own, and other files as links", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { answer, number, settled, taken } = yield* smsConversation()
      const upload = Effect.fn(function* (filename: string, contentType: string, bytes: string) {
        const pending = `${number.brand}/attachments/pending`
        const { id, uploadUrl } = yield* announce(pending, bytes, { filename, contentType })
        yield* send(uploadUrl, bytes, { "content-type": contentType })
        yield* ask("POST", `${pending}/${id}/confirm`)
        return id
      })
      const attachmentIds = [
        yield* upload("map.png", "image/png", "png"),
        yield* upload("terms.pdf", "application/pdf", "pdf")
      ]
      yield* answer("Here it is.", { attachmentIds })
      yield* settled("sent")
      const [message] = taken()
      assert.lengthOf(message?.mediaUrls ?? [], 1)
      assert.match(message?.body ?? "", /^Here it is\.\nterms\.pdf: https:\/\/desk\.example\/v1\/files\//)
      assert.strictEqual((yield* ask("GET", pathOf(message?.mediaUrls[0] ?? ""), { key: "" })).text, "png")

      // A picture needs no text.
      yield* answer("", { attachmentIds: [yield* upload("here.png", "image/png", "png")] })
      yield* settled("sent")
      const [, alone] = taken()
      assert.deepStrictEqual([alone?.body ?? "", alone?.mediaUrls.length], ["", 1])

      // Through a number that sends no pictures, they are links as well.
      yield* ask("PATCH", number.path, { body: { mms: false } })
      yield* answer("Once more.", { attachmentIds: [yield* upload("plan.png", "image/png", "png")] })
      yield* settled("sent")
      const [, , plain] = taken()
      assert.deepStrictEqual(plain?.mediaUrls, [])
      assert.match(plain?.body ?? "", /^Once more\.\nplan\.png: https:\/\/desk\.example\/v1\/files\//)

      // Twilio accepts 5 MiB per message, for all of its pictures together.
      yield* ask("PATCH", number.path, { body: { mms: true } })
      const large = "x".repeat(900_000)
      const pictures: Array<string> = []
      for (let n = 1; n <= 6; n++) pictures.push(yield* upload(`${n}.png`, "image/png", large))
      yield* answer("Six of them.", { attachmentIds: pictures })
      yield* settled("sent")
      const [, , , many] = taken()
      assert.lengthOf(many?.mediaUrls ?? [], 5)
      assert.match(many?.body ?? "", /^Six of them\.\n6\.png: https:\/\/desk\.example\/v1\/files\//)
    })
  )

  it.effect("are never sent twice if a response from Twilio is lost", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      // Only the response was lost, and Twilio's list shows that it has the message.
      const { answer, asked, settled, taken } = yield* smsConversation()
      twilio.fault({ on: "send", reset: true, applied: true })
      yield* answer("Only once – “please”.")
      const all = yield* settled("sent", "failed")
      assert.strictEqual(all.at(-1).status, "sent")
      assert.lengthOf(taken(), 1)
      assert.lengthOf(asked(), 1)
      assert.strictEqual(all.at(-1).externalId, taken()[0]?.sid)
    })
  )

  it.effect("are not mistaken for an earlier one with the same text", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, asked, settled, taken } = yield* smsConversation()
      yield* answer("OK")
      yield* settled("sent")
      twilio.fault({ on: "send", status: 500 })
      yield* answer("OK!")
      const all = yield* settled("sent", "failed")
      assert.strictEqual(all.at(-1).status, "sent")
      assert.lengthOf(asked(), 3)
      assert.deepStrictEqual(
        taken().map(({ body }) => body),
        ["OK", "OK!"]
      )
    })
  )

  it.effect("are not sent again if a callback has proved that Twilio has them", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, asked, settled, taken, waiting } = yield* smsConversation()
      twilio.fault({ on: "send", status: 503, applied: true })
      twilio.fault({ on: "list", status: 503, times: 100 })
      yield* answer("Proven")
      yield* waiting
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was taken")
      yield* Effect.promise(() => twilio.status(message, "sent"))
      yield* settled("sent")
      twilio.faults.length = 0
      assert.lengthOf(asked(), 1)
    })
  )

  it.effect("are sent once more if Twilio has no such message, and then left to a person", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, asked, settled, taken } = yield* smsConversation()
      twilio.fault({ on: "send", status: 500 })
      yield* answer("Second time lucky")
      yield* settled("sent")
      assert.lengthOf(asked(), 2)
      assert.lengthOf(taken(), 1)

      const doubtful = yield* smsConversation()
      twilio.fault({ on: "send", status: 500, times: 2 })
      yield* doubtful.answer("Who knows")
      const all = yield* doubtful.settled("failed")
      assert.include(all.at(-1).error, "not known whether")
      assert.lengthOf(doubtful.asked(), 2)
      // The person decides to send it.
      yield* doubtful.retry
      assert.strictEqual((yield* doubtful.settled("sent", "failed")).at(-1).status, "sent")
      assert.lengthOf(doubtful.asked(), 3)
      assert.lengthOf(doubtful.taken(), 1)
    })
  )

  it.effect("wait as long as Twilio asks, keep their order, and are then sent", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, settled, taken } = yield* smsConversation()
      twilio.fault({ on: "send", status: 429, code: 20429, retryAfter: 1 })
      yield* answer("First")
      yield* answer("Second")
      yield* settled("sent")
      assert.deepStrictEqual(
        taken().map(({ body }) => body),
        ["First", "Second"]
      )
    })
  )

  it.effect("wait while Twilio's queue for the number is full, whatever status says so", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, phone, settled, taken, waiting } = yield* smsConversation()
      twilio.fault({ on: "send", saying: "patience", status: 400, code: 21611 })
      yield* answer("Have patience")
      yield* waiting
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET due_at = now() WHERE state = 'queued' AND recipient = ${phone}`
      yield* answer("Second")
      yield* settled("sent")
      assert.deepStrictEqual(
        taken().map(({ body }) => body),
        ["Have patience", "Second"]
      )
    })
  )

  it.effect("wait while Twilio refuses the token, and are sent once there is another", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { answer, number, settled, taken, waiting } = yield* smsConversation()
      const good = number.account.token
      number.account.token = "another-token-than-ours"
      yield* answer("Later")
      const shown = yield* until(ask("GET", number.path), ({ json }) => json.status === "needs_reauth")
      assert.include(shown.json.lastError, "token")
      number.account.token = good
      // However long it would have waited: whoever fixes the token does not have to wait as well.
      yield* waiting
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET due_at = now() + interval '1 hour' WHERE state = 'queued' AND channel = 'sms'`
      yield* ask("PATCH", number.path, { body: { authToken: good } })
      yield* settled("sent")
      assert.lengthOf(taken(), 1)
    })
  )

  it.effect(
    "wait while Twilio has suspended the account, and are sent once it is active and the number is enabled again",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const twilio = yield* Twilio
        const { answer, number, settled, taken } = yield* smsConversation()
        twilio.fault({ on: "send", status: 403, code: 20005 })
        yield* answer("Later")
        yield* until(ask("GET", number.path), ({ json }) => json.status === "needs_reauth")
        yield* ask("PATCH", number.path, { body: { enabled: true } })
        yield* settled("sent")
        assert.lengthOf(taken(), 1)
      })
  )

  it.effect("fail with a reason if the number cannot receive them, and nothing more is tried there", () =>
    Effect.gen(function* () {
      const refused = yield* smsConversation(undefined, "+15005550009")
      yield* refused.answer("Hello")
      const all = yield* refused.settled("failed")
      assert.include(all.at(-1).error, "not a mobile number (21614)")
      yield* refused.answer("Hello again")
      assert.include((yield* refused.settled("suppressed")).at(-1).error, "cannot receive text messages")
      assert.lengthOf(refused.asked(), 1)
      // Whoever texts from there can receive: a carrier's report is not valid forever.
      const { ask } = yield* HttpSite
      yield* refused.number.text(refused.phone, "Are you there?")
      yield* until(ask("GET", `${refused.path}/comments`), ({ json }) => json.length === 3)
      yield* refused.answer("We are")
      yield* refused.settled("failed")
      assert.lengthOf(refused.asked(), 2)
    })
  )

  it.effect("record opt-outs from Twilio's responses and callbacks", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, number, phone, settled } = yield* smsConversation()
      twilio.optedOut.add(`${number.ours} ${phone}`)
      yield* answer("Hello")
      assert.include((yield* settled("failed")).at(-1).error, "opted out")
      yield* answer("Hello")
      yield* settled("suppressed")

      const later = yield* smsConversation()
      yield* later.answer("Hello")
      yield* later.settled("sent")
      const [message] = later.taken()
      if (message === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(message, "failed", 21610))
      yield* later.answer("Hello")
      yield* later.settled("suppressed")
    })
  )

  it.effect("are sent again to somebody who has opted in, whatever is reported late of texts from before that", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const { answer, number, path, phone, settled, taken } = yield* smsConversation()
      yield* answer("Hello")
      yield* settled("sent")
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was sent")
      const comments = (count: number) => until(ask("GET", `${path}/comments`), ({ json }) => json.length === count)
      yield* number.text(phone, "STOP")
      yield* comments(2)
      yield* number.text(phone, "START")
      yield* comments(3)
      yield* Effect.promise(() => twilio.status(message, "failed", 21610))
      yield* settled("failed")
      yield* answer("Welcome back")
      assert.strictEqual((yield* settled("sent", "suppressed")).at(-1).status, "sent")
      // But what is reported of a text from after that counts.
      const [, later] = taken()
      if (later === undefined) return assert.fail("nothing was sent")
      yield* Effect.promise(() => twilio.status(later, "failed", 21610))
      yield* answer("Hello?")
      assert.strictEqual((yield* settled("sent", "suppressed")).at(-1).status, "suppressed")
    })
  )

  it.effect("accept no reports from strangers", () =>
    Effect.gen(function* () {
      const twilio = yield* Twilio
      const { answer, number, settled, taken } = yield* smsConversation()
      const other = yield* connectNumber()
      yield* answer("Hello")
      yield* settled("sent")
      const [message] = taken()
      if (message === undefined) return assert.fail("nothing was sent")
      const status = {
        MessageSid: message.sid,
        MessageStatus: "failed",
        AccountSid: number.account.sid,
        From: number.ours,
        To: message.to
      }
      const url = message.statusCallback ?? ""
      const call = (address: string, token: string, more: object = {}) =>
        Effect.promise(() => twilio.calls.call(address, token, { ...status, ...more }))
      assert.strictEqual((yield* call(url, other.account.token)).status, 403)
      assert.strictEqual((yield* call(url, number.account.token, { From: other.ours })).status, 403)
      assert.strictEqual((yield* call(url, number.account.token, { MessageStatus: "FAILED!" })).status, 400)
      // The same signed bytes, with a parameter moved into the URL.
      const { AccountSid, ...rest } = status
      const moved = yield* Effect.promise(() =>
        twilio.calls.call(`${url}AccountSid${AccountSid}`, number.account.token, status, {
          signedUrl: url,
          sent: Object.entries(rest)
        })
      )
      assert.strictEqual(moved.status, 400)
      // The owner of another number signs for a message that is not theirs.
      const foreign = url.replace(number.id, other.id)
      const signed = { AccountSid: other.account.sid, From: other.ours }
      assert.strictEqual((yield* call(foreign, other.account.token, signed)).status, 204)
      assert.strictEqual((yield* settled("sent", "failed")).at(-1).status, "sent")
    })
  )

  it.effect("in test mode are not sent", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const phone = "+14155560999"
      yield* number.text(phone, "Hello")
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const path = `${number.brand}/tickets/${ticket.id}`
      yield* ask("POST", `${path}/comments`, { key: number.key, body: { body: "Hi" } })
      yield* until(ask("GET", `${path}/messages`, { key: number.key }), ({ json }) => json[0]?.status === "sent")
      const twilio = yield* Twilio
      assert.lengthOf(
        twilio.requests.filter(({ form }) => form.get("To") === phone),
        0
      )
    })
  )
})
