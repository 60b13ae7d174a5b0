import { Effect, Layer, Option, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { BrandStore, type NewBrand } from "../../accounts/BrandStore.ts"
import { brandDiff } from "../../accounts/brandDiff.ts"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Brand } from "../../domain/Brand.ts"
import type { Causation } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type BrandId, idOf, uuidOf } from "../../domain/Ids.ts"
import { isFreeLocalPart } from "../../domain/SupportAddress.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Shown } from "../../domain/TicketQuery.ts"
import { trashDays } from "../../domain/trashDays.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { mailChannel } from "../outbound/insertMail.ts"
import { query } from "../query.ts"
import { readWhole, wholeList } from "../readWhole.ts"
import {
  type BrandRow,
  brandColumns,
  brandList,
  brandListBytes,
  brandOf,
  mutableBrandColumns,
  rowOfBrand,
  storedBrandColumns
} from "../rows/brandRow.ts"
import { dueNow } from "../rows/messageRow.ts"
import { fixedStatusColumns, mutableStatusColumns, rowOfStatus } from "../rows/statusRow.ts"
import { transaction } from "../transaction.ts"
import { violatedUnique } from "../violatedUnique.ts"

const isThere = "deleted_at IS NULL"
const isRestorable = `deleted_at > now() - make_interval(days => ${trashDays})`
/** The condition for the brands in a list. */
const listed: Readonly<Record<Shown, string>> = {
  exclude: isThere,
  include: `(${isThere} OR ${isRestorable})`,
  only: isRestorable
}
/** Selects the brands of a list, in its order. */
const listStatement = (which: string, order: string): string => {
  const condition = `tenant_id = s.tenant_id AND ${which} AND ($3::uuid[] IS NULL OR id = ANY($3::uuid[]))`
  return wholeList("tenant_scope($1) s", {
    list: brandList(condition, order),
    size: brandListBytes(condition),
    most: "$2"
  })
}
const listStatements: Readonly<Record<Shown, string>> = {
  exclude: listStatement(listed.exclude, "lower(name), id"),
  include: listStatement(listed.include, "lower(name), id"),
  only: listStatement(listed.only, "deleted_at DESC, id")
}

