import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { ApiKeyStore } from "../../accounts/ApiKeyStore.ts"
import type { ApiKey } from "../../domain/ApiKey.ts"
import type { AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, type KeyId, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Mode, Tenant } from "../../domain/Tenant.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { notices } from "../notices.ts"
import { query } from "../query.ts"
import { type Moment, moment, momentOr } from "../rows/columns.ts"
import { type TenantRow, tenantOf } from "../rows/scopeRow.ts"
import { transaction } from "../transaction.ts"

/** The channel on which nodes tell each other that a key was revoked or changed, or that its account was deleted. */
export const keyNews = "trunkline_api_keys"

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly preview: string
  readonly all_brands: boolean
  readonly brand_ids: ReadonlyArray<string>
  readonly last_used_at: Moment | null
  readonly expires_at: Moment | null
  readonly created_at: Moment
}

export const layer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const { reads, system, writes } = database

    /** An audit log entry about a key, which it names by what its owner can see of it. */
    const audit = (
      tenant: Tenant,
      causation: Causation,
      id: KeyId,
      event: AuditedEvent,
      { name, prefix }: Pick<ApiKey, "name" | "prefix">,
      changes?: JsonObject
    ) =>
      appendAudit(writes, tenant, causation, ids.next("log"), undefined, {
        event,
        entityType: "api_key",
        entityId: id,
        changes,
        metadata: { name, prefix }
      })
    const tell = writes`SELECT pg_notify(${keyNews}, '')`

    return ApiKeyStore.of({
      find: (hash) =>
        query(system<KeyRow & TenantRow & { readonly has_ended: boolean }>`
          SELECT k.*, t.account_id, t.mode, k.revoked_at IS NOT NULL OR coalesce(k.expires_at <= now(), false) AS has_ended
          FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
          JOIN accounts a ON a.id = t.account_id AND a.deleted_at IS NULL
          WHERE k.hash = ${hash}`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (row) => ({
              key: keyOf(row.mode, row),
              tenant: tenantOf(row),
              hasEnded: row.has_ended
            }))
          )
        ),

      list: (tenant) =>
        query(reads<KeyRow>`SELECT k.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT * FROM api_keys WHERE tenant_id = s.tenant_id AND revoked_at IS NULL
            ORDER BY id DESC OFFSET 0) k`).pipe(Effect.map((rows) => rows.map((row) => keyOf(tenant.mode, row)))),

      count: (tenant) =>
        query(system<{
          count: number
        }>`SELECT count(*)::int AS count FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
          WHERE t.account_id = ${uuidOf(tenant.accountId)} AND k.revoked_at IS NULL`).pipe(
          Effect.map(([row]) => row?.count ?? 0)
        ),

      insert: (tenant, causation, key, hash) =>
        insertKey(writes, tenant, key, hash).pipe(
          Effect.andThen(audit(tenant, causation, key.id, "api_key.created", key)),
          Effect.asVoid,
          transaction(database, tenant)
        ),

      rescope: (tenant, causation, id, { allBrands, brandIds }) =>
        Effect.gen(function* () {
          const [row] = yield* writes<KeyRow & { readonly before: KeyRow }>`UPDATE api_keys k
            SET all_brands = ${allBrands}, brand_ids = ${brandIds.map(uuidOf)}::uuid[]
            FROM (SELECT * FROM api_keys WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} AND revoked_at IS NULL FOR UPDATE) b
            WHERE k.tenant_id = ${tenant.id} AND k.id = b.id RETURNING k.*, to_json(b) AS before`
          if (row === undefined) return Option.none()
          const [before, after] = [keyOf(tenant.mode, row.before), keyOf(tenant.mode, row)]
          yield* audit(tenant, causation, id, "api_key.updated", after, auditedDiff(fieldDiff(reach, before, after)))
          yield* tell
          return Option.some(after)
        }).pipe(transaction(database, tenant)),

      revoke: (tenant, causation, id) =>
        Effect.gen(function* () {
          const [revoked] = yield* writes<KeyRow>`UPDATE api_keys SET revoked_at = now()
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} AND revoked_at IS NULL RETURNING *`
          if (revoked === undefined) return false
          yield* audit(tenant, causation, id, "api_key.revoked", revoked)
          yield* tell
          return true
        }).pipe(transaction(database, tenant)),

      touch: (tenant, id, minute) =>
        query(system`UPDATE api_keys SET last_used_at = ${DateTime.toDateUtc(minute)}
          WHERE id = ${uuidOf(id)} AND tenant_id = ${tenant.id}
          AND (last_used_at IS NULL OR last_used_at < ${DateTime.toDateUtc(minute)})`).pipe(Effect.asVoid),

      changes: Stream.map(notices(system, keyNews), () => undefined)
    })
  })
)

/** The reach of a key, which can be changed. */
const reach = { allBrands: ({ allBrands }: ApiKey) => allBrands, brandIds: ({ brandIds }: ApiKey) => brandIds }

/** Stores a key, in the current transaction. */
export const insertKey = (sql: Database["Service"]["writes"], tenant: Tenant, key: ApiKey, hash: Uint8Array) =>
  sql`INSERT INTO api_keys (id, tenant_id, name, hash, prefix, preview, all_brands, brand_ids, expires_at, created_at)
    VALUES (${uuidOf(key.id)}, ${tenant.id}, ${key.name}, ${hash}, ${key.prefix}, ${key.preview}, ${key.allBrands},
      ${key.brandIds.map(uuidOf)}::uuid[], ${key.expiresAt === undefined ? null : DateTime.toDateUtc(key.expiresAt)},
      ${DateTime.toDateUtc(key.createdAt)})`

const keyOf = (mode: Mode, row: KeyRow): ApiKey => ({
  id: idOf("key", row.id),
  mode,
  name: row.name,
  prefix: row.prefix,
  preview: row.preview,
  allBrands: row.all_brands,
  brandIds: row.brand_ids.map((id) => idOf("brand", id)),
  lastUsedAt: momentOr(row.last_used_at),
  expiresAt: momentOr(row.expires_at),
  createdAt: moment(row.created_at)
})
