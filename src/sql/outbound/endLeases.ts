import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { heldFor } from "../../tickets/whileHeld.ts"

/**
 * Lets others take over what these nodes, whose sessions have ended, had in hand for people: after `heldFor.lease`. A node that lives, and
 * lost its session with its database or with a connection, renews its leases several times until then, and keeps what it is sending.
 */
export const endLeases = (system: SqlClient.SqlClient, nodes: ReadonlyArray<number>) => {
  const end = system`now() + make_interval(secs => ${Duration.toSeconds(heldFor.lease)})`
  return Effect.all(
    [
      system`UPDATE outgoing_mail SET due_at = ${end} WHERE lease_owner = ANY(${nodes}::int[]) AND state = 'sending' AND due_at > ${end}`,
      system`UPDATE outgoing_mail SET copies_due_at = ${end}
        WHERE copies_lease_owner = ANY(${nodes}::int[]) AND copies_due_at > ${end}`,
      system`UPDATE chat_updates SET due_at = ${end} WHERE lease_owner = ANY(${nodes}::int[]) AND due_at > ${end}`
    ],
    { discard: true }
  )
}
