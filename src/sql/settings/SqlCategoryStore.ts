import { Effect, Layer } from "effect"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { CategoryStore } from "../../tickets/settings/CategoryStore.ts"
import { Database } from "../Database.ts"
import { categoryOf, rowOfCategory } from "../rows/categoryRow.ts"
import { transaction } from "../transaction.ts"
import * as BrandList from "./brandList.ts"

/** Tickets that lose their category in one transaction: they are locked for about a tenth of a second. */
const atOnce = 2_000

/** `CategoryStore` in PostgreSQL: tickets lose a removed category through their foreign key. */
export const layer = Layer.effect(
  CategoryStore,
  Effect.gen(function* () {
    const database = yield* Database
    const list = BrandList.make(database, yield* IdGenerator, {
      name: "categories",
      fixed: ["id", "tenant_id", "brand_id", "created_at"],
      mutable: ["name", "color", "description", "sort_order", "updated_at"],
      unique: { categories_name: "name" },
      tickets: (sql, _before, _saved, removed) => removed && sql`category_id = ${uuidOf(removed.id)}`,
      of: categoryOf,
      rowOf: rowOfCategory
    })
    const categoryId = (uuid: string) => idOf("category", uuid)

    return CategoryStore.of({
      ...list,
      ticketCounts: (scope) => BrandList.ticketCounts(database, "category_stats", categoryId, scope),

      clearTickets: ({ brandId, tenant }, id) =>
        database.writes`UPDATE tickets SET category_id = NULL WHERE tenant_id = ${tenant.id} AND id = ANY(ARRAY(
            SELECT id FROM tickets
            WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND category_id = ${uuidOf(id)}
              AND EXISTS (SELECT FROM brands
                WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL)
            ORDER BY id DESC OFFSET ${atOnce} LIMIT ${atOnce}))
          RETURNING id`.pipe(
          transaction(database, tenant),
          Effect.repeat({ until: (cleared) => cleared.length < atOnce }),
          Effect.asVoid
        )
    })
  })
)
