import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import * as fc from "fast-check"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { type CursorScope, Cursors } from "../../src/http/Cursors.ts"

const key = (fill: number) => new Uint8Array(32).fill(fill)
const under = (...fills: [number, ...Array<number>]) =>
  Layer.fresh(Cursors.layer).pipe(
    Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([key(fills[0]), ...fills.slice(1).map(key)] as const)))
  )

const scope: CursorScope = {
  tenant: {
    id: "019aa2a5-0000-7000-8000-000000000001",
    accountId: idOf("account", "019aa2a5-0000-7000-8000-000000000002"),
    mode: "live"
  },
  path: "/v1/tickets",
  query: { status: "open", order: "asc", limit: "3" }
}
const position = { value: "2026-11-20", id: "tkt_1" }

layer(under(1))("Cursors", (it) => {
  it.effect("restore any position in the list they were made for, whatever the page size", () =>
    Effect.gen(function* () {
      const cursors = yield* Cursors
      const value = fc.oneof(fc.constant(null), fc.string({ maxLength: 60, unit: "grapheme" }), fc.integer())
      fc.assert(
        fc.property(value, (value) => {
          const cursor = cursors.write(scope, { value, id: "tkt_1" })
          const other = { ...scope, query: { cursor, limit: "50", order: "asc", status: "open" } }
          assert.deepStrictEqual(cursors.read(other, cursor), Result.succeed({ value, id: "tkt_1" }))
        })
      )
    })
  )

  it.effect("are valid for no other tenant, path, filter or order", () =>
    Effect.gen(function* () {
      const cursors = yield* Cursors
      const cursor = cursors.write(scope, position)
      for (const other of [
        { ...scope, tenant: { ...scope.tenant, id: "019aa2a5-0000-7000-8000-000000000003" } },
        { ...scope, path: "/v1/brands/br_1/tickets" },
        { ...scope, query: { ...scope.query, status: "closed" } },
        { ...scope, query: { ...scope.query, order: "desc" } },
        { ...scope, query: {} }
      ]) {
        assert.isTrue(Result.isFailure(cursors.read(other, cursor)))
      }
    })
  )

  it.effect("are refused with any character changed, cut or added", () =>
    Effect.gen(function* () {
      const cursors = yield* Cursors
      const cursor = cursors.write(scope, position)
      const changed = Array.from(
        cursor,
        (character, index) => cursor.slice(0, index) + (character === "A" ? "B" : "A") + cursor.slice(index + 1)
      )
      for (const wrong of [
        ...changed,
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `${cursor}=`,
        "",
        "x".repeat(1_000)
      ]) {
        assert.isTrue(Result.isFailure(cursors.read(scope, wrong)), wrong)
      }
    })
  )

  it.effect("survive a new encryption key as long as the old one is still listed", () =>
    Effect.gen(function* () {
      const cursor = (yield* Cursors).write(scope, position)
      const read = Effect.map(Cursors, (cursors) => Result.isSuccess(cursors.read(scope, cursor)))
      assert.isTrue(yield* Effect.provide(read, under(2, 1)))
      assert.isFalse(yield* Effect.provide(read, under(2)))
    })
  )
})
