import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { type BrandId, idOf, type TicketId } from "../../../src/domain/Ids.ts"
import type { BrandsScope } from "../../../src/domain/Principal.ts"
import { type TicketQuery, ticketSorts } from "../../../src/domain/TicketQuery.ts"
import { TicketStore } from "../../../src/tickets/TicketStore.ts"
import { seedTenant } from "../../support/seedTenant.ts"
import { filters, inOrder, type Sample, TicketCatalogue, usual } from "../../support/ticketCatalogue.ts"
import { newest, ticketService } from "../../support/ticketService.ts"

/** Reads pages until the end; returns the tickets on them. */
const walk = Effect.fnUntraced(function* (scope: BrandsScope, query: TicketQuery) {
  const store = yield* TicketStore
  const found: Array<TicketId> = []
  for (let after: TicketQuery["after"]; ; ) {
    const page = yield* store.list(scope, { ...query, after })
    assert.isAtMost(page.items.length, query.limit)
    found.push(...page.items.map(({ ticket }) => ticket.id))
    if (page.next === undefined) return found
    assert.lengthOf(page.items, query.limit)
    after = page.next
  }
})

const live = TicketCatalogue.layer.pipe(Layer.provideMerge(ticketService))

layer(live, { excludeTestServices: true })("a list of tickets", (it) => {
  /** Everything that the tenant's lists can show, and the scope that shows it. */
  const known = Effect.map(TicketCatalogue, (catalogue) => ({
    ...catalogue,
    all: { tenant: catalogue.tenant, brands: "all" } satisfies BrandsScope,
    visible: catalogue.samples.filter(({ ticket }) => ticket.brandId !== catalogue.brands.deleted)
  }))

  it.effect("by default shows all of the brands except spam, the trash and merged tickets, newest first", () =>
    Effect.gen(function* () {
      const { all, visible } = yield* known
      assert.deepStrictEqual(yield* walk(all, newest), inOrder(visible.filter(usual), newest))
    })
  )

  it.effect("shows spam, the trash and merged tickets in addition to the others, or alone", () =>
    Effect.gen(function* () {
      const { all, visible } = yield* known
      const marks: ReadonlyArray<readonly ["spam" | "deleted" | "merged", (sample: Sample) => boolean]> = [
        ["spam", ({ ticket }) => ticket.isSpam],
        ["deleted", ({ ticket }) => ticket.deletedAt !== undefined],
        ["merged", ({ ticket }) => ticket.mergedIntoId !== undefined]
      ]
      for (const [mark, has] of marks) {
        const rest = visible.filter((sample) => marks.every(([other, has]) => other === mark || !has(sample)))
        assert.deepStrictEqual(yield* walk(all, { ...newest, [mark]: "include" }), inOrder(rest, newest))
        assert.deepStrictEqual(yield* walk(all, { ...newest, [mark]: "only" }), inOrder(rest.filter(has), newest))
      }
      const everything = { ...newest, spam: "include", deleted: "include", merged: "include" } as const
      assert.deepStrictEqual(yield* walk(all, everything), inOrder(visible, newest))
    })
  )

  it.effect("is narrowed by each filter to what the filter means", () =>
    Effect.gen(function* () {
      const { all, visible } = yield* known
      for (const { name, query, matches } of filters(yield* TicketCatalogue)) {
        const expected = visible.filter((sample) => usual(sample) && matches(sample))
        assert.isNotEmpty(expected, name)
        assert.deepStrictEqual(yield* walk(all, { ...newest, ...query }), inOrder(expected, newest), name)
      }
    })
  )

  it.effect("is empty for values that nothing has", () =>
    Effect.gen(function* () {
      const { all } = yield* known
      const nothing: ReadonlyArray<Partial<TicketQuery>> = [
        { statuses: ["nonesuch"] },
        { statuses: [] },
        { customerIds: [idOf("customer", crypto.randomUUID())] },
        { customerEmail: "KIM@north.example" },
        { assignees: { ids: [], none: false } },
        { tagIds: [idOf("tag", crypto.randomUUID())] },
        { tagIds: [] },
        { brandIds: [idOf("brand", crypto.randomUUID())] }
      ]
      for (const query of nothing)
        assert.deepStrictEqual(yield* walk(all, { ...newest, ...query }), [], JSON.stringify(query))
    })
  )

  for (const sort of ticketSorts) {
    it.effect(`by ${sort} is ordered in both directions, without a value last, whatever the page size`, () =>
      Effect.gen(function* () {
        const { all, visible } = yield* known
        for (const order of ["asc", "desc"] as const) {
          const expected = inOrder(visible.filter(usual), { sort, order })
          for (const limit of [1, 7, 100])
            assert.deepStrictEqual(yield* walk(all, { ...newest, sort, order, limit }), expected, `${order} ${limit}`)
        }
      })
    )
  }

  it.effect("has each matching ticket once, in order, under any filters, brands, sort, order and page size", () =>
    Effect.gen(function* () {
      const { brands, tenant, visible } = yield* known
      const asked = fc.record({
        chosen: fc.uniqueArray(fc.constantFrom(...filters(yield* TicketCatalogue)), {
          maxLength: 3,
          // One filter for each field.
          selector: ({ query }) => Object.keys(query)[0]
        }),
        sort: fc.constantFrom(...ticketSorts),
        order: fc.constantFrom("asc" as const, "desc" as const),
        limit: fc.integer({ min: 1, max: 40 }),
        named: fc.option(fc.subarray(Object.values(brands)), { nil: undefined })
      })
      for (const { chosen, named, ...page } of fc.sample(asked, { numRuns: 150, seed: 42 })) {
        const expected = visible.filter(
          (sample) =>
            usual(sample) &&
            (named === undefined || named.includes(sample.ticket.brandId)) &&
            chosen.every(({ matches }) => matches(sample))
        )
        const query = Object.assign({ ...newest, ...page }, ...chosen.map(({ query }) => query))
        assert.deepStrictEqual(
          yield* walk({ tenant, brands: named === undefined ? "all" : new Set(named) }, query),
          inOrder(expected, page),
          JSON.stringify({ ...page, named, filters: chosen.map(({ name }) => name) })
        )
      }
    })
  )

  it.effect("shows the requested brands among those that the caller may see; never a deleted brand's", () =>
    Effect.gen(function* () {
      const { brands, samples, tenant } = yield* known
      const { acme, beta, deleted } = brands
      const of = (...brandIds: ReadonlyArray<BrandId>) =>
        inOrder(
          samples.filter((sample) => usual(sample) && brandIds.includes(sample.ticket.brandId)),
          newest
        )
      const seen = (access: BrandsScope["brands"], brandIds?: ReadonlyArray<BrandId>) =>
        walk({ tenant, brands: access }, { ...newest, brandIds })
      assert.deepStrictEqual(yield* seen("all"), of(acme, beta))
      assert.deepStrictEqual(yield* seen("all", [beta]), of(beta))
      assert.deepStrictEqual(yield* seen("all", [deleted]), [])
      assert.deepStrictEqual(yield* seen("all", [deleted, acme]), of(acme))
      assert.deepStrictEqual(yield* seen("all", []), [])
      assert.deepStrictEqual(yield* seen(new Set([acme])), of(acme))
      assert.deepStrictEqual(yield* seen(new Set([acme, deleted])), of(acme))
      assert.deepStrictEqual(yield* seen(new Set([acme]), [beta]), [])
      assert.deepStrictEqual(yield* seen(new Set([acme]), [acme, beta]), of(acme))
      assert.deepStrictEqual(yield* seen(new Set()), [])
    })
  )

  it.effect("shows nothing of another tenant, not even by its ids", () =>
    Effect.gen(function* () {
      const stranger: BrandsScope = { tenant: yield* seedTenant(), brands: "all" }
      const catalogue = yield* TicketCatalogue
      assert.deepStrictEqual(yield* walk(stranger, newest), [])
      for (const { query } of filters(catalogue))
        assert.deepStrictEqual(yield* walk(stranger, { ...newest, ...query }), [])
      const brandIds = Object.values(catalogue.brands)
      assert.deepStrictEqual(yield* walk({ ...stranger, brands: new Set(brandIds) }, { ...newest, brandIds }), [])
    })
  )
})
