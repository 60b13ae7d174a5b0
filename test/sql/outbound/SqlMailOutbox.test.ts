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
})
