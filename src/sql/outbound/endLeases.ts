import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { heldFor } from "../../tickets/whileHeld.ts"

/** Seconds for which the one message that tries a circuit has it to itself, unless its node is known to have died. */
export const trialSeconds = 120

/**
 * Lets others take over, after `heldFor.lease`, what these nodes, whose sessions have ended, were sending to people. A live
 * node that lost only its session (with its database or a connection) renews its leases several times until then, and keeps
 * what it is sending.
 */
export const endLeases = (system: SqlClient.SqlClient, nodes: ReadonlyArray<number>) => {
  const end = system`now() + make_interval(secs => ${Duration.toSeconds(heldFor.lease)})`
  return Effect.all(
    [
      system`UPDATE outgoing_mail SET due_at = ${end} WHERE lease_owner = ANY(${nodes}::int[]) AND state = 'sending' AND due_at > ${end}`,
      system`UPDATE outgoing_mail SET copies_due_at = ${end}
        WHERE copies_lease_owner = ANY(${nodes}::int[]) AND copies_due_at > ${end}`,
      system`UPDATE chat_updates SET due_at = ${end} WHERE lease_owner = ANY(${nodes}::int[]) AND due_at > ${end}`,
      // The trial of a circuit has it to itself; the pause after a failed one may be longer.
      system`UPDATE channel_connections SET retry_at = ${end}
        WHERE retry_at BETWEEN ${end} AND now() + make_interval(secs => ${trialSeconds}) AND id IN (
          SELECT connection_id FROM outgoing_mail WHERE lease_owner = ANY(${nodes}::int[]) AND state = 'sending')`
    ],
    { discard: true }
  )
}
