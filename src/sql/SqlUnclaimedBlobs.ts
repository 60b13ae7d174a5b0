import { Effect, Layer } from "effect"
import { UnclaimedBlobs } from "../tickets/UnclaimedBlobs.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"

/** How long bytes wait for a row that names them: longer than it takes to send the rest of a form and to commit. */
const patience = "1 hour"

/**
 * `UnclaimedBlobs` as removals that are due later (0008_attachments.ts): a row that names the bytes takes them out again.
 * Nobody waits for the disk: what names the bytes is flushed after this, and is what callers are told of.
 */
export const layer = Layer.effect(
  UnclaimedBlobs,
  Effect.map(Database, ({ writes }) =>
    UnclaimedBlobs.of({
      note: (tenantId, key) =>
        query(writes`INSERT INTO blob_removals (key, tenant_id, due_at)
          SELECT ${key}, s.tenant_id, now() + ${patience}::interval
          FROM tenant_scope(${tenantId}) s, set_config('synchronous_commit', 'off', true)
          ON CONFLICT (key) DO UPDATE SET due_at = greatest(blob_removals.due_at, excluded.due_at)
          WHERE blob_removals.removing_since IS NULL`).pipe(Effect.asVoid)
    })
  )
)
