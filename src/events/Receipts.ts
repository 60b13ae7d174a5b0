import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Answer, Once, ReceiptRequest } from "./Receipt.ts"

/** The answers to commands, stored for 24 hours for repetitions of the same command (docs/idempotency.md). */
export class Receipts extends Context.Service<
  Receipts,
  {
    /**
     * Runs `command` in one transaction of `tenant`, and atomically stores its receipt if one is requested. If the command
     * already has a receipt, it is not run, and the stored answer is returned. If it is being run elsewhere, this waits for
     * at most 2 s and then fails with `IdempotencyInProgress`. Stores that the command calls join the transaction.
     */
    once<A, E, R>(
      tenant: Tenant,
      request: ReceiptRequest<A> | undefined,
      command: Effect.Effect<A, E, R>
    ): Effect.Effect<Once<A>, E | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable, R>

    /** The answer that this request got before. Fails if the key belongs to a different request. */
    find(
      tenant: Tenant,
      request: Pick<ReceiptRequest<never>, "key" | "fingerprint">
    ): Effect.Effect<Option.Option<Answer>, IdempotencyKeyReused | DatabaseUnavailable>
  }
>()("trunkline/events/Receipts") {}
