import { assert, layer } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, Option, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ApiKeyStore } from "../../src/accounts/ApiKeyStore.ts"
import { ApiKeys } from "../../src/accounts/ApiKeys.ts"
import { makeKeySecret } from "../../src/accounts/KeySecret.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { Once } from "../../src/events/Receipt.ts"
import { AccountServices, causation, Installation } from "../support/Installation.ts"

const fresh = <A>(once: Once<A>): A => {
  assert.isFalse(once.replayed)
  return (once as { readonly value: A }).value
}

/** Keys as seen by another node of the same database, with a store of its own. */
const anotherNode = (change: (store: ApiKeyStore["Service"]) => ApiKeyStore["Service"]) =>
  Effect.map(
    Layer.build(
      Layer.fresh(ApiKeys.layer).pipe(Layer.provide(Layer.effect(ApiKeyStore, Effect.map(ApiKeyStore, change))))
    ),
    (context) => Context.get(context, ApiKeys)
  )

layer(Installation.layer.pipe(Layer.provideMerge(AccountServices)))("ApiKeys", (it) => {
  it.effect("authenticates a key as the tenant of its mode", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live, test } = yield* Installation
      const caller = Option.getOrThrow(yield* keys.authenticate(live.key))
      assert.deepStrictEqual(caller.tenant, live.tenant)
      assert.strictEqual(caller.brands, "all")
      assert.strictEqual(Option.getOrThrow(yield* keys.authenticate(test.key)).tenant.mode, "test")
      assert.notStrictEqual(live.tenant.id, test.tenant.id)
    })
  )

  it.effect("rejects a key that was never created, however well-formed", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      assert.isTrue(Option.isNone(yield* keys.authenticate(Redacted.value(makeKeySecret("live")))))
      assert.isTrue(Option.isNone(yield* keys.authenticate("")))
    })
  )

  it.effect("stores no secret, only its hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { live } = yield* Installation
      const rows = yield* sql<{ row: string }>`SELECT k::text AS row FROM api_keys k`
      for (const { row } of rows) assert.notInclude(row, live.key.slice(12, 40))
    })
  )

  it.effect("rejects a revoked key at once, and no longer lists it", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: "CI" }))
      assert.isTrue(Option.isSome(yield* keys.authenticate(Redacted.value(secret))))
      yield* keys.revoke(live.tenant, causation, key.id)
      assert.isTrue(Option.isNone(yield* keys.authenticate(Redacted.value(secret))))
      assert.notInclude(
        (yield* keys.list(live.tenant)).map(({ id }) => id),
        key.id
      )
      assert.strictEqual((yield* Effect.flip(keys.revoke(live.tenant, causation, key.id)))._tag, "NotFound")
    })
  )

  it.effect("rejects what is not one of our keys without querying the database", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const looked: Array<Uint8Array> = []
      const keys = yield* anotherNode((store) => ({
        ...store,
        find: (hash) => {
          looked.push(hash)
          return store.find(hash)
        }
      }))
      const altered = live.key.slice(0, -1) + (live.key.endsWith("A") ? "B" : "A")
      for (const secret of ["", "sk_live_x", altered, `${live.key}A`, live.key.replace("live", "test")])
        assert.isTrue(Option.isNone(yield* keys.authenticate(secret)), secret)
      assert.lengthOf(looked, 0)
      assert.isTrue(Option.isSome(yield* keys.authenticate(live.key)))
      assert.lengthOf(looked, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is rejected by a node as soon as it is notified of its end", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const elsewhere = yield* anotherNode((store) => store)
      const [ended, other] = [
        fresh(yield* keys.create(live.tenant, causation, { name: "ended" })),
        fresh(yield* keys.create(live.tenant, causation, { name: "other" }))
      ]
      const isGood = Effect.map(elsewhere.authenticate(Redacted.value(ended.secret)), Option.isSome)
      assert.isTrue(yield* isGood)
      yield* keys.revoke(live.tenant, causation, ended.key.id)
      // No time passes here, so a node's cache never expires; it may start to listen a moment later.
      yield* Effect.repeat(
        Effect.andThen(keys.rescope(live.tenant, causation, other.key.id, { allBrands: true }), isGood),
        {
          until: (good) => !good
        }
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is rejected within a second by a node that gets no notification", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const elsewhere = yield* anotherNode((store) => ({ ...store, changes: Stream.never }))
      const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: "ended" }))
      const isGood = Effect.map(elsewhere.authenticate(Redacted.value(secret)), Option.isSome)
      assert.isTrue(yield* isGood)
      yield* keys.revoke(live.tenant, causation, key.id)
      assert.isTrue(yield* isGood, "what it remembers")
      yield* TestClock.adjust("1 second")
      const clock = yield* Clock.Clock
      const setBack = { ...clock, currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() - 3_600_000 }
      assert.isFalse(yield* Effect.provideService(isGood, Clock.Clock, setBack), "whatever its clock was set to")
      assert.isFalse(yield* isGood)
    }).pipe(Effect.scoped)
  )

  it.effect("cannot revoke or scope a key of the other mode", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live, test } = yield* Installation
      const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: "live" }))
      assert.strictEqual((yield* Effect.flip(keys.revoke(test.tenant, causation, key.id)))._tag, "NotFound")
      assert.strictEqual(
        (yield* Effect.flip(keys.rescope(test.tenant, causation, key.id, { allBrands: true })))._tag,
        "NotFound"
      )
      assert.isTrue(Option.isSome(yield* keys.authenticate(Redacted.value(secret))))
    })
  )

  it.effect("gives access to the named brands only, once it is scoped to them", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live, test } = yield* Installation
      const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: "scoped" }))
      yield* keys.rescope(live.tenant, causation, key.id, { brandIds: [live.brand.id] })
      assert.deepStrictEqual(
        Option.getOrThrow(yield* keys.authenticate(Redacted.value(secret))).brands,
        new Set([live.brand.id])
      )
      const named = [[test.brand.id], ["br_nonsense"], []].map((brandIds) => ({ brandIds }))
      // A request that names nothing, by mistake or under another name, must not give the key access to all brands.
      for (const reach of [...named, {}, { allBrands: false }]) {
        const refused = yield* Effect.flip(keys.rescope(live.tenant, causation, key.id, reach))
        assert.strictEqual(refused._tag, "InvalidInput")
      }
      const [known] = (yield* keys.list(live.tenant)).filter(({ id }) => id === key.id)
      assert.deepInclude(known, { allBrands: false, brandIds: [live.brand.id] })
    })
  )

  it.effect("rejects an expired key", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const expiresAt = DateTime.add(yield* DateTime.now, { days: 1 })
      const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: "short", expiresAt }))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE api_keys SET expires_at = ${new Date(0)} WHERE id = ${uuidOf(key.id)}`
      assert.isTrue(Option.isNone(yield* keys.authenticate(Redacted.value(secret))))
      const past = yield* Effect.flip(
        keys.create(live.tenant, causation, { name: "past", expiresAt: DateTime.makeUnsafe(0) })
      )
      assert.strictEqual(past._tag, "InvalidInput")
    })
  )

  it.effect("uses the database's clock, whatever that of a node is set to", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const sql = yield* SqlClient.SqlClient
      const isGood = Effect.fnUntraced(function* (ends: string, now: string) {
        const millis = DateTime.makeUnsafe(now).epochMilliseconds
        const nodes = { currentTimeMillisUnsafe: () => millis, currentTimeMillis: Effect.succeed(millis) }
        const { key, secret } = fresh(yield* keys.create(live.tenant, causation, { name: now }))
        yield* sql`UPDATE api_keys SET expires_at = ${new Date(ends)} WHERE id = ${uuidOf(key.id)}`
        const clock = { ...(yield* Clock.Clock), ...nodes }
        return Option.isSome(
          yield* Effect.provideService(keys.authenticate(Redacted.value(secret)), Clock.Clock, clock)
        )
      })
      assert.isFalse(yield* isGood("2001-01-01T00:00:00Z", "2000-01-01T00:00:00Z"))
      assert.isTrue(yield* isGood("2199-01-01T00:00:00Z", "2200-01-01T00:00:00Z"))
    })
  )

  it.effect("creates test keys with a live key, but no live keys with a test key", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live, test } = yield* Installation
      const made = fresh(yield* keys.create(live.tenant, causation, { name: "for tests", mode: "test" }))
      assert.strictEqual(
        Option.getOrThrow(yield* keys.authenticate(Redacted.value(made.secret))).tenant.id,
        test.tenant.id
      )
      const refused = yield* Effect.flip(keys.create(test.tenant, causation, { name: "no", mode: "live" }))
      assert.strictEqual(refused._tag, "InvalidInput")
    })
  )

  it.effect("repeats a creation with the same secret, which is stored sealed", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { live } = yield* Installation
      const receipt = (fingerprint: number) => ({
        key: new Uint8Array(32).fill(1),
        fingerprint: new Uint8Array(32).fill(fingerprint),
        secret: true,
        answer: ({ secret }: { readonly secret: Redacted.Redacted }) => ({
          status: 201,
          headers: {},
          body: Redacted.value(secret)
        })
      })
      const before = (yield* keys.list(live.tenant)).length
      const first = fresh(yield* keys.create(live.tenant, causation, { name: "once" }, receipt(2)))
      const again = yield* keys.create(live.tenant, causation, { name: "once" }, receipt(2))
      assert.deepInclude(again.replayed && again.answer, {
        status: 201,
        headers: {},
        body: Redacted.value(first.secret)
      })
      assert.strictEqual((yield* keys.list(live.tenant)).length, before + 1)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ body: string }>`SELECT body FROM receipts`
      for (const { body } of rows) assert.notInclude(body, Redacted.value(first.secret))
      const other = yield* Effect.flip(keys.create(live.tenant, causation, { name: "other" }, receipt(3)))
      assert.strictEqual(other._tag, "IdempotencyKeyReused")
    })
  )
})
