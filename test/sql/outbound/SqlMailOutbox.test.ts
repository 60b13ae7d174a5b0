import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlMailOutbox from "../../../src/sql/outbound/SqlMailOutbox.ts"
import * as MailNews from "../../../src/tickets/outbound/MailNews.ts"
import { MailOutbox } from "../../../src/tickets/outbound/MailOutbox.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import { testVault } from "../../support/testVault.ts"

const ground = SqlMailOutbox.layer.pipe(
  Layer.provide(silentHandoff),
  Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, testVault, MailNews.layer, IdGenerator.layer))
)

const someBrand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))

/** Queues `count` notifications of a brand that have been due for this many minutes. */
const queue = Effect.fnUntraced(function* (scope: BrandScope, count: number, minutes: number) {
  const { system: sql } = yield* Database
  yield* sql`INSERT INTO outgoing_mail (id, kind, message_id, tenant_id, brand_id, recipient, subject, text, sealed, due_at, expires_at)
    SELECT new_uuid_v7(), 'notice', gen_random_uuid(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ines@north.example', 'Hello', 'Hello', false,
      now() - make_interval(mins => ${minutes}), now() + interval '5 days' FROM generate_series(1, ${count}::int)`
})

/** Number of mails that a lease gets this many seconds after the first one. */
const leased = (limit: number, seconds = 0) => {
  const real = Clock.Clock.defaultValue()
  const now = real.currentTimeMillisUnsafe() + seconds * 1000
  const later: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.succeed(now)
  })
  return MailOutbox.use((outbox) => outbox.lease(limit, Duration.minutes(6), [])).pipe(
    Effect.map((mails) => mails.length),
    Effect.provideService(Clock.Clock, later)
  )
}

layer(ground, { excludeTestServices: true })("Leases of mail", (it) => {
  it.effect("look at mail in the trash every ten seconds, and not for each mail that arrives in between", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const [deleted, brand] = [yield* someBrand, yield* someBrand]
      yield* sql`UPDATE brands SET deleted_at = now() WHERE id = ${uuidOf(deleted.brandId)}`
      yield* queue(deleted, 200, 60)
      // Mail behind it in the queue is still sent, and none is skipped.
      yield* queue(brand, 3, 30)
      assert.deepStrictEqual([yield* leased(2), yield* leased(2), yield* leased(2)], [2, 1, 0])

      yield* sql`UPDATE brands SET deleted_at = NULL WHERE id = ${uuidOf(deleted.brandId)}`
      yield* queue(brand, 1, 0)
      assert.strictEqual(yield* leased(5), 1, "the new one alone: the others are not looked at")
      assert.deepStrictEqual([yield* leased(5, 10), yield* leased(300, 10)], [5, 195])
    })
  )

  it.effect("leave to whoever holds a mail by now which people in copy are still to get it", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const outbox = yield* MailOutbox
      const brand = yield* someBrand
      const lease = Duration.minutes(6)
      const [to, copied] = ["ines@north.example", "paul@north.example"]
      /** Whom a mail waits for, and whether it does so apart from the mail. */
      const waiting = Effect.map(
        sql<{ waiting: ReadonlyArray<string> | null; apart: boolean }>`SELECT context -> 'waiting' AS waiting,
          copies_due_at IS NOT NULL AS apart FROM outgoing_mail WHERE brand_id = ${uuidOf(brand.brandId)}`,
        ([row]) => [row?.waiting, row?.apart]
      )
      const taken = <A, E, R>(look: Effect.Effect<ReadonlyArray<A>, E, R>) =>
        Effect.gen(function* () {
          yield* sql`UPDATE outgoing_mail SET due_at = now(), copies_due_at = CASE WHEN copies_due_at IS NOT NULL THEN now() END
            WHERE brand_id = ${uuidOf(brand.brandId)}`
          const [mail] = yield* look
          return mail ?? (yield* Effect.die(new Error("nothing was due")))
        })
      yield* sql`UPDATE outgoing_mail SET state = 'sent' WHERE state <> 'sent'`
      yield* queue(brand, 1, 0)
      const [first, second] = [yield* taken(outbox.lease(1, lease, [])), yield* taken(outbox.lease(1, lease, []))]
      assert.deepStrictEqual([first.id, first.attempts, second.attempts], [second.id, 1, 2])
      yield* outbox.reached(first, [to], lease)
      assert.deepStrictEqual(yield* waiting, [null, false])
      // What the first one sent has arrived.
      yield* outbox.sent(first.id)
      yield* outbox.reached(second, [to, copied], lease)
      assert.deepStrictEqual(yield* waiting, [[to, copied], true])

      const [third, fourth] = [
        yield* taken(outbox.leaseForCopies(lease, [])),
        yield* taken(outbox.leaseForCopies(lease, []))
      ]
      yield* outbox.reached(third, [to], undefined)
      assert.deepStrictEqual(yield* waiting, [[to, copied], true])
      yield* outbox.reached(fourth, [to], undefined)
      assert.deepStrictEqual(yield* waiting, [[to], false])
    }).pipe(Effect.orDie)
  )
})
