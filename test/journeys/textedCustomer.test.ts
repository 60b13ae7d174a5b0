import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { formOf } from "../support/attachmentCalls.ts"
import { HttpSite } from "../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../support/SmsSite.ts"
import { until } from "../support/until.ts"

let phones = 0
const nextPhone = () => `+1415558${String(1000 + phones++)}`

layer(smsSite, { excludeTestServices: true })("A customer whom the team texts first", (it) => {
  it.effect("gets the ticket's text, replies to it, and gets further answers there", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = nextPhone()
      const tickets = `${number.brand}/tickets`
      const start = { title: "Your table", body: "It is ready at eight.", customerPhone: phone, numberId: number.id }
      const refused = yield* ask("POST", tickets, { body: start })
      assert.deepStrictEqual([refused.status, refused.json.errors?.[0].field], [400, "smsConsent"])

      const opened = yield* ask("POST", tickets, {
        headers: { "idempotency-key": phone },
        body: { ...start, smsConsent: true, notifyCustomer: true }
      })
      assert.strictEqual(opened.status, 201, opened.text)
      assert.deepInclude(opened.json, { source: "sms", customerEmail: `${phone.slice(1)}@sms.invalid` })
      assert.deepInclude(opened.json.customer, { phone, emailIsPlaceholder: true })
      const path = `${tickets}/${opened.json.id}`
      const last = Effect.map(ask("GET", `${path}/messages`), ({ json }) => json.at(-1))
      const first = yield* until(last, ({ status }) => status === "sent")
      assert.deepInclude(first, { channel: "sms", kind: "notification", to: phone })
      const sent = () => twilio.messages.filter(({ to }) => to === phone)
      assert.deepInclude(sent()[0], { from: number.ours, body: "It is ready at eight." })

      yield* number.text(phone, "Thank you!")
      const comments = yield* until(ask("GET", `${path}/comments`), ({ json }) => json.length === 1)
      assert.deepInclude(comments.json[0], { body: "Thank you!", authorType: "CUSTOMER" })
      const said = yield* ask("POST", `${path}/comments`, { body: { body: "See you!" } })
      // The ticket's text is by the team, like these comments.
      assert.isNotEmpty(said.json.authorName)
      assert.strictEqual(opened.json.createdBy, said.json.authorName)
      yield* until(
        Effect.sync(() => sent().length),
        (count) => count === 2
      )
      assert.lengthOf(yield* ticketsOf(number, phone, 1), 1)
    })
  )

  it.effect("is the customer with the number, or the named one, and no one else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const phone = nextPhone()
      const start = { title: "Hello", customerPhone: phone, numberId: number.id, smsConsent: true }
      const open = (body: object) => ask("POST", `${number.brand}/tickets`, { body: { ...start, ...body } })
      const named = yield* open({ customerEmail: `ines${phone.slice(1)}@north.example` })
      assert.strictEqual(named.status, 201, named.text)
      assert.strictEqual(named.json.customer.phone, phone)
      const same = yield* open({})
      assert.strictEqual(same.json.customerId, named.json.customerId)
      for (const [body, field] of [
        [{ customerEmail: "somebody.else@south.example" }, "customerPhone"],
        [{ numberId: "num_01kt0000000000000000000000" }, "numberId"],
        [{ customerPhone: "4155550100" }, "customerPhone"],
        [{ customerPhone: undefined, customerEmail: "ines@north.example" }, "numberId"]
      ] as const) {
        const refused = yield* open(body)
        assert.deepStrictEqual([refused.status, refused.json.errors?.[0].field], [400, field], refused.text)
      }
      // Someone who has opted out is not texted.
      yield* number.text(phone, "STOP")
      const { system } = yield* Database
      yield* until(
        system`SELECT FROM channel_people WHERE external_id = ${phone} AND facts ->> 'unreachable' IS NOT NULL`,
        (rows) => rows.length === 1
      )
      const out = yield* open({})
      assert.strictEqual(out.status, 400)
      assert.include(out.json.errors[0].message, "opted out")
    })
  )

  it.effect("replies, with several tickets, to the one that they were last texted about", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const phone = nextPhone()
      const start = { customerPhone: phone, numberId: number.id, smsConsent: true }
      const open = (title: string) =>
        Effect.map(ask("POST", `${number.brand}/tickets`, { body: { ...start, title } }), ({ json }) => json.id)
      const [first, second] = [yield* open("First"), yield* open("Second")]
      const said = (ticket: string) =>
        Effect.map(ask("GET", `${number.brand}/tickets/${ticket}/comments`), ({ json }) =>
          json.map(({ body }: { body: string }) => body)
        )
      yield* number.text(phone, "To the second")
      yield* until(said(second), (texts) => texts.includes("To the second"))
      const answer = yield* ask("POST", `${number.brand}/tickets/${first}/comments`, {
        body: { body: "About the first" }
      })
      assert.deepInclude(answer.json.deliveries[0], { channel: "sms", status: "queued" })
      yield* number.text(phone, "To the first")
      yield* until(said(first), (texts) => texts.includes("To the first"))
      assert.notInclude(yield* said(second), "To the first")
      // A purged ticket leaves the conversation to the earlier ones.
      const gone = yield* ask("DELETE", `${number.brand}/tickets/${first}?permanent=true`)
      assert.strictEqual(gone.status, 200, gone.text)
      yield* number.text(phone, "To what is left")
      yield* until(said(second), (texts) => texts.includes("To what is left"))
    })
  )

  it.effect("is someone new after a year of silence, and the previous owner of the number keeps their data", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber()
      const phone = nextPhone()
      yield* number.text(phone, "Hello")
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const named = `former${phone.slice(1)}@north.example`
      yield* ask("PATCH", `${number.brand}/customers/${ticket.customerId}`, { body: { email: named, name: "Ines" } })
      const { system } = yield* Database
      yield* system`UPDATE channel_conversations SET updated_at = now() - interval '367 days' WHERE key = ${phone}`
      yield* number.text(phone, "Who is this?")
      const found = ask("GET", `${number.brand}/tickets?search=${encodeURIComponent("Who is this")}`)
      const [anew] = (yield* until(found, ({ json }) => json.data.length === 1)).json.data
      assert.notStrictEqual(anew.customerId, ticket.customerId)
      assert.deepInclude(anew.customer, { phone, emailIsPlaceholder: true })
      const former = (yield* ask("GET", `${number.brand}/customers/${ticket.customerId}`)).json
      assert.deepInclude(former, { email: named, name: "Ines" })
      assert.notProperty(former, "phone")
      assert.lengthOf((yield* ask("GET", `${number.brand}/tickets/${ticket.id}/comments`)).json, 0)
      // From then on it belongs to the new customer.
      yield* number.text(phone, "Hello again")
      yield* until(ask("GET", `${number.brand}/tickets/${anew.id}/comments`), ({ json }) => json.length === 1)
    })
  )

  it.effect("is referred to the portal by a sender that cannot receive replies", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const name = `ACME ${phones}`
      number.account.numbers.push(name)
      const sender = yield* ask("POST", `${number.brand}/channels/sms`, {
        body: { number: name, provider: "twilio", accountSid: number.account.sid, authToken: number.account.token }
      })
      const phone = nextPhone()
      yield* ask("POST", `${number.brand}/tickets`, {
        body: {
          title: "Your parcel",
          body: "It arrives tomorrow.",
          customerPhone: phone,
          numberId: sender.json.id,
          smsConsent: true,
          notifyCustomer: true
        }
      })
      const [message] = yield* until(
        Effect.sync(() => twilio.messages.filter(({ to }) => to === phone)),
        (all) => all.length === 1
      )
      assert.strictEqual(message?.from, name)
      assert.match(message?.body ?? "", /^It arrives tomorrow\.\nReply here: https:\/\/desk\.example\/portal\//)
    })
  )
})

