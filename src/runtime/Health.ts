import { Context, Deferred, Effect, Layer, type Scope } from "effect"

/** Milliseconds that one check may take; longer counts as not ready. */
const checkLimit = 2_000

/** Whether this node should be sent requests, and what is amiss: the answer of `/ready`. */
export interface Readiness {
  readonly ready: boolean
  /** `true` for what is well, by the name of the check. */
  readonly checks: Readonly<Record<string, boolean>>
}

/** The named checks behind `/ready`. Liveness needs none: a process that answers is alive. */
export class Health extends Context.Service<
  Health,
  {
    /** Adds a check until the scope closes. A check that fails, dies or does not end is not well. */
    register(name: string, check: Effect.Effect<unknown, unknown>): Effect.Effect<void, never, Scope.Scope>

    /** Runs every check, all at once. */
    readonly readiness: Effect.Effect<Readiness>

    /** From now on this node is not ready, whatever the checks say: the first step of shutting down. */
    readonly drain: Effect.Effect<void>

    /** Waits for that: answers without an end are ended then. */
    readonly drained: Effect.Effect<void>
  }
>()("trunkline/runtime/Health") {
  static readonly layer = Layer.sync(Health, () => {
    const checks = new Map<string, Effect.Effect<unknown, unknown>>()
    const draining = Deferred.makeUnsafe<void>()

    const well = (check: Effect.Effect<unknown, unknown>) =>
      check.pipe(
        Effect.timeout(checkLimit),
        Effect.as(true),
        Effect.catchCause(() => Effect.succeed(false))
      )

    return Health.of({
      register: (name, check) =>
        Effect.acquireRelease(
          Effect.sync(() => void checks.set(name, check)),
          () => Effect.sync(() => void (checks.get(name) === check && checks.delete(name)))
        ),

      readiness: Effect.gen(function* () {
        const results = yield* Effect.forEach(
          checks,
          ([name, check]) => Effect.map(well(check), (ok) => [name, ok] as const),
          { concurrency: "unbounded" }
        )
        return {
          ready: !Deferred.isDoneUnsafe(draining) && results.every(([, ok]) => ok),
          checks: Object.fromEntries(results)
        }
      }),

      drain: Effect.asVoid(Deferred.succeed(draining, undefined)),
      drained: Deferred.await(draining)
    })
  })
}
