import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { until } from "../../support/until.ts"

const ines = "+14155550100"
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])

const commentsOf = (path: string, count: number) =>
  Effect.flatMap(HttpSite, ({ ask }) =>
    Effect.map(
      until(ask("GET", `${path}/comments`), ({ json }) => json.length >= count),
      ({ json }) => json
    )
  )

layer(smsSite, { excludeTestServices: true })("Text messages", (it) => {
  it.effect("open a ticket of a customer without an address, and continue there", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      yield* number.text(ines, "My parcel is late.\nWhere is it?")
      const [ticket] = yield* ticketsOf(number, ines, 1)
      assert.deepInclude(ticket, {
        title: "My parcel is late.",
        body: "My parcel is late.\nWhere is it?",
        source: "sms",
        origin: "sms",
        customerEmail: "14155550100@sms.invalid"
      })
      const path = `${number.brand}/tickets/${ticket.id}`
      const { customer } = (yield* ask("GET", path)).json
      assert.deepInclude(customer, { phone: ines, emailIsPlaceholder: true })
      yield* number.text(ines, "Hello?")
      const [comment] = yield* commentsOf(path, 1)
      assert.deepInclude(comment, { body: "Hello?", authorType: "CUSTOMER", source: "sms" })
      for (const { sourceData } of [(yield* ask("GET", path)).json, comment])
        assert.strictEqual(sourceData.authorVerified, false)
      const inbound = (yield* ask("GET", `${number.brand}/inbound?ticketId=${ticket.id}`)).json.data
      const explained = yield* ask("GET", `${number.brand}/inbound/${inbound[0].id}/explain`)
      assert.include(explained.json.decision, "is part of the conversation of")
    })
  )

  it.effect("from one person to two numbers are two conversations of one customer", () =>
    Effect.gen(function* () {
      const phone = "+14155550102"
      const [first, second] = [yield* connectNumber(), yield* connectNumber()]
      yield* first.text(phone, "To the shop")
      yield* ticketsOf(first, phone, 1)
      yield* second.text(phone, "To the workshop")
      const tickets = yield* ticketsOf(first, phone, 2)
      assert.strictEqual(tickets[0].customerId, tickets[1].customerId)
    })
  )

  it.effect("reopen a closed ticket within its number's hours, and open another after that", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const phone = "+14155550103"
      for (const [reopenHours, count] of [
        [168, 1],
        [0, 3]
      ] as const) {
        const number = yield* connectNumber({ reopenHours })
        yield* number.text(phone, "It broke")
        const [ticket] = yield* ticketsOf(number, phone, count === 1 ? 1 : 2)
        const path = `${number.brand}/tickets/${ticket.id}`
        yield* ask("PATCH", path, { body: { status: "closed" } })
        yield* Effect.sleep("5 millis")
        yield* number.text(phone, "It broke again")
        if (count === 1) {
          yield* commentsOf(path, 1)
          assert.strictEqual((yield* ask("GET", path)).json.statusCategory, "open")
        } else {
          const [next] = yield* ticketsOf(number, phone, count)
          assert.strictEqual(next.followUpOfId, ticket.id)
        }
      }
    })
  )

  it.effect("bring pictures, which are fetched from Twilio only with Twilio's credential", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = "+14155550104"
      twilio.fault({ on: "media", status: 500 })
      const media = { MediaUrl0: twilio.addMedia(number.account, "image/png", picture), MediaContentType0: "image/png" }
      yield* number.text(phone, "", { NumMedia: "1", ...media })
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.title, `Text message from ${phone}`)
      const files = (yield* ask("GET", `${number.brand}/tickets/${ticket.id}/attachments`)).json
      assert.lengthOf(files, 1)
      assert.deepInclude(files[0], { filename: "attachment-1.png", contentType: "image/png", size: picture.length })
      const toStore = twilio.downloads.filter(({ path }) => path.startsWith("/store/"))
      assert.isAbove(toStore.length, 0)
      for (const { hasCredential } of toStore) assert.isFalse(hasCredential)
    })
  )

  it.effect("arrive without pictures that are elsewhere, redirect elsewhere, or are gone", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = "+14155550105"
      const before = twilio.downloads.length
      yield* number.text(phone, "Look", {
        NumMedia: "3",
        MediaUrl0: "http://169.254.169.254/latest/meta-data",
        MediaUrl1: "https://api.twilio.com.evil.example/x",
        MediaUrl2: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1"
      })
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.body, "Look\n\n[Media unavailable: 3 of the files sent could not be downloaded]")
      assert.strictEqual(twilio.downloads.length, before + 1, "only Twilio was asked")

      twilio.mediaTarget = "http://127.0.0.2:9/private"
      const url = twilio.addMedia(number.account, "image/png", picture)
      yield* number.text(phone, "And this", { NumMedia: "1", MediaUrl0: url })
      const [comment] = yield* commentsOf(`${number.brand}/tickets/${ticket.id}`, 1)
      twilio.mediaTarget = undefined
      assert.include(comment.body, "Media unavailable")
      assert.lengthOf((yield* ask("GET", `${number.brand}/tickets/${ticket.id}/attachments`)).json, 0)
    })
  )

  it.effect("arrive without pictures that are too large, or that three tries cannot fetch", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = "+14155550130"
      const sent = (bytes: Uint8Array) => ({
        NumMedia: "1",
        MediaUrl0: twilio.addMedia(number.account, "image/png", bytes),
        MediaContentType0: "image/png"
      })
      const largest = 5 * 1024 * 1024
      yield* number.text(phone, "As large as may be", sent(new Uint8Array(largest)))
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const path = `${number.brand}/tickets/${ticket.id}`
      assert.strictEqual((yield* ask("GET", `${path}/attachments`)).json[0].size, largest)
      yield* number.text(phone, "Larger", sent(new Uint8Array(largest + 1)))
      const [large] = yield* commentsOf(path, 1)
      assert.strictEqual(large.body, "Larger\n\n[Media unavailable: 1 of the files sent could not be downloaded]")

      twilio.fault({ on: "media", status: 503, times: 10 })
      const before = twilio.downloads.length
      yield* number.text(phone, "Never there", sent(picture))
      // Once for each failure, so that a try in progress is not repeated.
      const hurried = Effect.andThen(
        system`UPDATE channel_inbox SET due_at = now() - interval '1 second', error = NULL WHERE done_at IS NULL AND failed_at IS NULL AND error IS NOT NULL`,
        Effect.andThen(system`SELECT pg_notify('trunkline_inbox', '')`, ask("GET", `${path}/comments`))
      )
      const { json } = yield* until(hurried, ({ json }) => json.length === 2)
      twilio.faults.length = 0
      assert.include(json[1].body, "Media unavailable")
      assert.strictEqual(twilio.downloads.length - before, 3)
      assert.lengthOf((yield* ask("GET", `${path}/attachments`)).json, 1)
    })
  )

  it.effect("from a new sender are answered with the brand's question for an address, once, if it has one", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const question = "Thank you! To get answers by e-mail too, reply with your e-mail address."
      const taken = (phone: string) => twilio.messages.filter(({ to }) => to === phone)
      const silent = "+14155550120"
      yield* number.text(silent, "Nobody asks me")
      const [unasked] = yield* ticketsOf(number, silent, 1)
      assert.deepStrictEqual((yield* ask("GET", `${number.brand}/tickets/${unasked.id}/messages`)).json, [])

      yield* ask("PATCH", number.brand, { body: { smsEmailPrompt: question } })
      const phone = "+14155550121"
      const media = { MediaUrl0: twilio.addMedia(number.account, "image/png", picture), MediaContentType0: "image/png" }
      yield* number.text(phone, "My secret is 4711", { NumMedia: "1", ...media })
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const messages = ask("GET", `${number.brand}/tickets/${ticket.id}/messages`)
      const { json } = yield* until(messages, ({ json }) => json[0]?.status === "sent")
      assert.lengthOf(json, 1)
      assert.deepInclude(json[0], { channel: "sms", kind: "autoresponse", to: phone })
      // Neither the text nor the files they sent are returned.
      assert.deepInclude(taken(phone)[0], { from: number.ours, body: question, mediaUrls: [] })

      // Not again on the same ticket, nor on another, nor for a known customer.
      yield* number.text(phone, "Hello?")
      yield* commentsOf(`${number.brand}/tickets/${ticket.id}`, 1)
      yield* ask("PATCH", `${number.brand}/tickets/${ticket.id}`, { body: { status: "closed" } })
      yield* ask("PATCH", number.path, { body: { reopenHours: 0 } })
      yield* Effect.sleep("5 millis")
      yield* number.text(phone, "Another thing")
      yield* ticketsOf(number, phone, 2)
      yield* number.text(silent, "Still here")
      yield* commentsOf(`${number.brand}/tickets/${unasked.id}`, 1)
      yield* number.text("+14155550122", "STOP")
      yield* number.text("+14155550123", "Is this the last?")
      yield* until(
        Effect.sync(() => taken("+14155550123").length),
        (count) => count === 1
      )
      assert.deepStrictEqual(
        [phone, silent, "+14155550122"].map((one) => taken(one).length),
        [1, 0, 0]
      )
      yield* ask("PATCH", number.brand, { body: { smsEmailPrompt: null } })
    })
  )

  it.effect("from another customer's number belong only to the sender's ticket: numbers can be forged", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const phone = "+14155550124"
      const customers = `${number.brand}/customers`
      const named = yield* ask("POST", customers, { body: { email: "ada@north.example", phone } })
      assert.strictEqual(named.status, 201, named.text)
      yield* number.text(phone, "What do you know of me?")
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.notStrictEqual(ticket.customerId, named.json.id)
      const written = (yield* ask("GET", `${customers}/${ticket.customerId}`)).json
      assert.notProperty(written, "phone")
      const again = yield* ask("POST", customers, { body: { email: "eve@south.example", phone } })
      assert.deepStrictEqual([again.status, again.json.code, again.json.field], [409, "already_exists", "phone"])
      const changed = yield* ask("PATCH", `${customers}/${ticket.customerId}`, { body: { phone } })
      assert.strictEqual(changed.status, 409)
      // They are answered all the same.
      yield* ask("POST", `${number.brand}/tickets/${ticket.id}/comments`, { body: { body: "Nothing." } })
      const twilio = yield* Twilio
      yield* until(
        Effect.sync(() => twilio.messages.filter(({ to }) => to === phone).length),
        (count) => count === 1
      )
      // Once no one has the number, it is free.
      yield* ask("DELETE", `${customers}/${named.json.id}`)
      assert.strictEqual((yield* ask("PATCH", `${customers}/${ticket.customerId}`, { body: { phone } })).status, 200)
    })
  )

  it.effect("from a corrected number belong to its customer, and those from the wrong one do not", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const [wrong, right] = ["+14155550125", "+14155550126"]
      const { json } = yield* ask("POST", `${number.brand}/customers`, { body: { name: "Ada", phone: wrong } })
      yield* ask("PATCH", `${number.brand}/customers/${json.id}`, { body: { phone: right } })
      yield* number.text(right, "It is me")
      const [own] = yield* ticketsOf(number, right, 1)
      assert.strictEqual(own.customerId, json.id)
      yield* number.text(wrong, "Who is Ada?")
      const [other] = yield* ticketsOf(number, wrong, 1)
      assert.notStrictEqual(other.customerId, json.id)
    })
  )

  it.effect("that are a keyword open no ticket, and stop and start what is sent", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = "+14155550106"
      yield* number.text(phone, "HELP")
      yield* number.text(phone, "Is it open on Sunday?")
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.title, "Is it open on Sunday?")
      const path = `${number.brand}/tickets/${ticket.id}`
      yield* ask("PATCH", path, { body: { status: "pending" } })

      yield* number.text(phone, "Stop")
      const [note] = yield* commentsOf(path, 1)
      assert.deepInclude(note, { body: "Stop", isAutomated: true })
      assert.strictEqual((yield* ask("GET", path)).json.statusCategory, "pending")
      const blocked = yield* ask("POST", `${path}/comments`, { body: { body: "Yes, from ten." } })
      assert.deepInclude(blocked.json.deliveries[0], {
        channel: "sms",
        status: "suppressed",
        error: "The customer has opted out of text messages"
      })

      yield* number.text(phone, "Start")
      yield* commentsOf(path, 3)
      const sent = yield* ask("POST", `${path}/comments`, { body: { body: "Yes, from ten." } })
      assert.strictEqual(sent.json.deliveries[0].status, "queued")
      yield* until(ask("GET", `${path}/messages`), ({ json }) => json[1].status === "sent")
      assert.lengthOf(
        twilio.messages.filter(({ to }) => to === phone),
        1
      )
    })
  )
})
