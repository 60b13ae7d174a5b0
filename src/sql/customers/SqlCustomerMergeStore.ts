import { Effect, Layer } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { CustomerMergeStore } from "../../tickets/customers/CustomerMergeStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { transaction } from "../transaction.ts"

const leastUuid = "00000000-0000-0000-0000-000000000000"
/** Families whose tickets are reassigned in one go. */
const mostUnfinished = 20

/** The family of the customer `$3` of the brand `$2`; `root` is the customer that all of it became. */
const familyOf = (tenant: string) => `with recursive chain as (
    select id, merged_into_id, deleted_at from customers where tenant_id = ${tenant} and brand_id = $2::uuid and id = $3::uuid
    union select c.id, c.merged_into_id, c.deleted_at from chain
      join customers c on c.tenant_id = ${tenant} and c.id = chain.merged_into_id),
  family as (
    select id, id as root, deleted_at is null as living from chain where merged_into_id is null
    union select c.id, f.root, f.living from family f
      join customers c on c.tenant_id = ${tenant} and c.merged_into_id = f.id)`

/** Tickets that cannot be changed; whoever restores one is told which customer it gets. */
const isAway = "deleted_at is not null or merged_into_id is not null"

interface UnfinishedRow extends ScopeRow {
  readonly id: string
}

/** `CustomerMergeStore` in PostgreSQL. */
export const layer = Layer.effect(
  CustomerMergeStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { reads, system, writes } = database

    return CustomerMergeStore.of({
      strays: ({ brandId, tenant }, customer, limit, after) =>
        query(
          reads.unsafe<{ id: string }>(
            `select t.* from tenant_scope($1) s, lateral (${familyOf("s.tenant_id")}
              select t.id from family f, lateral (select id from tickets where tenant_id = s.tenant_id and customer_id = f.id
                and deleted_at is null and merged_into_id is null and id > $4::uuid order by id limit $5) t
              where f.id <> f.root and f.living order by t.id limit $5 offset 0) t`,
            [tenant.id, uuidOf(brandId), uuidOf(customer), after === undefined ? leastUuid : uuidOf(after), limit]
          )
        ).pipe(Effect.map((rows) => rows.map(({ id }) => idOf("ticket", id)))),

      giveRest: ({ brandId, tenant }, customer, limit) =>
        // Keeps customers of the brand from being merged or deleted meanwhile.
        writes`SELECT FROM brands WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} FOR NO KEY UPDATE`.pipe(
          Effect.andThen(
            writes.unsafe(
              `${familyOf("$1")}, strays as (
                select t.id, f.root, f.living from family f, lateral (
                  select id from tickets where tenant_id = $1 and customer_id = f.id and (${isAway} or not f.living) limit $4) t
                where f.id <> f.root limit $4),
              held as (
                select t.id, s.root from strays s join tickets t on t.tenant_id = $1 and t.id = s.id and (${isAway} or not s.living)
                order by t.id for no key update of t)
              update tickets t set customer_id = c.id, customer_email = c.email, customer_name = c.name,
                version = t.version + 1, updated_at = now(), customer_updated_at = null
              from held h join customers c on c.tenant_id = $1 and c.id = h.root
              where t.tenant_id = $1 and t.id = h.id returning t.id`,
              [tenant.id, uuidOf(brandId), uuidOf(customer), limit]
            )
          ),
          Effect.map((given) => given.length),
          transaction(database, tenant)
        ),

      unfinished: query(system<UnfinishedRow>`WITH RECURSIVE chain AS (
          SELECT c.tenant_id, c.merged_into_id AS id FROM customers c
          WHERE c.merged_into_id IS NOT NULL AND c.deleted_at < now() - interval '1 minute'
            AND EXISTS (SELECT FROM tickets t WHERE t.tenant_id = c.tenant_id AND t.customer_id = c.id)
          UNION SELECT c.tenant_id, c.merged_into_id FROM chain
            JOIN customers c ON c.tenant_id = chain.tenant_id AND c.id = chain.id WHERE c.merged_into_id IS NOT NULL)
        SELECT c.tenant_id, n.account_id, n.mode, c.brand_id, c.id FROM chain
        JOIN customers c ON c.tenant_id = chain.tenant_id AND c.id = chain.id AND c.merged_into_id IS NULL
        JOIN tenants n ON n.id = c.tenant_id LIMIT ${mostUnfinished}`).pipe(
        Effect.map((rows) => rows.map((row) => ({ scope: scopeOf(row), customerId: idOf("customer", row.id) })))
      )
    })
  })
)
