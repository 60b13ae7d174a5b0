import { Effect, Layer, Option } from "effect"
import type { Visibility } from "../../domain/Comment.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { AttachmentStore, type FileScope } from "../../tickets/files/AttachmentStore.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { type AttachmentRow, attachmentOf, rowOfAttachment, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { idOr, uuidOr } from "../rows/columns.ts"
import { transaction } from "../transaction.ts"

/** How long the bytes of an unfinished upload are kept after its announcement: a little longer than it may take. */
const uploadsKept = "25 hours"

const columns = storedAttachmentColumns.map((column) => `f.${column}`).join(", ")

/** Whether a file can be seen by anybody: not if its comment is deleted. */
const visible = `f.deleted_at is null and not exists (select from comments c
  where c.tenant_id = f.tenant_id and c.id = f.comment_id and c.deleted_at is not null)`

/** A ticket `t` of the scope that is not in the trash: of brand $2, and of customer $3 unless that is null. */
const reachable = `t.tenant_id = s.tenant_id and t.brand_id = $2 and ($3::uuid is null or t.customer_id = $3) and t.deleted_at is null
  and exists (select from brands b where b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null)`

/**
 * What the scope may see of a ticket's files: customers see none of notes, and those of a comment only once they may read it.
 */
const shown = `($3::uuid is null or not f.is_internal and not exists (select from comments c
  where c.tenant_id = f.tenant_id and c.id = f.comment_id and c.send_at > now()))`

const scoped = ({ brandId, customerId, tenant }: FileScope) => [tenant.id, uuidOf(brandId), uuidOr(customerId)]

/** `AttachmentStore` in PostgreSQL. */
export const layer = Layer.effect(
  AttachmentStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const { reads, writes } = database

    const rows = (sql: string, parameters: ReadonlyArray<unknown>) =>
      query(reads.unsafe<AttachmentRow>(sql, parameters))
    const first = (sql: string, parameters: ReadonlyArray<unknown>) =>
      Effect.map(rows(sql, parameters), ([row]) => Option.map(Option.fromUndefinedOr(row), attachmentOf))

    return AttachmentStore.of({
      list: (scope, ticketId) =>
        Effect.map(
          query(
            reads.unsafe<AttachmentRow | { readonly id: null }>(
              `select f.* from tenant_scope($1) s, lateral (select t.id as ticket from tickets t where t.id = $4 and ${reachable} limit 1) t
              left join lateral (select ${columns} from attachments f where f.tenant_id = s.tenant_id and f.ticket_id = t.ticket
                and f.status = 'UPLOADED' and ${visible} and ${shown} order by f.id offset 0) f on true`,
              [...scoped(scope), uuidOf(ticketId)]
            )
          ),
          // No row: no ticket. One row of nulls: a ticket without files.
          (found) =>
            found.length === 0
              ? Option.none()
              : Option.some(found.flatMap((row) => (row.id === null ? [] : [attachmentOf(row)])))
        ),

      find: (scope, ticketId, id) =>
        first(
          `select f.* from tenant_scope($1) s, lateral (select ${columns} from tickets t
              join attachments f on f.tenant_id = t.tenant_id and f.ticket_id = t.id
            where t.id = $4 and f.id = $5 and ${reachable} and ${visible} and ${shown} offset 0) f`,
          [...scoped(scope), uuidOf(ticketId), uuidOf(id)]
        ),

      existing: (scope, wanted, owner) =>
        Effect.map(
          rows(
            `select f.* from tenant_scope($1) s, lateral (select ${columns} from attachments f
              where f.tenant_id = s.tenant_id and f.brand_id = $2 and f.id = any($4::uuid[]) and f.status = 'UPLOADED' and ${visible} and ${shown}
                and (f.ticket_id is null and f.owner = $5 or exists (select from tickets t where t.id = f.ticket_id and ${reachable})) offset 0) f`,
            [...scoped(scope), wanted.map(uuidOf), owner]
          ),
          (found) => found.map(attachmentOf)
        ),

      findPending: ({ brandId, tenant }, id, owner) =>
        first(
          `select f.* from tenant_scope($1) s, lateral (select ${columns} from attachments f
            where f.tenant_id = s.tenant_id and f.id = $2 and f.brand_id = $3 and f.owner = $4 and f.deleted_at is null offset 0) f`,
          [tenant.id, uuidOf(id), uuidOf(brandId), owner]
        ),

      ofAddress: (tenant, id) =>
        first(
          `select f.* from tenant_scope($1) s, lateral (select ${columns} from attachments f
              join brands b on b.tenant_id = f.tenant_id and b.id = f.brand_id and b.deleted_at is null
            where f.tenant_id = s.tenant_id and f.id = $2 and ${visible}
              and (f.ticket_id is null or exists (select from tickets t
                where t.tenant_id = f.tenant_id and t.id = f.ticket_id and t.deleted_at is null)) offset 0) f`,
          [tenant.id, uuidOf(id)]
        ),

      place: (scope, ticketId, commentId) =>
        Effect.gen(function* () {
          const [ticket] = yield* writes.unsafe<{ readonly merged_into_id: string | null }>(
            `select t.merged_into_id from tenant_scope($1) s join tickets t on t.id = $4 and ${reachable} for no key update of t`,
            [...scoped(scope), uuidOf(ticketId)]
          )
          if (ticket === undefined) return Option.none()
          // After the lock, so that the count is current.
          const [place] = yield* writes<{ readonly files: number; readonly visibility: Visibility | null }>`SELECT
            (SELECT count(*)::int FROM attachments f WHERE f.tenant_id = ${scope.tenant.id} AND f.ticket_id = ${uuidOf(ticketId)}
              AND f.status <> 'FAILED' AND f.deleted_at IS NULL) AS files,
            (SELECT c.visibility FROM comments c WHERE c.tenant_id = ${scope.tenant.id} AND c.id = ${uuidOr(commentId)}
              AND c.ticket_id = ${uuidOf(ticketId)} AND c.deleted_at IS NULL
              AND (${uuidOr(scope.customerId)}::uuid IS NULL OR c.visibility = 'public')) AS visibility`
          const visibility = place?.visibility ?? undefined
          return Option.some({
            mergedIntoId: idOr("ticket", ticket.merged_into_id),
            files: place?.files ?? 0,
            comment: visibility === undefined ? undefined : { visibility }
          })
        }).pipe(transaction(database, scope.tenant)),

      storedBytes: (tenant) =>
        Effect.map(
          query(reads<{ readonly bytes: number }>`SELECT account_storage(${tenant.id}) AS bytes`),
          ([row]) => row?.bytes ?? 0
        ),

      countUnclaimed: ({ brandId, tenant }, owner) =>
        Effect.gen(function* () {
          yield* writes`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads ${tenant.id} ${owner}`}, 0))`
          const [found] = yield* writes<{ readonly count: number }>`SELECT
            (SELECT count(*)::int FROM attachments WHERE tenant_id = ${tenant.id} AND owner = ${owner}
              AND ticket_id IS NULL AND deleted_at IS NULL) AS count
            FROM brands WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL`
          return Option.map(Option.fromUndefinedOr(found), ({ count }) => count)
        }).pipe(transaction(database, tenant)),

      forgetUnclaimed: ({ tenant }, owner, kept) =>
        writes`DELETE FROM attachments WHERE tenant_id = ${tenant.id} AND id IN (
          SELECT id FROM attachments WHERE tenant_id = ${tenant.id} AND owner = ${owner}
            AND ticket_id IS NULL AND deleted_at IS NULL ORDER BY id DESC OFFSET ${kept})`.pipe(
          Effect.asVoid,
          transaction(database, tenant)
        ),

      insert: ({ brandId, tenant }, causation, file, uploadKey) =>
        Effect.gen(function* () {
          const names = storedAttachmentColumns.join(", ")
          yield* writes.unsafe(
            `INSERT INTO attachments (${names}) SELECT ${names} FROM json_populate_record(NULL::attachments, $1::json)`,
            [JSON.stringify(rowOfAttachment(tenant.id, file))]
          )
          if (uploadKey !== undefined)
            yield* writes`INSERT INTO blob_removals (key, tenant_id, due_at)
              VALUES (${uploadKey}, ${tenant.id}, now() + ${uploadsKept}::interval)`
          yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, {
            event: file.status === "PENDING" ? "attachment.announced" : "attachment.uploaded",
            entityType: "attachment",
            entityId: file.id,
            metadata: { filename: file.filename }
          })
        }).pipe(transaction(database, tenant)),

      receive: (tenant, id, blob) =>
        writes<{
          readonly id: string
        }>`UPDATE attachments SET blob_key = ${blob.key}, sha256 = ${blob.sha256}, updated_at = now()
          WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} AND status = 'PENDING' AND deleted_at IS NULL RETURNING id`.pipe(
          Effect.map((updated) => updated.length > 0),
          transaction(database, tenant)
        ),

      confirmPending: ({ brandId, tenant }, causation, { blobKey, id, sha256 }) =>
        Effect.gen(function* () {
          const [row] = yield* writes.unsafe<AttachmentRow>(
            `SELECT ${columns} FROM attachments f WHERE f.tenant_id = $1 AND f.id = $2 AND f.brand_id = $3 AND f.deleted_at IS NULL FOR UPDATE`,
            [tenant.id, uuidOf(id), uuidOf(brandId)]
          )
          if (row === undefined) return Option.none()
          if (row.status !== "PENDING") return Option.some(attachmentOf(row))
          const [confirmed] = yield* writes<AttachmentRow>`UPDATE attachments
            SET status = 'UPLOADED', blob_key = coalesce(blob_key, ${blobKey ?? null}), sha256 = coalesce(sha256, ${sha256 ?? null}), updated_at = now()
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)} RETURNING *`
          yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, {
            event: "attachment.uploaded",
            entityType: "attachment",
            entityId: id,
            metadata: { filename: row.filename }
          })
          return Option.map(Option.fromUndefinedOr(confirmed), attachmentOf)
        }).pipe(transaction(database, tenant))
    })
  })
)
