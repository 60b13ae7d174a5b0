import { Duration, Effect, Layer, Option } from "effect"
import { type NewPortalToken, PortalTokenStore, type StoredPortalToken } from "../../accounts/PortalTokenStore.ts"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Actor, Causation, Cause } from "../../domain/Causation.ts"
import type { Customer } from "../../domain/Customer.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type BrandId, type CustomerId, idOf, uuidOf } from "../../domain/Ids.ts"
import type { ListedPortalToken, PortalCustomer } from "../../domain/PortalAccess.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { type ScopeRow, scopeOf, type TenantRow, tenantOf } from "../rows/scopeRow.ts"
import { transaction } from "../transaction.ts"
import { joinCustomer } from "./joinCustomer.ts"

/** Tokens that a customer has at once; the oldest end if there are more. */
const maxTokens = 1_000
/** Days for which an expired token is still told from one that never existed. */
const keptDays = 7
/** Such tokens of the tenant that each new one removes: more than arrive, and few enough that nobody waits. */
const sweptAtOnce = 20

interface TokenRow extends ScopeRow {
  readonly customer_id: string
  readonly lifetime: number
  readonly expires_at: Moment
  readonly is_over: boolean
  readonly email: string
  readonly name: string | null
  readonly portal_origins: ReadonlyArray<string>
  readonly portal_domain: string | null
}

/** A token, or nulls for a brand whose customer has none. */
type ListedRow =
  | {
      readonly customer_id: string
      readonly preview: string
      readonly created_at: Moment
      readonly expires_at: Moment
    }
  | { readonly customer_id: null }

