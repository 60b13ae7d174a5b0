import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { FieldDefinitions } from "../../../src/tickets/settings/FieldDefinitions.ts"
import { brandLists } from "../../support/brandLists.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

layer(brandLists, { excludeTestServices: true })("Field definitions of a brand", (it) => {
  it.effect("are at most two hundred for each entity", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      const fields = yield* FieldDefinitions
      yield* sql`insert into field_definitions (id, tenant_id, brand_id, entity, key, label, type, sort_order)
        select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ticket', 'k' || n, 'K', 'text', n from generate_series(1, 200) n`
      const one = { key: "one_more", label: "One more", type: "text" } as const
      const refused = yield* Effect.flip(fields.create(scope, byKey, "ticket", one))
      assert.deepInclude(refused, { _tag: "LimitReached", limit: 200 })
      yield* fresh(fields.create(scope, byKey, "customer", one))
      const { customer, ticket } = yield* fields.list(scope)
      assert.deepStrictEqual(
        ticket.map(({ key }) => key),
        Array.from({ length: 200 }, (_, n) => `k${n + 1}`)
      )
      assert.deepStrictEqual(
        customer.map(({ key, sortOrder }) => [key, sortOrder]),
        [["one_more", 0]]
      )
    })
  )

  it.effect("have positions of their own, however many are created at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const fields = yield* FieldDefinitions
      yield* Effect.forEach(
        Array.from({ length: 8 }, (_, n) => n),
        (n) => fields.create(scope, byKey, "company", { key: `k${n}`, label: "K", type: "text" }),
        { concurrency: "unbounded" }
      )
      const { company } = yield* fields.list(scope)
      assert.deepStrictEqual(
        company.map(({ sortOrder }) => sortOrder),
        [0, 1, 2, 3, 4, 5, 6, 7]
      )
    })
  )
})
