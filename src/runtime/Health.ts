import { Context, Deferred, Effect, Layer, type Scope } from "effect"

/** Milliseconds that one check may take; longer counts as not ready. */
const checkLimit = 2_000

/** Whether this node should be sent requests, and what is amiss: the answer of `/ready`. */
export interface Readiness {
  /** Every check that decides is well. */
  readonly ready: boolean
  /** `true` for what is well, by the name of the check. */
  readonly checks: Readonly<Record<string, boolean>>
}

/** The named checks behind `/ready`. Liveness needs none: a process that answers is alive. */
export class Health extends Context.Service<
  Health,
  {
    /**
     * Adds a check until the scope closes. A check that fails, dies or does not end is not well; one that does not
     * decide is told of, and makes no node unready.
     */
    register(
      name: string,
      check: Effect.Effect<unknown, unknown>,
      options?: { readonly decides?: boolean }
    ): Effect.Effect<void, never, Scope.Scope>

    /** Runs every check, all at once. */
    readonly readiness: Effect.Effect<Readiness>

    /** From now on this node is not ready, whatever the checks say: the first step of shutting down. */
    readonly drain: Effect.Effect<void>

    /** Waits for that: answers without an end are ended then. */
    readonly drained: Effect.Effect<void>
  }
>()("trunkline/runtime/Health") {
  static readonly layer = Layer.sync(Health, () => {
    const checks = new Map<string, { readonly check: Effect.Effect<unknown, unknown>; readonly decides: boolean }>()
    const draining = Deferred.makeUnsafe<void>()

    const well = (check: Effect.Effect<unknown, unknown>) =>
      check.pipe(
        Effect.timeout(checkLimit),
        Effect.as(true),
        Effect.catchCause(() => Effect.succeed(false))
      )

    return Health.of({
      register: (name, check, { decides = true } = {}) => {
        const entry = { check, decides }
        return Effect.acquireRelease(
          Effect.sync(() => void checks.set(name, entry)),
          () => Effect.sync(() => void (checks.get(name) === entry && checks.delete(name)))
        )
      },

      readiness: Effect.gen(function* () {
        const results = yield* Effect.forEach(
          checks,
          ([name, { check, decides }]) => Effect.map(well(check), (ok) => ({ name, ok, decides })),
          { concurrency: "unbounded" }
        )
        return {
          ready: !Deferred.isDoneUnsafe(draining) && results.every(({ decides, ok }) => ok || !decides),
          checks: Object.fromEntries(results.map(({ name, ok }) => [name, ok]))
        }
      }),

      drain: Effect.asVoid(Deferred.succeed(draining, undefined)),
      drained: Deferred.await(draining)
    })
  })
}
