import { Effect, Layer } from "effect"
import { idOf, uuidOf } from "../domain/Ids.ts"
import { CustomerMergeStore } from "../tickets/CustomerMergeStore.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { type CustomerRow, customerOf } from "./rows/customerRow.ts"
import { transaction } from "./transaction.ts"

const leastUuid = "00000000-0000-0000-0000-000000000000"

/** `CustomerMergeStore` in PostgreSQL. */
export const layer = Layer.effect(
  CustomerMergeStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { reads, writes } = database

    return CustomerMergeStore.of({
      customers: ({ brandId, tenant }, ids) =>
        query(reads<CustomerRow>`SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT * FROM customers WHERE tenant_id = s.tenant_id AND brand_id = ${uuidOf(brandId)}
              AND id = ANY(${ids.map(uuidOf)}::uuid[]) OFFSET 0) c`).pipe(Effect.map((rows) => rows.map(customerOf))),

      ticketsOf: ({ tenant }, customer, limit, after) =>
        query(reads<{ id: string }>`SELECT t.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT id FROM tickets WHERE tenant_id = s.tenant_id AND customer_id = ${uuidOf(customer)}
              AND deleted_at IS NULL AND merged_into_id IS NULL
              AND id > ${after === undefined ? leastUuid : uuidOf(after)}::uuid ORDER BY id LIMIT ${limit} OFFSET 0) t`).pipe(
          Effect.map((rows) => rows.map(({ id }) => idOf("ticket", id)))
        ),

      giveRest: ({ tenant }, from, to) =>
        Effect.andThen(
          writes`UPDATE tickets t SET customer_id = c.id, customer_email = c.email, customer_name = c.name,
              version = t.version + 1, updated_at = now()
            FROM customers c WHERE c.tenant_id = ${tenant.id} AND c.id = ${uuidOf(to)}
              AND t.tenant_id = c.tenant_id AND t.customer_id = ${uuidOf(from)}`,
          writes`UPDATE channel_people SET customer_id = ${uuidOf(to)}
            WHERE tenant_id = ${tenant.id} AND customer_id = ${uuidOf(from)}`
        ).pipe(Effect.asVoid, transaction(database, tenant))
    })
  })
)
