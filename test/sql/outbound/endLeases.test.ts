import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlChatUpdates from "../../../src/sql/outbound/SqlChatUpdates.ts"
import * as SqlMailOutbox from "../../../src/sql/outbound/SqlMailOutbox.ts"
import * as SqlNodeSession from "../../../src/sql/webhooks/SqlNodeSession.ts"
import { ChannelOutbox } from "../../../src/tickets/outbound/ChannelOutbox.ts"
import { ChatUpdates, type LeasedUpdate } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { type LeasedMail, MailOutbox } from "../../../src/tickets/outbound/MailOutbox.ts"
import { NodeSession } from "../../../src/webhooks/NodeSession.ts"
import { answered, connectionIn, conversationIn, deliveryGround } from "../../support/deliveryGround.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import { freshBrand } from "../../support/ticketService.ts"

const ground = Layer.mergeAll(SqlMailOutbox.layer, SqlChatUpdates.layer, SqlNodeSession.layer).pipe(
  Layer.provide(silentHandoff),
  Layer.provideMerge(deliveryGround)
)

const lease = Duration.minutes(6)

/**
 * A message, a mail, a mail for people in copy and a thread that this node has leased, and the seconds until each lease ends.
 */
const inHand = Effect.gen(function* () {
  const scope = yield* freshBrand
  const channel = yield* connectionIn(scope)
  const ticketId = yield* conversationIn(scope, channel, "a")
  yield* answered(scope, ticketId, "hello")
  const { system } = yield* Database
  const [outbox, mails, updates] = [yield* ChannelOutbox, yield* MailOutbox, yield* ChatUpdates]
  yield* system`DELETE FROM outgoing_mail WHERE channel = 'email'`
  yield* system`INSERT INTO outgoing_mail (id, kind, message_id, tenant_id, brand_id, recipient, subject, text, sealed, expires_at)
    SELECT new_uuid_v7(), 'notice', gen_random_uuid(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ines@north.example', 'Hello', 'Hello', false,
      now() + interval '5 days'`
  yield* system`UPDATE outgoing_mail SET copies_due_at = now() WHERE channel = 'email'`
  const [message] = yield* outbox.lease("custom", { all: 8, each: 8, busy: [], underWay: [] }, lease)
  const [mail] = yield* mails.lease(8, lease, [])
  const [copies] = yield* mails.leaseForCopies(lease, [])
  const [thread] = yield* system<{
    id: string
  }>`INSERT INTO chat_updates (tenant_id, brand_id, connection_id, lane, ticket_id, attempts)
    VALUES (${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${uuidOf(channel.id)}, 'C1:1', ${uuidOf(ticketId)}, 1) RETURNING id::text`
  if (message === undefined || mail === undefined || copies === undefined || thread === undefined)
    return yield* Effect.die(new Error("nothing was due"))
  const update: LeasedUpdate = {
    id: thread.id,
    connectionId: idOf("installation", uuidOf(channel.id)),
    lane: "C1:1",
    ticketId,
    attempts: 1,
    progress: {},
    isTrial: false,
    createdAt: channel.createdAt
  }
  const held = Effect.all([
    outbox.renew(message, lease),
    mails.renew(mail, lease),
    mails.renew(copies, lease),
    updates.renew(update, lease)
  ])
  assert.deepStrictEqual(yield* held, [true, true, true, true])
  const ends = Effect.map(
    system<{ seconds: number }>`SELECT round(extract(epoch FROM due_at - now()))::int AS seconds FROM (
        SELECT 1 AS n, due_at FROM outgoing_mail WHERE id = ${uuidOf(message.id)}
        UNION ALL SELECT 2, due_at FROM outgoing_mail WHERE id = ${uuidOf(mail.id)}
        UNION ALL SELECT 3, copies_due_at FROM outgoing_mail WHERE id = ${uuidOf(mail.id)}
        UNION ALL SELECT 4, due_at FROM chat_updates WHERE id = ${thread.id}) l ORDER BY n`,
    (rows) => rows.map(({ seconds }) => seconds)
  )
  return { ends, held, mail, copies, message, update }
})

/** Treats all of them as those of a node whose session has ended. */
const buried = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`INSERT INTO nodes (id) VALUES (0)`
  yield* (yield* NodeSession).bury(4711)
})

