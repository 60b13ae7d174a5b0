import { Duration, Effect, Schedule } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { ChannelConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused, NotFound } from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import type { Receipts } from "../../events/Receipts.ts"
import type { ConnectionStore } from "./ConnectionStore.ts"

/** How often, and at most how many times, to check whether a connection still has unhandled messages. */
const looks = { every: Duration.millis(200), most: 50 }

interface Removal<C> {
  readonly scope: BrandScope
  readonly causation: Causation
  readonly receipt: ReceiptRequest<void> | undefined
  /** Fails if it is gone. */
  readonly find: Effect.Effect<C, NotFound | DatabaseUnavailable>
  readonly told: (connection: C) => AuditEntry
}

/**
 * Removes a connection once everything that we have accepted from its provider was tried. Messages that take longer than
 * ten seconds are given up, and are recorded in the inbound log.
 */
export const removeConnection = <C extends ChannelConnection>(
  connections: Pick<ConnectionStore["Service"], "delete">,
  receipts: Pick<Receipts["Service"], "once">,
  { causation, find, receipt, scope, told }: Removal<C>
): Effect.Effect<Once<void>, NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable> => {
  const remove = (unhandled: "waited for" | "given up") =>
    receipts.once(
      scope.tenant,
      receipt,
      Effect.gen(function* () {
        const connection = yield* find
        // Somebody else removed it first: then this fails, since it is gone.
        if (!(yield* connections.delete(scope, causation, connection, told(connection), unhandled))) yield* find
      })
    )
  return remove("waited for").pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "MessagesWaiting",
      schedule: Schedule.spaced(looks.every),
      times: looks.most
    }),
    Effect.catchTag("MessagesWaiting", () => remove("given up")),
    Effect.catchTag("MessagesWaiting", Effect.die)
  )
}
