import { Effect, type Option, type Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { AlreadyExists } from "../../domain/Problems.ts"

/** What a command makes of a brand's list. */
export interface ListChange<A, V> {
  readonly value: V
  /** New or changed records, stored in this order. */
  readonly saved: ReadonlyArray<A>
  readonly removed?: A | undefined
  readonly audit: ReadonlyArray<AuditEntry>
}

/**
 * A list that a brand configures and every command can see whole, because it is short: its categories, statuses or
 * field definitions. In their order; `none` is no such brand.
 */
export interface BrandList<A> {
  readonly list: (scope: BrandScope) => Effect.Effect<Option.Option<ReadonlyArray<A>>, DatabaseUnavailable>

  /**
   * Locks the brand, and stores what `decide` makes of its list as part of the caller's transaction, so that no two
   * commands see the same last place, default or order.
   */
  readonly change: <V, E>(
    scope: BrandScope,
    causation: Causation,
    decide: (all: ReadonlyArray<A>) => Result.Result<ListChange<A, V>, E>
  ) => Effect.Effect<Option.Option<V>, E | AlreadyExists | DatabaseUnavailable>
}

/** A change that gives no record a name or key: there is none that another could have already. */
export const unnamed = <A, E, R>(changed: Effect.Effect<A, E | AlreadyExists, R>): Effect.Effect<A, E, R> =>
  Effect.catch(changed, (error) => (error instanceof AlreadyExists ? Effect.die(error) : Effect.fail(error)))