const about = (seconds: number) => (ends: ReadonlyArray<number>) => {
  assert.lengthOf(ends, 4)
  for (const end of ends) assert.approximately(end, seconds, 20)
}

layer(ground, { excludeTestServices: true })("Leases of a node whose session has ended", (it) => {
  it.effect("are free half a minute later", () =>
    Effect.gen(function* () {
      const { ends } = yield* inHand
      yield* Effect.map(ends, about(360))
      yield* buried
      yield* Effect.map(ends, about(30))
    })
  )

  it.effect("are kept if the node renews them meanwhile: it lost its session, but is alive", () =>
    Effect.gen(function* () {
      const { ends, held } = yield* inHand
      yield* buried
      assert.deepStrictEqual(yield* held, [true, true, true, true])
      yield* Effect.map(ends, about(360))
    })
  )

  it.effect("include the trial of a connection: another message tries it half a minute later", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const outbox = yield* ChannelOutbox
      const triedIn = Effect.fnUntraced(function* (state: string) {
        const channel = yield* connectionIn(scope)
        yield* answered(scope, yield* conversationIn(scope, channel, "a"), "hello")
        yield* system`UPDATE channel_connections SET failures = 5, retry_at = now() WHERE id = ${uuidOf(channel.id)}`
        const [trial] = yield* outbox.lease("custom", { all: 8, each: 8, busy: [], underWay: [] }, lease)
        assert.isTrue(trial?.isTrial)
        yield* system`UPDATE outgoing_mail SET state = ${state} WHERE connection_id = ${uuidOf(channel.id)}`
        return Effect.map(
          system<{ seconds: number }>`SELECT extract(epoch FROM retry_at - now())::float8 AS seconds
            FROM channel_connections WHERE id = ${uuidOf(channel.id)}`,
          ([row]) => row?.seconds ?? 0
        )
      })
      const [tried, failed] = [yield* triedIn("sending"), yield* triedIn("queued")]
      yield* buried
      assert.approximately(yield* tried, 30, 20)
      assert.approximately(yield* failed, 120, 20)
    })
  )

  it.effect("are no longer examined once the item waits again, or is settled", () =>
    Effect.gen(function* () {
      const { copies, ends, mail, message, update } = yield* inHand
      const day = Duration.days(1)
      const [outbox, mails, updates] = [yield* ChannelOutbox, yield* MailOutbox, yield* ChatUpdates]
      yield* outbox.postpone(message, day, "later")
      yield* mails.postpone(mail, day, "later")
      yield* mails.postpone(copies, day, "later")
      yield* updates.postpone(update, day, "later")
      yield* buried
      yield* Effect.map(ends, about(86_400))
    })
  )
})

layer(ground, { excludeTestServices: true })("A node that has lost a mail or a thread", (it) => {
  it.effect("can neither renew nor postpone it", () =>
    Effect.gen(function* () {
      const { copies, ends, mail, update } = yield* inHand
      const [mails, updates] = [yield* MailOutbox, yield* ChatUpdates]
      const earlier = (leased: LeasedMail) => ({ ...leased, attempts: leased.attempts - 1 })
      const lost = { ...update, attempts: 0 }
      for (const leased of [mail, copies]) {
        assert.isFalse(yield* mails.renew(earlier(leased), Duration.days(1)))
        yield* mails.postpone(earlier(leased), Duration.days(1), "It was lost")
      }
      assert.isFalse(yield* updates.renew(lost, Duration.days(1)))
      assert.isFalse(yield* updates.remember(lost, { step: 1 }))
      yield* updates.postpone(lost, Duration.days(1), "It was lost")
      yield* updates.giveBack(lost)
      yield* Effect.map(ends, about(360))
    })
  )

  it.effect("can neither renew nor postpone a mail that another node sends again, though its attempts count anew", () =>
    Effect.gen(function* () {
      const { ends, mail } = yield* inHand
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET lease_owner = 4711 WHERE id = ${uuidOf(mail.id)}`
      const mails = yield* MailOutbox
      assert.isFalse(yield* mails.renew(mail, Duration.days(1)))
      yield* mails.postpone(mail, Duration.days(1), "It was lost")
      yield* Effect.map(ends, about(360))
    })
  )
})
