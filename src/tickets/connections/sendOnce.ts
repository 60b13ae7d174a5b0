import { Effect, Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import type { Receipts } from "../../events/Receipts.ts"

/**
 * Sends something to a provider that is not stored in the database, and keeps the answer for a repeated request. No
 * transaction stays open while the provider responds, so it is sent again if the server dies before the answer is stored.
 */
export const sendOnce = <A, E, R>(
  receipts: Receipts["Service"],
  tenant: Tenant,
  receipt: ReceiptRequest<A> | undefined,
  send: Effect.Effect<A, E, R>
): Effect.Effect<Once<A>, E | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable, R> =>
  Effect.gen(function* () {
    if (receipt === undefined) return { replayed: false, value: yield* send }
    const kept = yield* receipts.find(tenant, receipt)
    if (Option.isSome(kept)) return { replayed: true, answer: kept.value }
    const sent = yield* send
    return yield* receipts.once(tenant, receipt, Effect.succeed(sent))
  })
