import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { threadIdOf } from "../../channels/custom/readPost.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import * as SqlCustomerErasureStore from "../../src/sql/customers/SqlCustomerErasureStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlChannelOutbox from "../../src/sql/outbound/SqlChannelOutbox.ts"
import { CustomerErasureStore } from "../../src/tickets/customers/CustomerErasureStore.ts"
import { ChannelOutbox } from "../../src/tickets/outbound/ChannelOutbox.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { channelOf } from "../support/customChannel.ts"
import { type FakeRelay, type FakeRelayOptions, fakeRelay } from "../support/FakeRelay.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { becomeDue, copiesBecomeDue, mailerFor } from "../support/mailerFor.ts"
import { silentHandoff } from "../support/silentHandoff.ts"
import { until } from "../support/until.ts"

let serial = 0
const someone = (name: string) => `${name}-${++serial}@north.example`

/** Sends a request about the live brand that is expected to succeed. */
const ask = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
  const { live } = yield* Installation
  const whole = `/v1/brands/${live.brand.id}${path}`
  const answer = yield* (yield* HttpSite).ask(method, whole, body === undefined ? {} : { body })
  assert.isBelow(answer.status, 300, answer.text)
  return answer.json
})

const known = (email: string) => Effect.map(ask("POST", "/customers", { email }), ({ id }) => id as string)

const opened = (customerEmail: string, more: object = {}) =>
  Effect.map(ask("POST", "/tickets", { title: "Late parcel", customerEmail, ...more }), ({ id }) => `/tickets/${id}`)

const said = (path: string, body: string, more: object = {}) =>
  ask("POST", `${path}/comments`, { body, authorName: "Ada", ...more })

const watching = (email: string) => ({ memberId: `custom_${email}`, memberEmail: email, memberName: email })

/** Erases a customer; nothing runs in the background here until `forgotten`. */
const erased = (id: string) => ask("POST", `/customers/${id}/erase?confirm=true`)

/** Does everything that is due for erased customers. */
const forgotten = Effect.gen(function* () {
  const { forget } = yield* CustomerErasureStore
  while ((yield* forget) > 0);
}).pipe(Effect.provide(SqlCustomerErasureStore.layer), Effect.orDie)

/** Waits until no mail waits for anybody, making all of it due. */
const nothingWaits = until(
  Effect.gen(function* () {
    const { system } = yield* Database
    yield* becomeDue
    yield* copiesBecomeDue
    return yield* system`SELECT FROM outgoing_mail
      WHERE state IN ('queued', 'sending') OR copies_due_at IS NOT NULL`
  }).pipe(Effect.orDie),
  (waiting) => waiting.length === 0
)

/** Ends what is being sent through channels, so that what follows it is due. */
const settledChannels = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`UPDATE outgoing_mail SET state = 'failed', settled_at = now() WHERE state = 'sending' AND channel <> 'email'`
}).pipe(Effect.orDie)

const receivedBy = (relay: FakeRelay, address: string) => relay.sent.filter(({ to }) => to.includes(address)).length

/** The text that would be sent to each conversation of a custom channel, if any: whatever of it is due. */
const textsOf = Effect.gen(function* () {
  const outbox = yield* ChannelOutbox
  const leased = yield* outbox.lease("custom", { all: 10, each: 10, busy: [], underWay: [] }, Duration.minutes(4))
  return yield* Effect.forEach(leased, (message) =>
    Effect.map(
      outbox.content(message),
      (content) => [threadIdOf(message.lane), Option.getOrUndefined(content)?.text] as const
    )
  )
}).pipe(
  Effect.provide(Layer.provide(SqlChannelOutbox.layer, [silentHandoff, MailNews.layer])),
  Effect.map((texts) => new Map(texts))
)

