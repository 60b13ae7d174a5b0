import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlChatUpdates from "../../../src/sql/outbound/SqlChatUpdates.ts"
import { queueStatements } from "../../../src/sql/system/queueStatements.ts"
import { ChatUpdates } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { connectionIn, conversationIn, deliveryGround } from "../../support/deliveryGround.ts"
import { seedBrand } from "../../support/seedTenant.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import { freshBrand } from "../../support/ticketService.ts"

const ground = SqlChatUpdates.layer.pipe(Layer.provide(silentHandoff), Layer.provideMerge(deliveryGround))

/** A thread that is behind its ticket, and functions that observe it. */
const behind = Effect.gen(function* () {
  const scope = yield* freshBrand
  const channel = yield* connectionIn(scope)
  const ticketId = yield* conversationIn(scope, channel, "a")
  const { system } = yield* Database
  const updates = yield* ChatUpdates
  const [connectionId, brandId] = [uuidOf(channel.id), uuidOf(scope.brandId)]
  yield* system`UPDATE channel_connections SET kind = 'chat', provider = 'slack' WHERE id = ${connectionId}`
  yield* system`INSERT INTO chat_updates (tenant_id, brand_id, connection_id, lane, ticket_id)
    VALUES (${scope.tenant.id}, ${brandId}, ${connectionId}, 'mirror/C1/1', ${uuidOf(ticketId)})`
  return {
    /** What is due now for this connection. */
    lease: Effect.map(updates.lease({ all: 8, each: 8, busy: [], underWay: [] }, Duration.minutes(6)), (leased) =>
      leased.filter((update) => uuidOf(update.connectionId) === connectionId)
    ),
    count: Effect.map(system`SELECT FROM chat_updates WHERE connection_id = ${connectionId}`, ({ length }) => length),
    /** Moves the connection to another brand, in whose Slack channel the ticket is shown. */
    shareConnection: Effect.flatMap(
      seedBrand(scope.tenant, "Shared"),
      (other) => system`UPDATE channel_connections SET brand_id = ${uuidOf(other.brandId)} WHERE id = ${connectionId}`
    ),
    /** What the operator is shown about the queue. */
    told: Effect.map(
      system.unsafe<{ due: number; held: number }>(queueStatements.chatUpdates),
      ([row]) => row && [row.due, row.held]
    ),
    deleteBrand: system`UPDATE brands SET deleted_at = now() WHERE id = ${brandId}`,
    restoreBrand: system`UPDATE brands SET deleted_at = NULL WHERE id = ${brandId}`
  }
}).pipe(Effect.orDie)

layer(ground, { excludeTestServices: true })("A thread that is behind its ticket", (it) => {
  it.effect("waits while its brand is in the trash, and is updated once that is restored", () =>
    Effect.gen(function* () {
      const updates = yield* ChatUpdates
      const { count, deleteBrand, lease, restoreBrand } = yield* behind
      const before = yield* updates.backlog
      yield* deleteBrand
      assert.isEmpty(yield* lease)
      assert.strictEqual(yield* updates.backlog, before - 1)
      assert.strictEqual(yield* count, 1)
      yield* restoreBrand
      assert.lengthOf(yield* lease, 1)
    })
  )

  it.effect("waits if the connection belongs to another brand, and is not reported as late", () =>
    Effect.gen(function* () {
      const { deleteBrand, lease, restoreBrand, shareConnection, told } = yield* behind
      yield* shareConnection
      const [due = 0, held = 0] = (yield* told) ?? []
      yield* deleteBrand
      assert.isEmpty(yield* lease)
      assert.deepStrictEqual(yield* told, [due - 1, held + 1])
      yield* restoreBrand
      assert.lengthOf(yield* lease, 1)
    })
  )

  it.effect("waits there too if it was leased when the brand was deleted, as if it had not been tried", () =>
    Effect.gen(function* () {
      const updates = yield* ChatUpdates
      const { deleteBrand, lease, restoreBrand } = yield* behind
      const [leased] = yield* lease
      if (leased === undefined) return assert.fail("nothing was due")
      yield* deleteBrand
      yield* updates.putAside(leased)
      assert.isEmpty(yield* lease)
      yield* restoreBrand
      const [again] = yield* lease
      assert.deepInclude(again, { id: leased.id, attempts: leased.attempts })
    })
  )

  it.effect("is dropped if there is nothing to show it for, and no brand to restore", () =>
    Effect.gen(function* () {
      const updates = yield* ChatUpdates
      const { count, lease } = yield* behind
      const [leased] = yield* lease
      if (leased === undefined) return assert.fail("nothing was due")
      yield* updates.putAside(leased)
      assert.strictEqual(yield* count, 0)
    })
  )
})
