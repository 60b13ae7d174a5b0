import { assert, describe, layer, it as plain } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Brands } from "../../src/accounts/Brands.ts"
import { initialsOf, slugOf } from "../../src/accounts/newBrand.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { Once } from "../../src/events/Receipt.ts"
import { Database } from "../../src/sql/Database.ts"
import { AccountServices, causation, Installation } from "../support/Installation.ts"

const fresh = <A>(once: Once<A>): A => {
  assert.isFalse(once.replayed)
  return (once as { readonly value: A }).value
}

describe("newBrand", () => {
  for (const [name, slug, initials] of [
    ["My Brand", "my-brand", "MB"],
    ["  Café — Zürich!  ", "cafe-zurich", "CZ"],
    ["日本", "brand", "T"],
    ["a".repeat(100), "a".repeat(63), "A"]
  ] as const) {
    plain(`makes the slug ${slug} and the prefix ${initials} of ${JSON.stringify(name)}`, () => {
      assert.strictEqual(slugOf(name), slug)
      assert.strictEqual(initialsOf(name), initials)
    })
  }
})

layer(Installation.layer.pipe(Layer.provideMerge(AccountServices)))("Brands", (it) => {
  it.effect("come with four statuses, an address of their id and one of their slug", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { live } = yield* Installation
      const brand = fresh(yield* brands.create(live.tenant, causation, { name: "Acme Tools" }))
      assert.include(brand, { slug: "acme-tools", ticketPrefix: "AT", nextTicketNumber: 1001, version: 1 })
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* sql`SELECT key FROM statuses WHERE brand_id = ${uuidOf(brand.id)} ORDER BY sort_order`
      assert.deepStrictEqual(
        statuses.map(({ key }) => key),
        ["open", "pending", "resolved", "closed"]
      )
      const addresses =
        yield* sql`SELECT local_part, kind FROM addresses WHERE brand_id = ${uuidOf(brand.id)} ORDER BY kind`
      assert.deepStrictEqual(
        addresses.map(({ kind, local_part }) => [kind, local_part]),
        [
          ["alias", "acme-tools"],
          ["system", brand.id]
        ]
      )
    })
  )

  it.effect("can be changed while something that belongs to them is being added", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { live } = yield* Installation
      const { id } = fresh(yield* brands.create(live.tenant, causation, { name: "Referred to" }))
      const scope = { tenant: live.tenant, brandId: id }
      const { system } = yield* Database
      const [changed] = yield* Effect.orDie(
        system.withTransaction(
          // As locked by whoever references the brand with a foreign key.
          Effect.andThen(
            system`SELECT FROM brands WHERE id = ${uuidOf(id)} FOR KEY SHARE`,
            Effect.all([
              brands.update(scope, causation, { name: "Renamed" }),
              brands.delete(scope, causation),
              brands.restore(scope, causation)
            ])
          )
        )
      )
      assert.strictEqual(fresh(changed).name, "Renamed")
    })
  )

  it.effect("share no slug within a mode, and only the first has it as an address", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { live, test } = yield* Installation
      yield* brands.create(live.tenant, causation, { name: "Twin" })
      const refused = yield* Effect.flip(brands.create(live.tenant, causation, { name: "Other", slug: "twin" }))
      assert.deepInclude(refused, { _tag: "AlreadyExists", field: "slug" })
      const other = fresh(yield* brands.create(test.tenant, causation, { name: "Twin" }))
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM addresses WHERE brand_id = ${uuidOf(other.id)}`, 1)
    })
  )

  it.effect("whose names produce the same slug get numbers in it, even when created at once or with long names", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { live } = yield* Installation
      const slugsOf = (name: string, count: number) =>
        Effect.map(
          Effect.all(
            Array.from({ length: count }, () => brands.create(live.tenant, causation, { name })),
            { concurrency: "unbounded" }
          ),
          (made) => made.map((once) => fresh(once).slug).toSorted()
        )
      assert.deepStrictEqual(yield* slugsOf("日本", 1), ["brand"])
      assert.deepStrictEqual(yield* slugsOf("東京", 1), ["brand-2"])
      assert.deepStrictEqual(yield* slugsOf("Same", 3), ["same", "same-2", "same-3"])
      const long = "a".repeat(63)
      assert.deepStrictEqual(yield* slugsOf(long, 2), [`${long.slice(2)}-2`, long])
    })
  )

  it.effect("are not found in the other mode", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { live, test } = yield* Installation
      const scope = { tenant: test.tenant, brandId: live.brand.id }
      const refused = yield* Effect.all([
        Effect.flip(brands.get(scope)),
        Effect.flip(brands.update(scope, causation, { name: "mine" })),
        Effect.flip(brands.contents(scope)),
        Effect.flip(brands.delete(scope, causation)),
        Effect.flip(brands.restore(scope, causation))
      ])
      for (const { _tag } of refused) assert.strictEqual(_tag, "NotFound")
      assert.strictEqual((yield* brands.get({ ...scope, tenant: live.tenant })).name, live.brand.name)
    })
  )

  it.effect("change only what is given, count versions, and refuse a stale one", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { tenant } = (yield* Installation).live
      const made = fresh(yield* brands.create(tenant, causation, { name: "Patch", color: "#112233" }))
      const scope = { tenant, brandId: made.id }
      const same = fresh(yield* brands.update(scope, causation, { name: "Patch", url: null }))
      assert.deepInclude(same, { version: 1, updatedAt: made.updatedAt })
      const changed = fresh(yield* brands.update(scope, causation, { color: null, url: "https://a.example/" }, 1))
      assert.deepInclude(changed, { version: 2, color: undefined, url: "https://a.example/", name: "Patch" })
      assert.deepStrictEqual(yield* brands.get(scope), changed)
      const stale = yield* Effect.flip(brands.update(scope, causation, { name: "late" }, 1))
      assert.deepInclude(stale, { _tag: "VersionConflict", currentVersion: 2 })
    })
  )

  it.effect("never lower the number of the next ticket", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { tenant } = (yield* Installation).live
      const made = fresh(yield* brands.create(tenant, causation, { name: "Numbers", ticketNumberStart: 5000 }))
      const scope = { tenant, brandId: made.id }
      assert.strictEqual(
        (yield* Effect.flip(brands.update(scope, causation, { ticketNumberStart: 4999 })))._tag,
        "InvalidInput"
      )
      assert.strictEqual(
        fresh(yield* brands.update(scope, causation, { ticketNumberStart: 9000 })).nextTicketNumber,
        9000
      )
    })
  )

  it.effect("vanish when deleted and come back when restored", () =>
    Effect.gen(function* () {
      const brands = yield* Brands
      const { tenant } = (yield* Installation).live
      const made = fresh(yield* brands.create(tenant, causation, { name: "Phoenix" }))
      const scope = { tenant, brandId: made.id }
      assert.strictEqual((yield* Effect.flip(brands.delete(scope, causation, 7)))._tag, "VersionConflict")
      yield* brands.delete(scope, causation)
      assert.strictEqual((yield* Effect.flip(brands.get(scope)))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(brands.delete(scope, causation)))._tag, "NotFound")
      assert.strictEqual(fresh(yield* brands.restore(scope, causation)).id, made.id)
      assert.strictEqual((yield* brands.get(scope)).version, 3)
    })
  )
})
