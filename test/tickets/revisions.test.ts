import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Layer, Scope } from "effect"
import type { CommentId, TicketId } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Database } from "../../src/sql/Database.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import type { Delivered, Deliverer } from "../../src/tickets/outbound/attemptMessage.ts"
import type { ChannelRevision } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { deliverMessages } from "../../src/tickets/outbound/deliverMessages.ts"
import { answered, connectionIn, conversationIn, deliveryGround, statusesOf } from "../support/deliveryGround.ts"
import { byKey } from "../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand } from "../support/ticketService.ts"
import { until, untilCount } from "../support/until.ts"

const sent: Delivered = { outcome: "sent", externalId: "x-1" }

/** The requests to a channel, in order. */
const channelThat = Effect.fnUntraced(function* (
  answer: (revision: ChannelRevision, index: number) => Delivered = () => sent,
  more: Partial<Deliverer<"custom", never>> = {}
) {
  const done: Array<string> = []
  const revisions: Array<ChannelRevision> = []
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* Layer.buildWithScope(
    Layer.fresh(
      deliverMessages({
        kind: "custom",
        lease: Duration.seconds(30),
        retryDelay: (attempts) => (attempts > 3 ? undefined : Duration.millis(20)),
        deliver: ({ text }) =>
          Effect.as(
            Effect.sync(() => void done.push(`sent ${text}`)),
            sent
          ),
        revise: (revision) =>
          Effect.sync(() => {
            done.push(`${revision.change} ${revision.text}`)
            revisions.push(revision)
            return answer(revision, revisions.length - 1)
          }),
        ...more
      })
    ),
    scope
  )
  return { done, revisions, stop: Scope.close(scope, Exit.void) }
})

const edit = Effect.fnUntraced(function* (scope: BrandScope, ticketId: TicketId, id: CommentId, body: string) {
  return yield* fresh((yield* Comments).update(scope, byKey, ticketId, id, { body }))
})

const waiting = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const [row] = yield* system<{ count: number }>`SELECT count(*)::int AS count FROM outgoing_mail
    WHERE tenant_id = ${scope.tenant.id} AND state IN ('queued', 'sending')`
  return row?.count
})

layer(deliveryGround, { excludeTestServices: true })("An edit of a sent message", (it) => {
  it.effect("follows it, in the order of its conversation, and is retried like a message", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
      const { done, revisions } = yield* channelThat((_, index) =>
        index === 0 ? { outcome: "refused", permanent: false, reason: "Not now" } : sent
      )
      const { id } = yield* answered(scope, ticket, "one")
      yield* until(statusesOf(scope, ticket), ([status]) => status === "sent")
      yield* edit(scope, ticket, id, "ONE")
      yield* answered(scope, ticket, "two")
      yield* until(statusesOf(scope, ticket), ([, status]) => status === "sent")
      assert.deepStrictEqual(done, ["sent one", "edit ONE", "edit ONE", "sent two"])
      assert.deepInclude(revisions[1]?.of, { externalId: "x-1" })
      assert.strictEqual(revisions[1]?.attempts, 2)
      // It is not a message of its own: no further event is published for the first.
      const told = (yield* eventsAbout(ticket)).filter(({ type }) => type.startsWith("message."))
      assert.deepStrictEqual(
        told.map(({ type }) => type),
        ["message.sent", "message.sent"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is not sent if the message was not, or is still to be sent with the comment's text at that time", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [early, failed] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
      const first = yield* answered(scope, early, "one")
      yield* edit(scope, early, first.id, "ONE")
      const gone = yield* answered(scope, failed, "bad")
      const { done } = yield* channelThat(undefined, {
        deliver: ({ text }) =>
          Effect.sync(() => {
            done.push(`sent ${text}`)
            return text === "bad" ? { outcome: "refused", permanent: true, reason: "Not that" } : sent
          })
      })
      yield* until(statusesOf(scope, failed), ([status]) => status === "failed")
      yield* edit(scope, failed, gone.id, "BAD")
      yield* until(waiting(scope), (count) => count === 0)
      assert.deepStrictEqual(
        done.filter((one) => one !== "edit ONE").sort(),
        ["sent ONE", "sent bad"],
        "an edit of what was sent so already may come once more, and says the same"
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is the last of several in a row, and a removal ends them", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
      const hold = yield* Deferred.make<void>()
      const { id } = yield* answered(scope, ticket, "one")
      const { done } = yield* channelThat(undefined, {
        revise: (revision) =>
          Effect.andThen(
            Effect.sync(() => void done.push(`${revision.change} ${revision.text}`)),
            Effect.as(Deferred.await(hold), sent)
          )
      })
      yield* until(statusesOf(scope, ticket), ([status]) => status === "sent")
      yield* edit(scope, ticket, id, "two")
      yield* untilCount(done, 2)
      // While that one is in progress.
      yield* edit(scope, ticket, id, "three")
      yield* edit(scope, ticket, id, "four")
      yield* fresh((yield* Comments).delete(scope, byKey, ticket, id))
      yield* Deferred.succeed(hold, undefined)
      yield* until(waiting(scope), (count) => count === 0)
      assert.deepStrictEqual(done, ["sent one", "edit two", "removal four"])
    }).pipe(Effect.scoped)
  )

  it.effect("goes nowhere through a channel that cannot edit, and blocks nothing", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
      const { id } = yield* answered(scope, ticket, "one")
      const { done } = yield* channelThat(undefined, { revise: undefined as never })
      yield* until(statusesOf(scope, ticket), ([status]) => status === "sent")
      yield* edit(scope, ticket, id, "ONE")
      yield* answered(scope, ticket, "two")
      yield* until(statusesOf(scope, ticket), ([, status]) => status === "sent")
      assert.deepStrictEqual(done, ["sent one", "sent two"])
    }).pipe(Effect.scoped)
  )
})
