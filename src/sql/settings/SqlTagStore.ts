import { Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, type TagId, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { TagStore } from "../../tickets/settings/TagStore.ts"
import { Database } from "../Database.ts"
import { appendAudits } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { rowOfTag, type TagRow, tagOf } from "../rows/tagRow.ts"
import { holdTickets } from "../tickets/holdTickets.ts"
import { transaction } from "../transaction.ts"
import * as BrandRecords from "./brandRecords.ts"

/**
 * A tag with at most this many tickets has its brand and tickets locked while they are reassigned: for about ten milliseconds.
 */
const few = 1_000

/** How long it may take to reassign a tag's tickets, or to remove it from them: some hundred thousand. */
const patience = "18s"

/** When a tag's tickets are recounted after a merge: once all transactions that overlapped with it are over. */
const recountAfter = "1 minute"

/**
 * `TagStore` in PostgreSQL: tickets lose a removed tag through their foreign key, and any change or removal of a tag gives the
 * brand a new revision, so that no list shows a ticket with outdated tags.
 */
export const layer = Layer.effect(
  TagStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const { reads, writes } = database
    const records = BrandRecords.make<ReturnType<typeof tagOf>, TagId, TagRow>(database, ids, {
      name: "tags",
      fixed: ["id", "tenant_id", "brand_id", "created_at"],
      mutable: ["name", "color", "updated_at"],
      unique: { tags_name: "name" },
      of: tagOf,
      rowOf: rowOfTag
    })

    /** A row for each tag, one of nulls for a brand without tags, and none if the brand does not exist. */
    const select = ({ brandId, tenant }: BrandScope, condition = "", parameters: ReadonlyArray<unknown> = []) =>
      query(
        reads.unsafe<TagRow & { readonly id: string | null }>(
          `SELECT g.* FROM tenant_scope($1) s, LATERAL (
            SELECT g.* FROM brands b LEFT JOIN tags g ON g.tenant_id = b.tenant_id AND g.brand_id = b.id ${condition}
            WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL ORDER BY g.folded_name, g.id OFFSET 0) g`,
          [tenant.id, uuidOf(brandId), ...parameters]
        )
      ).pipe(
        Effect.map((rows) =>
          rows.length === 0 ? Option.none() : Option.some(rows.filter(({ id }) => id !== null).map(tagOf))
        )
      )

    /**
     * Those of the tags that exist, locked against changes until the transaction ends. Meanwhile, new tickets can still be
     * created with them and in the brand: what is done to a tag's tickets may take its time.
     */
    const hold = ({ brandId, tenant }: BrandScope, wanted: ReadonlyArray<TagId>) =>
      Effect.gen(function* () {
        yield* writes`SELECT set_config('statement_timeout', ${patience}, true)`
        const rows = yield* writes<TagRow>`SELECT g.* FROM tags g
            JOIN brands b ON b.tenant_id = g.tenant_id AND b.id = g.brand_id AND b.deleted_at IS NULL
          WHERE g.tenant_id = ${tenant.id} AND g.brand_id = ${uuidOf(brandId)} AND ${writes.in("g.id", wanted.map(uuidOf))}
          ORDER BY g.id FOR NO KEY UPDATE OF g`
        return rows.map(tagOf)
      })

    /**
     * Locks the brand and the tags' tickets, in the order in which commands lock them before what belongs to a ticket.
     * Otherwise a command that holds both could wait for a tag of a ticket while the holder of that waits for the brand. If
     * there are many tickets, neither is locked.
     */
    const holdTagged = (scope: BrandScope, tags: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const ofTags = writes`FROM ticket_tags WHERE tenant_id = ${scope.tenant.id} AND ${writes.in("tag_id", tags)}`
        const found = yield* writes`SELECT ${ofTags} LIMIT ${few + 1}`
        if (found.length > few) return
        yield* BrandRecords.lockBrand(writes, scope)
        yield* holdTickets(writes, scope, writes`id = ANY(ARRAY(SELECT ticket_id ${ofTags}))`)
      })

    return TagStore.of({
      ...records,

      // Locks the tag first, as removing or merging it does: holding the brand while waiting for the tag would keep those from
      // ending.
      update: (scope, causation, id, change) =>
        Effect.andThen(hold(scope, [id]), records.update(scope, causation, id, change)).pipe(
          transaction(database, scope.tenant)
        ),

      list: (scope) => select(scope),

      find: (scope, id) =>
        Effect.map(
          select(scope, "AND g.id = $3", [uuidOf(id)]),
          Option.flatMap(([tag]) => Option.fromUndefinedOr(tag))
        ),

      count: (scope) =>
        Effect.gen(function* () {
          if (!(yield* BrandRecords.lockBrand(writes, scope))) return Option.none()
          const [row] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM tags
            WHERE tenant_id = ${scope.tenant.id} AND brand_id = ${uuidOf(scope.brandId)}`
          return Option.some(row?.count ?? 0)
        }).pipe(transaction(database, scope.tenant)),

      ticketCounts: ({ brandId, tenant }) =>
        query(
          reads<{
            readonly id: string | null
            readonly tickets: number
          }>`SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT n.id, n.tickets FROM brands b LEFT JOIN tag_stats(s.tenant_id, ${uuidOf(brandId)}) n ON true
            WHERE b.tenant_id = s.tenant_id AND b.id = ${uuidOf(brandId)} AND b.deleted_at IS NULL OFFSET 0) c`
        ).pipe(
          Effect.map((rows) =>
            rows.length === 0
              ? Option.none()
              : Option.some(
                  new Map(rows.flatMap(({ id, tickets }) => (id === null ? [] : [[idOf("tag", id), tickets]])))
                )
          )
        ),

      delete: (scope, causation, id, check) =>
        Effect.gen(function* () {
          const [tag] = yield* hold(scope, [id])
          if (tag === undefined) return Option.none()
          yield* holdTagged(scope, [uuidOf(id)])
          yield* writes`DELETE FROM ticket_tags WHERE tenant_id = ${scope.tenant.id} AND tag_id = ${uuidOf(id)}`
          return yield* records.delete(scope, causation, id, check)
        }).pipe(transaction(database, scope.tenant)),

      merge: (scope, causation, targetId, sourceIds, decide) =>
        Effect.gen(function* () {
          const { brandId, tenant } = scope
          const found = yield* hold(scope, [targetId, ...sourceIds])
          const target = found.find(({ id }) => id === targetId)
          if (target === undefined) return Option.none()
          const { audit, sources } = yield* Effect.fromResult(decide(target, found))
          const merged = sources.map(({ id }) => uuidOf(id))
          yield* holdTagged(scope, merged)
          const pass = writes`WITH passed AS (
              DELETE FROM ticket_tags WHERE tenant_id = ${tenant.id} AND ${writes.in("tag_id", merged)} RETURNING ticket_id, counted)
            INSERT INTO ticket_tags (tenant_id, ticket_id, tag_id, counted)
            SELECT ${tenant.id}::uuid, ticket_id, ${uuidOf(targetId)}::uuid, bool_or(counted) FROM passed GROUP BY ticket_id
            ON CONFLICT DO NOTHING`
          yield* pass
          yield* BrandRecords.lockBrand(writes, scope)
          // Waits for whoever is adding one of the sources to a ticket; whoever comes later finds them gone.
          yield* writes`SELECT FROM tags WHERE tenant_id = ${tenant.id} AND ${writes.in("id", merged)}
            ORDER BY id FOR UPDATE`
          yield* pass
          yield* writes`DELETE FROM tags WHERE tenant_id = ${tenant.id} AND ${writes.in("id", merged)}`
          // A ticket hidden or shown meanwhile may have been counted in its earlier state.
          yield* writes`UPDATE tags SET recount_at = now() + ${recountAfter}::interval
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(targetId)}`
          yield* appendAudits(writes, tenant, causation, ids.next, brandId, audit)
          return Option.some(target)
        }).pipe(transaction(database, scope.tenant))
    })
  })
)
