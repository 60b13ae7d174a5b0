import { Effect, type Option, type Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { AlreadyExists } from "../../domain/Problems.ts"

/** The result of a command on a brand's list. */
export interface ListChange<A, V> {
  readonly value: V
  /** New or changed records, stored in this order. */
  readonly saved: ReadonlyArray<A>
  readonly removed?: A | undefined
  readonly audit: ReadonlyArray<AuditEntry>
}

/**
 * A configuration list of a brand that is short enough for every command to see it as a whole: categories, statuses or
 * field definitions. In order; `none` means that there is no such brand.
 */
export interface BrandList<A> {
  readonly list: (scope: BrandScope) => Effect.Effect<Option.Option<ReadonlyArray<A>>, DatabaseUnavailable>

  /**
   * Locks the brand, and stores the result of `decide` as part of the caller's transaction, so that no two commands see
   * the same last position, default or order.
   */
  readonly change: <V, E>(
    scope: BrandScope,
    causation: Causation,
    decide: (all: ReadonlyArray<A>) => Result.Result<ListChange<A, V>, E>
  ) => Effect.Effect<Option.Option<V>, E | AlreadyExists | DatabaseUnavailable>
}

/** For a change that sets no name or key, which therefore cannot conflict with an existing one. */
export const unnamed = <A, E, R>(changed: Effect.Effect<A, E | AlreadyExists, R>): Effect.Effect<A, E, R> =>
  Effect.catch(changed, (error) => (error instanceof AlreadyExists ? Effect.die(error) : Effect.fail(error)))
