import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Answer, Once, ReceiptRequest } from "./Receipt.ts"

/** The answers of commands, kept 24 hours for whoever sends the same command again (docs/api.md, Idempotency). */
export class Receipts extends Context.Service<
  Receipts,
  {
    /**
     * Runs `command` in one transaction of `tenant`, together with its receipt when one is asked for: both are stored,
     * or neither. A command that has a receipt is not run; its answer is returned. One that another node runs is waited
     * for, for 2 s at most, and then fails with `IdempotencyInProgress`. Stores that the command calls join the transaction.
     */
    once<A, E, R>(
      tenant: Tenant,
      request: ReceiptRequest<A> | undefined,
      command: Effect.Effect<A, E, R>
    ): Effect.Effect<Once<A>, E | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable, R>

    /** The answer that this request got before; fails when the key belongs to another request. */
    find(
      tenant: Tenant,
      request: Pick<ReceiptRequest<never>, "key" | "fingerprint">
    ): Effect.Effect<Option.Option<Answer>, IdempotencyKeyReused | DatabaseUnavailable>
  }
>()("trunkline/events/Receipts") {}