export const layer = Layer.effect(
  PortalTokenStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    // Who calls, and whose a link is, is looked up before a tenant is known.
    const { reads, system, writes } = database

    const audit = (
      { brandId, tenant }: BrandScope,
      causation: Causation,
      customerId: CustomerId,
      event: AuditEntry["event"]
    ) =>
      appendAudit(writes, tenant, causation, ids.next("log"), brandId, {
        event,
        entityType: "customer",
        entityId: customerId
      })

    /** Records that somebody used an expired link. */
    const refused = (tenant: Tenant, request: Cause, brandId: BrandId) =>
      appendAudit(writes, tenant, { ...request, actor: somebody }, ids.next("log"), brandId, {
        event: "portal_link.refused",
        entityType: "brand",
        entityId: brandId,
        metadata: { reason: "expired" }
      })

    /** Stores a token, in the current transaction; `first` is when the first token that it was refreshed from was issued. */
    const insert = Effect.fnUntraced(function* (
      customer: PortalCustomer,
      { hash, lifetime, preview, refreshable }: NewPortalToken,
      first?: Date
    ) {
      const { brandId, id, tenant } = customer
      const seconds = Duration.toSeconds(lifetime)
      // All parts of one statement see the table as it was before.
      const [row] = yield* writes<{ readonly expires_at: Moment; readonly lifetime: number }>`
        WITH swept AS (
          DELETE FROM portal_tokens WHERE tenant_id = ${tenant.id} AND hash = ANY(ARRAY(
            SELECT hash FROM portal_tokens WHERE tenant_id = ${tenant.id} AND customer_id = ${uuidOf(id)}
            ORDER BY created_at DESC OFFSET ${maxTokens - 1})
          || ARRAY(SELECT hash FROM portal_tokens
            WHERE tenant_id = ${tenant.id} AND expires_at < now() - make_interval(days => ${keptDays})
            ORDER BY expires_at LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)))
        INSERT INTO portal_tokens (hash, tenant_id, brand_id, customer_id, preview, lifetime, first_issued_at, expires_at)
        VALUES (${hash}, ${tenant.id}, ${uuidOf(brandId)}, ${uuidOf(id)}, ${preview}, ${seconds}, ${first ?? null},
          least(now() + make_interval(secs => ${seconds}),
            ${first ?? null}::timestamptz + make_interval(secs => ${Duration.toSeconds(refreshable)})))
        RETURNING expires_at, round(extract(epoch FROM expires_at - now()))::int AS lifetime`
      if (row === undefined) return yield* Effect.die("a token that was stored has an end")
      return {
        customer,
        lifetime: Duration.seconds(row.lifetime),
        expiresAt: moment(row.expires_at)
      } satisfies StoredPortalToken
    })

    return PortalTokenStore.of({
      reaches: (hashes) =>
        query(system<{ hash: string; brand_id: string }>`
          SELECT encode(p.hash, 'base64') AS hash, p.brand_id FROM portal_tokens p
          JOIN brands b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id AND b.deleted_at IS NULL
          JOIN customers c ON c.tenant_id = p.tenant_id AND c.id = p.customer_id AND c.deleted_at IS NULL
          WHERE p.hash = ANY(SELECT decode(h, 'base64') FROM unnest(${hashes}::text[]) h) AND p.expires_at > now()`).pipe(
          Effect.map((rows) => rows.map(({ brand_id, hash }) => ({ hash, brands: new Set([idOf("brand", brand_id)]) })))
        ),

      find: (hash) =>
        query(system<TokenRow>`
          SELECT p.brand_id, p.customer_id, p.lifetime, p.expires_at, p.expires_at <= now() AS is_over,
            p.tenant_id, t.account_id, t.mode, c.email, c.name, b.portal_origins,
            d.domain AS portal_domain
          FROM portal_tokens p JOIN tenants t ON t.id = p.tenant_id
          LEFT JOIN portal_domains d ON d.tenant_id = p.tenant_id AND d.brand_id = p.brand_id AND d.verified
          JOIN brands b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id AND b.deleted_at IS NULL
          JOIN customers c ON c.tenant_id = p.tenant_id AND c.id = p.customer_id AND c.deleted_at IS NULL
          WHERE p.hash = ${hash}`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (row) => ({
              access: {
                customer: {
                  ...scopeOf(row),
                  id: idOf("customer", row.customer_id),
                  email: row.email,
                  name: row.name ?? undefined
                },
                tokenHash: hash,
                lifetime: Duration.seconds(row.lifetime),
                expiresAt: moment(row.expires_at),
                origins: row.portal_origins,
                portalDomain: row.portal_domain ?? undefined
              },
              isOver: row.is_over
            }))
          )
        ),

      issue: (scope, causation, visitor, token) =>
        Effect.gen(function* () {
          const customer = yield* joinCustomer(writes, ids.next, scope, visitor, () => causation)
          if (customer === undefined) return Option.none()
          yield* audit(scope, causation, customer.id, "portal_token.issued")
          return Option.some(yield* insert(inPortal(scope.tenant, customer), token))
        }).pipe(transaction(database, scope.tenant)),

      exchange: Effect.fnUntraced(function* (linkHash, token, request) {
        const [link] = yield* query(system<TenantRow>`
          SELECT l.tenant_id, t.account_id, t.mode FROM portal_links l JOIN tenants t ON t.id = l.tenant_id
          WHERE l.hash = ${linkHash}`)
        if (link === undefined) return Option.none()
        const tenant = tenantOf(link)
        return yield* Effect.gen(function* () {
          const [used] = yield* writes<{ readonly brand_id: string; readonly email: string }>`
            DELETE FROM portal_links WHERE tenant_id = ${tenant.id} AND hash = ${linkHash} AND expires_at > now()
            RETURNING brand_id, email`
          if (used === undefined) {
            const [late] = yield* writes<{ readonly brand_id: string }>`SELECT brand_id FROM portal_links
              WHERE tenant_id = ${tenant.id} AND hash = ${linkHash}`
            if (late !== undefined) yield* refused(tenant, request, idOf("brand", late.brand_id))
            return Option.none()
          }
          const scope = { tenant, brandId: idOf("brand", used.brand_id) }
          const customer = yield* joinCustomer(writes, ids.next, scope, { email: used.email }, (customer) => ({
            ...request,
            actor: actorOf(customer)
          }))
          if (customer === undefined) return Option.none()
          const causation = { ...request, actor: actorOf(customer) }
          yield* audit(scope, causation, customer.id, "portal_token.issued")
          return Option.some(yield* insert(inPortal(tenant, customer), token))
        }).pipe(transaction(database, tenant))
      }),

      renew: ({ customer, tokenHash }, causation, token) =>
        Effect.gen(function* () {
          // Revoking the customer's tokens takes this lock too: it either waits for us, or came first and there is nothing to
          // renew.
          yield* writes`SELECT FROM customers
            WHERE tenant_id = ${customer.tenant.id} AND id = ${uuidOf(customer.id)} FOR KEY SHARE`
          const [old] = yield* writes<{ readonly first: Date }>`SELECT first FROM portal_tokens,
              coalesce(first_issued_at, created_at) AS first
            WHERE tenant_id = ${customer.tenant.id} AND hash = ${tokenHash}
              AND expires_at < first + make_interval(secs => ${Duration.toSeconds(token.refreshable)})`
          if (old === undefined) return Option.none()
          yield* audit(customer, causation, customer.id, "portal_token.refreshed")
          return Option.some(yield* insert(customer, token, old.first))
        }).pipe(transaction(database, customer.tenant)),

      list: ({ brandId, tenant }, email) =>
        query(reads<ListedRow>`SELECT p.* FROM tenant_scope(${tenant.id}) s
          JOIN brands b ON b.tenant_id = s.tenant_id AND b.id = ${uuidOf(brandId)} AND b.deleted_at IS NULL
          LEFT JOIN LATERAL (
            SELECT p.customer_id, p.preview, p.created_at, p.expires_at
            FROM customers c JOIN portal_tokens p ON p.tenant_id = c.tenant_id AND p.customer_id = c.id
            WHERE c.tenant_id = b.tenant_id AND c.id = customer_of(b.tenant_id, b.id, ${email})
              AND p.expires_at > now()
            ORDER BY p.created_at DESC, p.hash LIMIT ${maxTokens}) p ON true`).pipe(
          Effect.map((rows) => (rows.length === 0 ? Option.none() : Option.some(rows.flatMap(listedOf))))
        ),

      revoke: (scope, causation, email) =>
        Effect.gen(function* () {
          const { tenant } = scope
          const brandId = uuidOf(scope.brandId)
          const brands = yield* writes`SELECT FROM brands
            WHERE tenant_id = ${tenant.id} AND id = ${brandId} AND deleted_at IS NULL`
          if (brands.length === 0) return Option.none()
          const [customer] = yield* writes<{ readonly id: string }>`SELECT id FROM customers
            WHERE tenant_id = ${tenant.id} AND id = customer_of(${tenant.id}, ${brandId}, ${email}) FOR UPDATE`
          if (customer === undefined) return Option.some(0)
          const ended = yield* writes<{ readonly was_good: boolean }>`DELETE FROM portal_tokens
            WHERE tenant_id = ${tenant.id} AND customer_id = ${customer.id} RETURNING expires_at > now() AS was_good`
          yield* audit(scope, causation, idOf("customer", customer.id), "portal_token.revoked")
          return Option.some(ended.filter(({ was_good }) => was_good).length)
        }).pipe(transaction(database, scope.tenant)),

      end: ({ customer, tokenHash }, causation) =>
        Effect.gen(function* () {
          const ended = yield* writes`DELETE FROM portal_tokens
            WHERE tenant_id = ${customer.tenant.id} AND hash = ${tokenHash} RETURNING 1`
          if (ended.length > 0) yield* audit(customer, causation, customer.id, "portal_token.ended")
        }).pipe(transaction(database, customer.tenant))
    })
  })
)

const listedOf = (row: ListedRow): ReadonlyArray<ListedPortalToken> =>
  row.customer_id === null
    ? []
    : [
        {
          customerId: idOf("customer", row.customer_id),
          preview: row.preview,
          createdAt: moment(row.created_at),
          expiresAt: moment(row.expires_at)
        }
      ]

const inPortal = (tenant: Tenant, { brandId, email, id, name }: Customer): PortalCustomer => ({
  tenant,
  brandId,
  id,
  email,
  name
})

const somebody: Actor = { type: "customer", id: null, name: null, channel: "portal" }

/** Whoever signs in is the actor. */
const actorOf = ({ email, id, name }: Customer): Actor => ({
  type: "customer",
  id,
  name: name ?? email,
  channel: "portal"
})
