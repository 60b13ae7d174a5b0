import type { Effect, Option, Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AlreadyExists } from "../../domain/Problems.ts"

/** The result of a command on a record. Without an audit entry nothing has changed, and nothing is stored. */
export interface RecordChange<A> {
  readonly record: A
  readonly audit: AuditEntry | undefined
}

/**
 * Records of a brand that commands handle individually because there may be many: companies and tags. Every write joins
 * the caller's transaction and locks the brand first; `none` means that there is no such brand or no such record in it.
 */
export interface BrandRecords<A, I> {
  readonly insert: (
    scope: BrandScope,
    causation: Causation,
    change: RecordChange<A>
  ) => Effect.Effect<Option.Option<A>, AlreadyExists | DatabaseUnavailable>

  readonly update: <E>(
    scope: BrandScope,
    causation: Causation,
    id: I,
    change: (record: A) => Result.Result<RecordChange<A>, E>
  ) => Effect.Effect<Option.Option<A>, E | AlreadyExists | DatabaseUnavailable>

  /** Removes the record if `check` allows it and returns an audit entry. */
  readonly delete: <E>(
    scope: BrandScope,
    causation: Causation,
    id: I,
    check: (record: A) => Result.Result<AuditEntry, E>
  ) => Effect.Effect<Option.Option<A>, E | DatabaseUnavailable>
}
