import { Context, Deferred, Effect, Layer, type Scope } from "effect"

/** Milliseconds that one check may take. A slower one counts as failed. */
const checkLimit = 2_000

/** Whether this node should get requests, and which checks fail; the response of `/ready`. */
export interface Readiness {
  /** Whether every check that decides passes. */
  readonly ready: boolean
  /** Whether each check passes, by name. */
  readonly checks: Readonly<Record<string, boolean>>
}

/** The named checks behind `/ready`. Liveness needs no checks: a process that answers is alive. */
export class Health extends Context.Service<
  Health,
  {
    /**
     * Adds a check until the scope closes. It does not pass if it fails, dies or times out. With `decides: false`, the check
     * is reported but does not affect readiness.
     */
    register(
      name: string,
      check: Effect.Effect<unknown, unknown>,
      options?: { readonly decides?: boolean }
    ): Effect.Effect<void, never, Scope.Scope>

    /** Runs all checks concurrently. */
    readonly readiness: Effect.Effect<Readiness>

    /** Makes this node unready from now on, whatever the checks say. The first step of shutting down. */
    readonly drain: Effect.Effect<void>

    /** Waits until `drain` is called, which is when endless responses must end. */
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
