import { Effect, Layer } from "effect"
import { FileUpkeep } from "../../tickets/files/FileUpkeep.ts"
import { Database } from "../Database.ts"
import { query as patientQuery } from "../query.ts"

/** Rows that a chore handles per statement, so that none runs long. */
const piece = 500
/** How long raw messages are kept after processing, and messages that had no effect. */
const kept = { raw: "30 days", ignored: "90 days" }
/** Blobs that a node takes on at a time. */
const handful = 50
/** How long an upload may take from its announcement to its confirmation, and wait for its ticket. */
const patience = "24 hours"
/** How long a node has to remove what it took on before another does. */
const lease = "5 minutes"
/** How long removed bytes are remembered: longer than any command takes between finding bytes present and referring to them. */
const memory = "10 minutes"

/** Milliseconds that a chore may take. */
const limit = 60_000
const query = <A, E>(effect: Effect.Effect<A, E>) => patientQuery(effect, limit)

/** Whether a row still refers to the bytes `due`; those are not removed, but queued again when the last such row is deleted. */
const named = `exists (select from attachments a where a.blob_key = due.key)
  or exists (select from inbound_messages i where i.blob_key = due.key)`

/** `FileUpkeep` for all tenants. */
export const layer = Layer.effect(
  FileUpkeep,
  Effect.gen(function* () {
    const { system } = yield* Database

    const count = (text: string) =>
      query(Effect.map(system.unsafe<{ count: number }>(text), ([row]) => row?.count ?? 0))

    return FileUpkeep.of({
      expireUnclaimed: count(`with gone as (delete from attachments where (tenant_id, id) in (
          select tenant_id, id from attachments where ticket_id is null and created_at < now() - interval '${patience}'
          order by created_at limit ${piece} for update skip locked) returning 1)
        select count(*)::int as count from gone`),

      giveUpPending: count(`with failed as (
          update attachments set status = 'FAILED', blob_key = null, sha256 = null, updated_at = now() where (tenant_id, id) in (
            select tenant_id, id from attachments where ticket_id is not null and status = 'PENDING' and created_at < now() - interval '${patience}'
            order by created_at limit ${piece} for update skip locked) returning 1)
        select count(*)::int as count from failed`),

      forgetRaw: count(`with gone as (update inbound_messages set blob_key = null where (tenant_id, id) in (
          select tenant_id, id from inbound_messages where blob_key is not null and status in ('processed', 'duplicate')
            and processed_at < now() - interval '${kept.raw}' order by processed_at limit ${piece} for update skip locked) returning 1)
        select count(*)::int as count from gone`),

      forgetIgnored: count(`with gone as (delete from inbound_messages where (tenant_id, id) in (
          select tenant_id, id from inbound_messages where status = 'ignored' and received_at < now() - interval '${kept.ignored}'
          order by received_at limit ${piece} for update skip locked) returning 1)
        select count(*)::int as count from gone`),

      takeRemovals: query(
        system.unsafe<{ readonly key: string }>(`with due as (
            select key, removing_since from blob_removals where due_at <= now() and removed_at is null
            order by due_at limit ${handful} for update skip locked)
          , needed as (delete from blob_removals r using due where r.key = due.key and due.removing_since is null and (${named}))
          update blob_removals r set removing_since = coalesce(r.removing_since, now()), due_at = now() + interval '${lease}'
            from due where r.key = due.key and (due.removing_since is not null or not (${named})) returning r.key`)
      ),

      removed: ({ key }) =>
        query(
          Effect.asVoid(
            system`UPDATE blob_removals SET removed_at = now(), due_at = now() + ${memory}::interval WHERE key = ${key}`
          )
        ),

      forgetRemoved: count(`with gone as (delete from blob_removals where key in (
          select key from blob_removals where due_at <= now() and removed_at is not null limit ${piece} for update skip locked) returning 1)
        select count(*)::int as count from gone`)
    })
  })
)
