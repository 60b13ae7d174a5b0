import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { until } from "../../support/customChannel.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"

const ines = "+14155550100"
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])

const commentsOf = (path: string, count: number) =>
  Effect.flatMap(HttpSite, ({ ask }) =>
    Effect.map(
      until(ask("GET", `${path}/comments`), ({ json }) => json.length >= count),
      ({ json }) => json
    )
  )

layer(smsSite, { excludeTestServices: true, timeout: "60 seconds" })("Text messages", (it) => {
  it.effect("open a ticket of a customer who has no address, and go on there", () =>
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
      const inbound = (yield* ask("GET", `${number.brand}/inbound?ticketId=${ticket.id}`)).json.data
      const explained = yield* ask("GET", `${number.brand}/inbound/${inbound[0].id}/explain`)
      assert.include(explained.json.decision, "is part of the conversation of")
    })
  )

  it.effect("of one person to two numbers are two conversations of one customer", () =>
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

  it.effect("open a closed ticket again within its number's hours, and begin another after them", () =>
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

  it.effect("bring pictures, which Twilio's credential fetches from Twilio alone", () =>
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

  it.effect("arrive without pictures that are elsewhere, are redirected elsewhere, or are gone", () =>
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
      assert.strictEqual(ticket.body, "Look\n\n[Media unavailable: 3 of the files sent could not be fetched]")
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
