import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlUnclaimedBlobs from "../../../src/sql/files/SqlUnclaimedBlobs.ts"
import { UnclaimedBlobs } from "../../../src/tickets/files/UnclaimedBlobs.ts"
import { seedTenant } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const notedOf = (tenantId: string) =>
  Effect.gen(function* () {
    const { system } = yield* Database
    return yield* system<{
      key: string
      minutes: number
    }>`SELECT key, extract(epoch FROM due_at - now()) / 60 AS minutes
      FROM blob_removals WHERE tenant_id = ${tenantId} ORDER BY key`
  })

layer(SqlUnclaimedBlobs.layer.pipe(Layer.provideMerge(Layer.merge(TestDatabase.layer, IdGenerator.layer))), {
  excludeTestServices: true
})("Bytes that nothing refers to yet", (it) => {
  it.effect("are noted before they are stored, however many arrive at once and however often", () =>
    Effect.gen(function* () {
      const { note } = yield* UnclaimedBlobs
      const [one, other] = [yield* seedTenant(), yield* seedTenant()]
      const keys = Array.from({ length: 40 }, (_, n) => `${one.id}/${String(n % 20).padStart(2, "0")}`)
      yield* Effect.forEach([...keys, `${other.id}/x`], (key) => note(key.split("/")[0] ?? "", key), {
        concurrency: "unbounded"
      })
      const noted = yield* notedOf(one.id)
      assert.deepStrictEqual(
        noted.map(({ key }) => key),
        [...new Set(keys)]
      )
      for (const { minutes } of noted) assert.isAbove(Number(minutes), 55)
      assert.deepStrictEqual(
        (yield* notedOf(other.id)).map(({ key }) => key),
        [`${other.id}/x`]
      )
    })
  )

  it.effect("have their removal postponed when they arrive again, and are refused while they are being removed", () =>
    Effect.gen(function* () {
      const { note } = yield* UnclaimedBlobs
      const { system } = yield* Database
      const tenant = yield* seedTenant()
      for (const key of ["again", "going"]) yield* note(tenant.id, key)
      yield* system`UPDATE blob_removals SET due_at = now() - interval '1 second', removing_since = CASE key WHEN 'going' THEN now() END
        WHERE tenant_id = ${tenant.id}`
      const notes = ["again", "going", "new"].map((key) => Effect.result(note(tenant.id, key)))
      const [again, going, other] = yield* Effect.all(notes, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        [again, other].map((noted) => noted && Result.isSuccess(noted)),
        [true, true]
      )
      assert.deepInclude(going && Result.isFailure(going) ? going.failure : undefined, {
        _tag: "DatabaseUnavailable",
        reason: "overloaded"
      })
      assert.deepStrictEqual(
        (yield* notedOf(tenant.id)).map(({ key, minutes }) => [key, Number(minutes) > 55]),
        [
          ["again", true],
          ["going", false],
          ["new", true]
        ]
      )
    })
  )
})