export const layer = Layer.effect(
  BrandStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const { reads, writes } = database
    const shown = writes.literal(brandColumns)

    const audit = (
      tenant: Tenant,
      causation: Causation,
      id: BrandId,
      entry: Omit<AuditEntry, "entityType" | "entityId">
    ) => appendAudit(writes, tenant, causation, ids.next("log"), id, { ...entry, entityType: "brand", entityId: id })

    // Does not conflict with transactions that refer to the brand: if one of them changed the brand next, we would deadlock.
    const lock = (tenant: Tenant, id: BrandId) =>
      writes<BrandRow>`SELECT ${shown} FROM brands
        WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} AND deleted_at IS NULL FOR NO KEY UPDATE`

    /** Visitors of the brand's portal must sign in anew if the brand is restored. */
    const emptyPortal = (tenant: Tenant, id: BrandId) =>
      Effect.forEach(
        ["portal_tokens", "portal_links"],
        (table) => writes`DELETE FROM ${writes(table)} WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(id)}`,
        { discard: true }
      )

    return BrandStore.of({
      find: (tenant, id) =>
        query(reads<BrandRow>`SELECT b.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT ${shown} FROM brands WHERE tenant_id = s.tenant_id AND id = ${uuidOf(id)} AND deleted_at IS NULL OFFSET 0) b`).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), (row) => brandOf(tenant, row)))
        ),

      existing: (tenant, wanted) =>
        query(reads<{ readonly id: string }>`SELECT b.id FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT id FROM brands WHERE tenant_id = s.tenant_id AND ${reads.in("id", wanted.map(uuidOf))}
            AND deleted_at IS NULL OFFSET 0) b`).pipe(Effect.map((rows) => rows.map(({ id }) => idOf("brand", id)))),

      list: ({ brands, tenant }, deleted = "exclude") =>
        readWhole(
          tenant.id,
          (most) =>
            // Typed by the columns that the statement beside it selects.
            reads.unsafe<(BrandRow | { readonly id: null }) & { readonly bytes: number }>(listStatements[deleted], [
              tenant.id,
              most,
              brands === "all" ? null : [...brands].map(uuidOf)
            ]),
          (found) => found.flatMap((row) => (row.id === null ? [] : [brandOf(tenant, row)]))
        ),

      freeSlug: (tenant, slug) =>
        query(reads<{ readonly slug: string }>`SELECT f.slug FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT c.slug FROM generate_series(1, 1 + (SELECT count(*) FROM brands WHERE tenant_id = s.tenant_id)) n,
              LATERAL (SELECT CASE n WHEN 1 THEN ${slug}::text ELSE left(${slug}::text, 62 - length(n::text)) || '-' || n END AS slug) c
            WHERE NOT EXISTS (SELECT FROM brands WHERE tenant_id = s.tenant_id AND slug = c.slug AND deleted_at IS NULL)
            ORDER BY n LIMIT 1) f`).pipe(Effect.map(([row]) => row?.slug ?? slug)),

      insert: (tenant, causation, made) =>
        insertBrand(writes, tenant, made).pipe(
          Effect.andThen(
            audit(tenant, causation, made.brand.id, { event: "brand.created", metadata: { name: made.brand.name } })
          ),
          violatedUnique({ brands_slug: "slug" }),
          transaction(database, tenant)
        ),

      update: (tenant, causation, id, change) =>
        Effect.gen(function* () {
          const [row] = yield* lock(tenant, id)
          if (row === undefined) return Option.none()
          const brand = brandOf(tenant, row)
          const decision = change(brand)
          if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
          const changed = decision.success
          if (changed !== brand) {
            yield* updateBrand(writes, tenant, changed)
            if (changed.smsDailyLimit > brand.smsDailyLimit) yield* letTextsGo(writes, changed)
            if (changed.slug !== brand.slug) yield* insertAlias(writes, tenant, changed, ids.next("address"))
            yield* audit(tenant, causation, id, {
              event: "brand.updated",
              metadata: { name: changed.name },
              changes: auditedDiff(brandDiff(brand, changed))
            })
          }
          return Option.some(changed)
        }).pipe(violatedUnique({ brands_slug: "slug" }), transaction(database, tenant)),

      sendsFrom: (tenant, id, domain) =>
        query(reads`SELECT d.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT d.id FROM email_domains d WHERE d.tenant_id = s.tenant_id AND d.brand_id = ${uuidOf(id)}
            AND d.domain = ${domain} AND d.type = 'OUTBOUND' AND d.verified OFFSET 0) d`).pipe(
          Effect.map((rows) => rows.length > 0)
        ),

      contents: (tenant, id) => {
        const count = (table: string, condition = "") =>
          `(SELECT count(*)::int FROM ${table} WHERE tenant_id = s.tenant_id AND brand_id = $2 ${condition})`
        return query(
          reads.unsafe<{
            readonly ticketCount: number
            readonly webhookCount: number
            readonly categoryCount: number
            readonly tagCount: number
            readonly customerCount: number
          }>(
            `SELECT c.* FROM tenant_scope($1) s, LATERAL (SELECT
              ${count("tickets", "AND deleted_at IS NULL")} AS "ticketCount", ${count("webhooks")} AS "webhookCount",
              ${count("categories")} AS "categoryCount", ${count("tags")} AS "tagCount",
              ${count("customers", "AND deleted_at IS NULL")} AS "customerCount" OFFSET 0) c`,
            [tenant.id, uuidOf(id)]
          )
        ).pipe(Effect.flatMap(([row]) => (row === undefined ? Effect.die("no counts") : Effect.succeed(row))))
      },

      delete: (tenant, causation, id, check) =>
        Effect.gen(function* () {
          const [row] = yield* lock(tenant, id)
          if (row === undefined) return false
          yield* Effect.fromResult(check(brandOf(tenant, row)))
          yield* writes`UPDATE brands SET deleted_at = now(), version = version + 1, updated_at = now()
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}`
          yield* emptyPortal(tenant, id)
          // Another brand may have its portal's domain by now.
          yield* writes`UPDATE portal_domains SET verified = false, verified_at = NULL, checked_at = NULL
            WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(id)}`
          yield* audit(tenant, causation, id, { event: "brand.deleted" })
          return true
        }).pipe(transaction(database, tenant)),

      restore: (tenant, causation, id) =>
        Effect.gen(function* () {
          const [row] =
            yield* writes<BrandRow>`SELECT ${shown} FROM brands WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}
            AND ${writes.literal(listed.include)} FOR NO KEY UPDATE`
          if (row === undefined) return Option.none()
          if (row.deleted_at === null) return Option.some(brandOf(tenant, row))
          const [restored] = yield* writes<BrandRow>`UPDATE brands
            SET deleted_at = NULL, version = version + 1, updated_at = now()
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} RETURNING ${shown}`
          // Including what was issued while it was being deleted.
          yield* emptyPortal(tenant, id)
          yield* audit(tenant, causation, id, { event: "brand.restored" })
          return Option.map(Option.fromUndefinedOr(restored), (row) => brandOf(tenant, row))
        }).pipe(violatedUnique({ brands_slug: "slug" }), transaction(database, tenant))
    })
  })
)

