import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { PortalBrandStore } from "../../src/accounts/PortalBrandStore.ts"
import { PortalOrigins } from "../../src/accounts/PortalOrigins.ts"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"

/** A list of origins, and the number of lookups. */
const listing = () => {
  const listed = new Set<string>()
  const state = { lookups: 0, isAway: false }
  const store = Layer.succeed(PortalBrandStore, {
    find: () => Effect.succeedNone,
    listsOrigin: (origin) =>
      Effect.suspend(() => {
        state.lookups++
        return state.isAway
          ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))
          : Effect.succeed(listed.has(origin))
      })
  })
  return { listed, state, layer: PortalOrigins.layer.pipe(Layer.provide(store)) }
}

const shop = "https://shop.example"

it.effect("caches a listed origin for a minute, and an unlisted one for two seconds", () => {
  const { layer, listed, state } = listing()
  return Effect.gen(function* () {
    const origins = yield* PortalOrigins
    assert.isFalse(yield* origins.isListed(shop))
    assert.isFalse(yield* origins.isListed(shop))
    assert.strictEqual(state.lookups, 1)
    listed.add(shop)
    yield* TestClock.adjust("2 seconds")
    assert.isTrue(yield* origins.isListed(shop))
    listed.delete(shop)
    yield* TestClock.adjust("59 seconds")
    assert.isTrue(yield* origins.isListed(shop))
    assert.strictEqual(state.lookups, 2)
    yield* TestClock.adjust("1 second")
    assert.isFalse(yield* origins.isListed(shop))
  }).pipe(Effect.provide(layer))
})

it.effect("looks up nothing that is not an origin", () => {
  const { layer, state } = listing()
  return Effect.gen(function* () {
    const origins = yield* PortalOrigins
    for (const text of ["null", "", "*", "file://", "ftp://a.example", "https://a b", `https://${"a".repeat(300)}`])
      assert.isFalse(yield* origins.isListed(text))
    assert.strictEqual(state.lookups, 0)
  }).pipe(Effect.provide(layer))
})

it.effect("looks up again when the database could not answer", () => {
  const { layer, listed, state } = listing()
  return Effect.gen(function* () {
    const origins = yield* PortalOrigins
    listed.add(shop)
    state.isAway = true
    assert.isTrue(Option.isNone(yield* Effect.option(origins.isListed(shop))))
    state.isAway = false
    assert.isTrue(yield* origins.isListed(shop))
  }).pipe(Effect.provide(layer))
})
