import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { channelOf } from "../support/customChannel.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

layer(site(), { excludeTestServices: true })("Another post to a custom channel", (it) => {
  it.effect(
    "comes from the same person as before, whatever their address is by now, and never continues someone else's thread",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { brand, post } = yield* channelOf()
        const other = yield* channelOf()
        const customerOf = (ticketId: string) =>
          Effect.map(ask("GET", `${brand}/tickets/${ticketId}`), ({ json }) => json.customerId)
        const first = yield* post({ threadId: "t1", sender: { externalId: "Ines" } })
        const customer = yield* customerOf(first.json.ticketId)
        yield* ask("PATCH", `${brand}/customers/${customer}`, { body: { email: "ines@north.example" } })
        const second = yield* post({ threadId: "t2", sender: { externalId: "Ines" } })
        assert.strictEqual(yield* customerOf(second.json.ticketId), customer)
        // The same ids on another channel belong to someone else.
        const foreign = yield* other.post({ threadId: "t1", sender: { externalId: "Ines" } })
        assert.strictEqual(foreign.json.created, "ticket")
        assert.notStrictEqual(yield* customerOf(foreign.json.ticketId), customer)
        // Without threads, everything from one sender is one conversation.
        const [one, more] = [
          yield* post({ sender: { externalId: "Paul" } }),
          yield* post({ sender: { externalId: "Paul" } })
        ]
        assert.deepStrictEqual([more.json.created, more.json.ticketId], ["comment", one.json.ticketId])
      })
  )

  it.effect("gives a sender without an address the first one that they send, unless it belongs to someone else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, post } = yield* channelOf()
      const read = (ticketId: string) => Effect.map(ask("GET", `${brand}/tickets/${ticketId}`), ({ json }) => json)
      const email = "visitor@north.example"
      const company = yield* ask("POST", `${brand}/companies`, { body: { name: "North", domain: "north.example" } })
      const anonymous = yield* post({ threadId: "v1", sender: { externalId: "v" } })
      const { customerId } = yield* read(anonymous.json.ticketId)
      const signedIn = yield* post({ threadId: "v1", sender: { externalId: "v", email } })
      const ticket = yield* read(anonymous.json.ticketId)
      assert.deepInclude(ticket, { customerId, customerEmail: email })
      assert.notProperty(ticket, "participants")
      assert.deepInclude(ticket.customer, { email, version: 2 })
      // A sender with an address joins the company with that domain.
      const { json: visitor } = yield* ask("GET", `${brand}/customers/${customerId}`)
      assert.strictEqual(visitor.company?.id, company.json.id)
      assert.notProperty(ticket.customer, "emailIsPlaceholder")
      const { json: comment } = yield* ask("GET", `${brand}/tickets/${ticket.id}/comments/${signedIn.json.commentId}`)
      assert.strictEqual(comment.authorId, customerId)
      for (const sender of [{ externalId: "v" }, { externalId: "v", email }]) {
        const next = yield* post({ threadId: `v2-${Object.keys(sender).length}`, sender })
        assert.deepInclude(yield* read(next.json.ticketId), { customerId, customerEmail: email })
      }
      // Someone else's address identifies someone else.
      const other = yield* post({ threadId: "o1", sender: { externalId: "o" } })
      const same = yield* post({ threadId: "o2", sender: { externalId: "o", email } })
      assert.strictEqual((yield* read(same.json.ticketId)).customerId, customerId)
      assert.match((yield* read(other.json.ticketId)).customerEmail, /\.invalid$/)
    })
  )

  it.effect("leaves a phone number with the customer who already has it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, post } = yield* channelOf()
      const phone = "+15550123"
      const customers: Array<{ readonly id: string; readonly phone?: string }> = []
      for (const externalId of ["first", "second"]) {
        const { json } = yield* post({ threadId: `phone-${externalId}`, sender: { externalId, phone } })
        customers.push((yield* ask("GET", `${brand}/tickets/${json.ticketId}`)).json.customer)
      }
      assert.deepStrictEqual(
        customers.map((customer) => customer.phone),
        [phone, undefined]
      )
      assert.notStrictEqual(customers[0]?.id, customers[1]?.id)
    })
  )

  it.effect("has one effect when it arrives many times at once; concurrent posts to a new thread open one ticket", () =>
    Effect.gen(function* () {
      const { post } = yield* channelOf()
      const same = yield* Effect.all(
        Array.from({ length: 12 }, () => post({ externalId: "once", threadId: "same" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(same.map(({ json }) => json.messageId)).size, 1)
      assert.lengthOf(
        same.filter(({ status }) => status === 201),
        1
      )
      const thread = yield* Effect.all(
        Array.from({ length: 12 }, (_, index) => post({ externalId: `n${index}`, threadId: "new" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(thread.map(({ json }) => json.ticketId)).size, 1)
      assert.lengthOf(
        thread.filter(({ json }) => json.created === "ticket"),
        1
      )
    })
  )

  it.effect("can be processed again from its bytes: its results are corrected, and nothing is duplicated", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, post } = yield* channelOf()
      const taken = yield* post({ text: "The parcel is late." })
      const inbound = `${brand}/inbound/${taken.json.messageId}`
      const raw = yield* ask("GET", `${inbound}/raw`)
      assert.strictEqual(raw.json.text, "The parcel is late.")
      const ticket = `${brand}/tickets/${taken.json.ticketId}`
      yield* ask("PATCH", ticket, { body: { body: "spoilt" } })
      const again = yield* ask("POST", `${inbound}/reprocess`, { body: { force: true } })
      assert.strictEqual(again.status, 200, again.text)
      assert.strictEqual((yield* ask("GET", ticket)).json.body, "The parcel is late.")
      assert.strictEqual((yield* ask("GET", ticket)).json.commentCount, 0)
    })
  )

  it.effect("counts against its channel's own limit of 1,200 a minute, whether signed or with a key", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [one, other] = [yield* channelOf(), yield* channelOf()]
      const room = ({ headers }: { readonly headers: Headers }) => [
        headers.get("x-ratelimit-limit"),
        Number(headers.get("x-ratelimit-remaining"))
      ]
      const burst = yield* Effect.all(
        Array.from({ length: 40 }, () => one.receipt({ messageId: "msg_x", status: "sent" })),
        { concurrency: "unbounded" }
      )
      const [limit, left] = room(burst.at(-1) ?? { headers: new Headers() })
      assert.strictEqual(limit, "1200")
      assert.isBelow(Number(left), 1_199)
      assert.deepStrictEqual(room(yield* other.post({})), ["1200", 1_199])
      const body = { externalId: "counted", sender: { externalId: "u1" }, text: "Hello" }
      const byKey = yield* ask("POST", `/v1/channels/custom/${one.id}/messages`, { body })
      assert.strictEqual(room(byKey)[0], "1200")
    })
  )
})