/** Stores a brand, its statuses and its addresses, in the current transaction. */
export const insertBrand = (sql: SqlClient.SqlClient, tenant: Tenant, { addresses, brand, statuses }: NewBrand) =>
  Effect.gen(function* () {
    const columns = storedBrandColumns.join(", ")
    yield* sql.unsafe(
      `INSERT INTO brands (${columns}) SELECT ${columns} FROM json_populate_record(NULL::brands, $1::json)`,
      [JSON.stringify(rowOfBrand(tenant.id, brand))]
    )
    yield* sql.unsafe(
      `INSERT INTO statuses (${statusColumns}) SELECT ${statusColumns} FROM json_populate_recordset(NULL::statuses, $1::json)`,
      [JSON.stringify(statuses.map((status) => rowOfStatus(tenant.id, status)))]
    )
    yield* sql`INSERT INTO addresses (id, tenant_id, brand_id, local_part, kind, is_primary)
      VALUES (${uuidOf(addresses[0])}, ${tenant.id}, ${uuidOf(brand.id)}, ${brand.id}, 'system', true)`
    yield* insertAlias(sql, tenant, brand, addresses[1])
  })

/** Adds the brand's slug as an address, unless another brand of the installation has it or it is reserved. */
const insertAlias = (sql: SqlClient.SqlClient, tenant: Tenant, brand: Brand, id: NewBrand["addresses"][1]) =>
  isFreeLocalPart(brand.slug)
    ? sql`INSERT INTO addresses (id, tenant_id, brand_id, local_part, kind)
        VALUES (${uuidOf(id)}, ${tenant.id}, ${uuidOf(brand.id)}, ${brand.slug}, 'alias')
        ON CONFLICT (local_part, domain) DO NOTHING`
    : Effect.void

/** The limit of a brand's texts was raised: those that waited for it are tried now. */
const letTextsGo = (sql: SqlClient.SqlClient, { id }: Brand) =>
  sql`WITH due AS (
      UPDATE outgoing_mail SET due_at = ${sql.literal(dueNow)}
      WHERE connection_id IN (SELECT id FROM channel_connections WHERE brand_id = ${uuidOf(id)} AND kind = 'sms')
        AND state = 'queued' AND due_at > now() RETURNING id)
    SELECT pg_notify(${mailChannel}, '') FROM (SELECT FROM due LIMIT 1) d`

const updateBrand = (sql: SqlClient.SqlClient, tenant: Tenant, brand: Brand) =>
  sql.unsafe(
    `UPDATE brands b SET ${mutableBrandColumns.map((column) => `${column} = n.${column}`).join(", ")}
      FROM json_populate_record(NULL::brands, $1::json) n WHERE b.tenant_id = n.tenant_id AND b.id = n.id`,
    [JSON.stringify(rowOfBrand(tenant.id, brand))]
  )

const statusColumns = [...fixedStatusColumns, ...mutableStatusColumns].join(", ")