layer(smsSite, { excludeTestServices: true })("A customer who texts and mails", (it) => {
  it.effect("is answered through the channel that they used last, once their tickets are merged", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const { brand, key } = number
      const phone = nextPhone()
      const brandId = brand.split("/").at(-1)
      const mail = (inReplyTo?: string, from = "ines@north.example") =>
        ask("POST", "/v1/test/inbound/email", {
          key,
          body: { brandId, from, cc: ["paul@north.example"], subject: "My parcel", text: "By mail", inReplyTo }
        })
      const mailed = yield* mail()
      yield* number.text(phone, "By text")
      const [texted] = yield* ticketsOf(number, phone, 1)
      const merged = yield* ask("POST", `${brand}/tickets/${mailed.json.ticketId}/merge`, {
        key,
        body: { sourceTicketIds: [texted.id] }
      })
      assert.strictEqual(merged.status, 200, merged.text)
      const comments = `${brand}/tickets/${mailed.json.ticketId}/comments`
      const answer = (body: string) =>
        Effect.map(ask("POST", comments, { key, body: { body } }), ({ json }) => json.deliveries[0])
      // Messages of other participants do not change how the customer is reached.
      const other = yield* mail(mailed.json.inbound.externalId, "paul@north.example")
      assert.strictEqual(other.json.ticketId, mailed.json.ticketId, other.text)
      assert.deepInclude(yield* answer("First"), { channel: "sms", to: phone })
      yield* mail(mailed.json.inbound.externalId)
      assert.deepInclude(yield* answer("Second"), { channel: "email", to: "ines@north.example" })
      yield* number.text(phone, "By text again")
      yield* until(ask("GET", comments, { key }), ({ json }) =>
        json.some(({ body }: { body: string }) => body === "By text again")
      )
      assert.deepInclude(yield* answer("Third"), { channel: "sms", to: phone })
    })
  )

  it.effect("is two customers until the owner of the address confirms that they are one", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const { brand, key } = number
      const brandId = brand.split("/").at(-1)
      const phone = nextPhone()
      const email = `ines${phone.slice(1)}@north.example`
      const simulate = (text: string, messageId?: string) =>
        ask("POST", "/v1/test/inbound/sms", { key, body: { brandId, from: phone, to: number.ours, text, messageId } })
      const ticket = Effect.map(
        ask("GET", `${brand}/tickets?search=${encodeURIComponent("Parcel by text")}`, { key }),
        ({ json }) => json.data[0]
      )
      const known = yield* ask("POST", `${brand}/customers`, { key, body: { email, name: "Ines" } })
      yield* simulate("Parcel by text")
      const mails = Effect.map(
        ask("GET", `/v1/test/outbox?to=${encodeURIComponent(email)}`, { key }),
        ({ json }) => json.data
      )
      for (let n = 0; n < 2; n++) yield* simulate(email, "the-same-message")
      assert.lengthOf(yield* mails, 1, "once for each message")
      for (let n = 0; n < 5; n++) yield* simulate(email.toUpperCase())
      yield* simulate("That is my address")
      const outbox = yield* ask("GET", `/v1/test/outbox?to=${encodeURIComponent(email)}`, { key })
      assert.lengthOf(outbox.json.data, 3, "no more than three a day")
      assert.strictEqual((yield* ticket).customer.emailIsPlaceholder, true, "nothing follows from a text")
      const text: string = outbox.json.data[0].text
      assert.include(text, phone)
      const path = /https:\/\/desk\.example(\/confirm-address\/\S+)/.exec(text)?.[1] ?? ""
      const asked = yield* ask("GET", path, { key: "" })
      assert.strictEqual(asked.status, 200, asked.text)
      assert.include(asked.text, email)
      assert.strictEqual((yield* ticket).customer.emailIsPlaceholder, true, "nothing follows from looking")
      const before = (yield* ticket).customerId
      // Tickets in the trash and merged tickets follow too.
      const more = (title: string) =>
        Effect.map(ask("POST", `${brand}/tickets`, { key, body: { title, customerId: before } }), ({ json }) => json.id)
      const [trashed, merged] = [yield* more("In the trash"), yield* more("Merged away")]
      yield* ask("DELETE", `${brand}/tickets/${trashed}`, { key })
      const target = (yield* ticket).id
      yield* ask("POST", `${brand}/tickets/${target}/merge`, { key, body: { sourceTicketIds: [merged] } })
      assert.strictEqual((yield* ask("POST", path, { key: "" })).status, 200)

      const after = yield* ticket
      assert.strictEqual(after.customerId, known.json.id)
      assert.strictEqual(after.customerEmail, email)
      assert.deepInclude(after.customer, { phone, name: "Ines", identities: [{ channel: "sms", address: phone }] })
      assert.strictEqual((yield* ask("GET", `${brand}/customers/${before}`, { key })).status, 404)
      for (const id of [trashed, merged]) {
        const { json } = yield* ask("GET", `${brand}/tickets/${id}?deleted=include`, { key })
        assert.deepInclude(json, { customerId: known.json.id, customerEmail: email })
      }
      const events = (yield* ask("GET", `/v1/events?ticketId=${after.id}`, { key })).json.data
      assert.include(
        events.map(({ type }: { type: string }) => type),
        "ticket.updated"
      )
      const metrics = yield* ask("GET", "/metrics", { key: "" })
      assert.include(metrics.text, 'route="/confirm-address/:token"')
      assert.notInclude(metrics.text, path.slice("/confirm-address/".length))
      // What they text from now on belongs to that customer, and the link is used up.
      const again = yield* simulate("Parcel by text, again")
      assert.strictEqual(again.json.ticketId, after.id)
      assert.strictEqual((yield* ask("POST", path, { key: "" })).status, 401)
      assert.strictEqual((yield* ask("GET", "/confirm-address/nonsense", { key: "" })).status, 401)
    })
  )

  it.effect("gets the address if they are new, once they have confirmed it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const { brand, key } = number
      const phone = nextPhone()
      const email = `new${phone.slice(1)}@north.example`
      const simulated = yield* ask("POST", "/v1/test/inbound/sms", {
        key,
        body: { brandId: brand.split("/").at(-1), from: phone, to: number.ours, text: email }
      })
      const outbox = yield* ask("GET", `/v1/test/outbox?to=${encodeURIComponent(email)}`, { key })
      const path = /https:\/\/desk\.example(\/confirm-address\/\S+)/.exec(outbox.json.data[0].text)?.[1] ?? ""
      yield* ask("POST", path, { key: "" })
      const { json } = yield* ask("GET", `${brand}/tickets/${simulated.json.ticketId}`, { key })
      assert.deepInclude(json, { customerEmail: email })
      assert.deepInclude(json.customer, { phone, email })
      assert.notProperty(json.customer, "emailIsPlaceholder")
    })
  )

  it.effect("is shown in the test outbox with the attachments that would have been sent", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const number = yield* connectNumber({}, true)
      const { brand, key } = number
      const phone = nextPhone()
      yield* number.text(phone, "A map, please")
      const [ticket] = yield* ticketsOf(number, phone, 1)
      const form = formOf([{ name: "file", value: "png", filename: "map.png", type: "image/png" }])
      const upload = yield* ask("POST", `${brand}/attachments/pending/upload`, { key, ...form })
      yield* ask("POST", `${brand}/tickets/${ticket.id}/comments`, {
        key,
        body: { body: "Here it is", attachmentIds: [upload.json.id] }
      })
      const { json } = yield* ask("GET", `/v1/test/outbox?channel=sms&ticketId=${ticket.id}`, { key })
      assert.deepInclude(json.data[0], { text: "Here it is", to: phone })
      assert.deepInclude(json.data[0].attachments[0], {
        id: upload.json.id,
        filename: "map.png",
        contentType: "image/png"
      })
    })
  )
})