layer(site(), { excludeTestServices: true })("From the answer on, erased customers are sent no message", (it) => {
  it.effect("about tickets of others that they watched, unless the address begins to watch anew", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const [former, last, other, customer] = ["former", "last", "other", "customer"].map(someone)
      assert.isDefined(former)
      assert.isDefined(last)
      assert.isDefined(other)
      assert.isDefined(customer)
      const gone = yield* known(former)
      yield* ask("PATCH", `/customers/${gone}`, { email: last })
      const path = yield* opened(customer, { watchers: [former, last, other].map(watching) })
      yield* said(path, "We look into it")
      yield* nothingWaits
      assert.deepStrictEqual(
        [former, last, other].map((address) => receivedBy(relay, address)),
        [1, 1, 1]
      )

      yield* erased(gone)
      yield* said(path, "It is on its way")
      yield* nothingWaits
      assert.deepStrictEqual(
        [former, last, other].map((address) => receivedBy(relay, address)),
        [1, 1, 2]
      )

      const anew = yield* opened(customer, { watchers: [watching(last)] })
      yield* said(anew, "It has arrived")
      yield* nothingWaits
      assert.strictEqual(receivedBy(relay, last), 2)
    })
  )

  it.effect("that was queued or being retried: not as customers, not as watchers, and not in copy", () =>
    Effect.gen(function* () {
      const address = someone("gone")
      const [customer, copied] = [someone("customer"), someone("copied")]
      const refuses: Record<string, { code: number; text: string }> = {}
      const relay = yield* fakeRelay({ refuses } satisfies FakeRelayOptions)
      yield* mailerFor(relay)
      const gone = yield* known(address)
      const { system } = yield* Database
      const refused = (count: number) =>
        until(
          system<{ count: number }>`SELECT count(*)::int AS count FROM outgoing_mail
            WHERE state = 'queued' AND last_error LIKE '%later%' OR copies_due_at > now()`.pipe(Effect.orDie),
          ([row]) => row?.count === count
        )

      refuses[address] = { code: 451, text: "4.3.0 later" }
      const theirs = yield* opened(address)
      yield* said(theirs, "Yours")
      const watched = yield* opened(customer, { watchers: [watching(address)] })
      yield* said(watched, "Watched", { cc: [copied] })
      const inCopy = yield* opened(customer)
      yield* said(inCopy, "In copy", { cc: [address, copied] })
      // A ticket that is no longer theirs, so that it is not erased with them.
      const handedOn = yield* opened(address)
      yield* said(handedOn, "Handed on")
      yield* ask("PATCH", handedOn, { customerEmail: customer })
      yield* refused(4)
      const held = yield* opened(address)
      yield* said(held, "Held back", { sendAfterSeconds: 60 })

      delete refuses[address]
      yield* erased(gone)
      yield* said(theirs, "Written afterwards")
      yield* system`UPDATE outgoing_mail SET held_until = now() WHERE held_until > now()`
      yield* nothingWaits
      assert.strictEqual(receivedBy(relay, address), 0)
      assert.strictEqual(receivedBy(relay, customer), 2)
      assert.strictEqual(receivedBy(relay, copied), 2)
    }).pipe(Effect.orDie)
  )

  it.effect("that becomes due only after everything of theirs is removed", () =>
    Effect.gen(function* () {
      const [address, customer] = [someone("gone"), someone("customer")]
      const relay = yield* fakeRelay()
      const gone = yield* known(address)
      const handedOn = yield* opened(address)
      yield* said(handedOn, "Handed on")
      yield* ask("PATCH", handedOn, { customerEmail: customer })
      const inCopy = yield* opened(customer)
      yield* said(inCopy, "In copy", { cc: [address] })

      yield* erased(gone)
      yield* forgotten
      yield* mailerFor(relay)
      yield* nothingWaits
      assert.strictEqual(receivedBy(relay, address), 0)
      assert.strictEqual(receivedBy(relay, customer), 1)
    })
  )

  it.effect("in copy of what is written to someone else, where their ticket was merged", () =>
    Effect.gen(function* () {
      const [address, customer] = [someone("gone"), someone("customer")]
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const into = yield* opened(customer)
      const { customerId, id } = yield* ask("POST", "/tickets", { title: "Mine", customerEmail: address })
      yield* ask("POST", `${into}/merge`, { sourceTicketIds: [id] })
      assert.strictEqual((yield* ask("GET", into)).participants[0].email, address)
      yield* erased(customerId)
      // As a reply to all participants.
      yield* said(into, "It is on its way", { cc: [address] })
      yield* nothingWaits
      assert.strictEqual(receivedBy(relay, customer), 1)
      assert.strictEqual(receivedBy(relay, address), 0)

      // Who writes again is somebody new.
      yield* said(yield* opened(address), "Hello again")
      yield* said(into, "As before", { cc: [address] })
      yield* nothingWaits
      assert.strictEqual(receivedBy(relay, address), 2)
      const { system } = yield* Database
      yield* forgotten
      const [row] = yield* system<{ done: boolean }>`SELECT erasure_done_at IS NOT NULL AS done FROM customers
        WHERE id = ${uuidOf(customerId)}`
      assert.isTrue(row?.done)
    }).pipe(Effect.orDie)
  )

  it.effect("through a channel, whether it was queued before or is written now", () =>
    Effect.gen(function* () {
      const { post } = yield* channelOf({ callbackUrl: "https://shop.example/callback" })
      const [gone, other] = yield* Effect.forEach(["gone", "other"], (threadId) =>
        Effect.map(post({ threadId, sender: { externalId: threadId } }), ({ json }) => `/tickets/${json.ticketId}`)
      )
      assert.isDefined(gone)
      assert.isDefined(other)
      yield* said(gone, "Before")
      yield* said(other, "Before")
      yield* erased((yield* ask("GET", gone)).customerId)
      const first = yield* textsOf
      assert.deepStrictEqual([first.get("gone"), first.get("other")], [undefined, "Before"])
      assert.isTrue(first.has("gone"))

      const { json } = yield* post({ threadId: "gone", sender: { externalId: "gone" } })
      yield* said(`/tickets/${json.ticketId}`, "To somebody new")
      yield* settledChannels
      assert.strictEqual((yield* textsOf).get("gone"), "To somebody new")
    })
  )
})
