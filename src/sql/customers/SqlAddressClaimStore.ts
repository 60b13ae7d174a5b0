import { Duration, Effect, Layer, Option } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import { AddressClaimStore } from "../../tickets/customers/AddressClaimStore.ts"
import { addressClaimMail } from "../../tickets/customers/addressClaimMail.ts"
import { Database } from "../Database.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query } from "../query.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { transaction } from "../transaction.ts"

/** Claims of one address, and by one customer, within a day: mail to a stranger is a nuisance, so there must not be many. */
const mostClaims = 3

interface ClaimRow extends ScopeRow {
  readonly customer_id: string
  readonly email: string
}

/** `AddressClaimStore` in PostgreSQL. `sender` is the sender of the mail; `publicUrl` is where its page is. */
export const layer = (mail: { readonly sender: Sender; readonly publicUrl: string }) =>
  Layer.effect(
    AddressClaimStore,
    Effect.gen(function* () {
      const database = yield* Database
      const vault = yield* Vault
      const ids = yield* IdGenerator
      const { reads, system, writes } = database

      return AddressClaimStore.of({
        begin: (scope, { connectionId, email, hash, person, source, token }, lifetime) =>
          Effect.gen(function* () {
            const brandId = uuidOf(scope.brandId)
            yield* writes`DELETE FROM address_claims WHERE brand_id = ${brandId} AND expires_at < now()`
            const [begun] = yield* writes<{ readonly brand: string }>`WITH person AS (
                SELECT c.id, coalesce(b.from_name, b.name) AS brand FROM channel_people p
                JOIN customers c ON c.tenant_id = p.tenant_id AND c.id = p.customer_id AND c.deleted_at IS NULL
                  AND c.email_is_placeholder
                JOIN brands b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id AND b.id = ${brandId} AND b.deleted_at IS NULL
                WHERE p.connection_id = ${uuidOf(connectionId)} AND p.external_id = ${person}),
              kept AS (INSERT INTO address_claims (hash, tenant_id, brand_id, customer_id, email, source, expires_at)
                SELECT ${hash}::bytea, ${scope.tenant.id}::uuid, ${brandId}::uuid, person.id, ${email}::text,
                  ${`${connectionId}/${source}`}::text,
                  now() + make_interval(secs => ${Duration.toSeconds(lifetime)})
                FROM person WHERE (SELECT count(*) FROM address_claims a
                    WHERE a.brand_id = ${brandId} AND a.email = ${email}) < ${mostClaims}::int
                  AND (SELECT count(*) FROM address_claims a WHERE a.customer_id = person.id) < ${mostClaims}::int
                ON CONFLICT (brand_id, source) DO NOTHING RETURNING 1)
              SELECT person.brand FROM person, kept`
            if (begun === undefined) return
            yield* insertMail(
              writes,
              vault,
              addressClaimMail({
                ...mail,
                id: ids.next("message"),
                to: email,
                token,
                scope,
                brandName: begun.brand,
                phone: person,
                lifetime
              })
            )
          }).pipe(transaction(database, scope.tenant)),

        find: (hash) =>
          query(system<ClaimRow>`SELECT a.tenant_id, n.account_id, n.mode, a.brand_id, a.customer_id, a.email
            FROM address_claims a JOIN tenants n ON n.id = a.tenant_id
            JOIN brands b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id AND b.deleted_at IS NULL
            WHERE a.hash = ${hash} AND a.done_at IS NULL AND a.expires_at > now()`).pipe(
            Effect.map(([row]) =>
              Option.map(Option.fromUndefinedOr(row), (row) => ({
                scope: scopeOf(row),
                customerId: idOf("customer", row.customer_id),
                email: row.email
              }))
            )
          ),

        done: (hash) =>
          query(system`UPDATE address_claims SET done_at = now() WHERE hash = ${hash}`).pipe(Effect.asVoid),

        holderOf: ({ brandId, tenant }, email) =>
          query(reads<{ id: string }>`SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
              SELECT customer_of(s.tenant_id, ${uuidOf(brandId)}, ${email}) AS id OFFSET 0) c WHERE c.id IS NOT NULL`).pipe(
            Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ id }) => idOf("customer", id)))
          )
      })
    })
  )
