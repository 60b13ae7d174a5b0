import { Cause, Effect, Layer, Random, Schema, type Scope } from "effect"
import { type ActorEntry, ActorRegistry } from "./ActorRegistry.ts"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Milliseconds before the first restart. Each further failure doubles them. */
const firstPause = 250
/** Milliseconds. The longest pause, before jitter. */
const longestPause = 30_000
/** Milliseconds. After an actor has run this long, its next pause is the shortest again. */
const healthyAfter = 60_000
/** Milliseconds after which a failure that persists for the same reason is logged again. */
const again = 600_000
/** Most characters of an error that the operator sees. */
const errorLimit = 300

/**
 * An actor fails with this for a routine restart, such as when the other side asks it to reconnect. It is restarted like any
 * other, but no error is reported.
 */
export class Recycled extends Schema.TaggedError<Recycled>()("Recycled", { reason: Schema.String }) {}

/** An actor to supervise. */
export interface Actor<E, R> {
  readonly name: string
  readonly kind: string
  readonly brandId?: string
  /** Whether it may end before the process does. Then its entry in the registry is removed. */
  readonly isPassing?: boolean
  /**
   * The actor's main program. It reports through `self`, runs `ready` once it works, and owns what it acquires: its scope
   * closes before it is restarted. Returning counts as a failure, so an actor without work has to wait.
   */
  readonly live: (self: ActorEntry & { readonly ready: Effect.Effect<void> }) => Effect.Effect<unknown, E, R>
}

/**
 * Keeps an actor alive until the scope closes. When it fails, dies or returns, it is restarted after a pause that doubles
 * from 250 ms to 30 s, jittered between half and all of it, so that actors that fail together do not restart together.
 * Failures never reach the caller. Each reason is logged once, and again every ten minutes while it persists, because a
 * database outage of an hour would otherwise fill the log.
 */
export const supervise = <E, R>(
  actor: Actor<E, R>
): Effect.Effect<void, never, Exclude<R, Scope.Scope> | Scope.Scope | ActorRegistry> =>
  Effect.gen(function* () {
    const { kind, name } = actor
    const entry = yield* (yield* ActorRegistry).register({ name, kind, brandId: actor.brandId })
    const self = { ...entry, ready: Effect.andThen(entry.change({ state: "running" }), entry.active) }
    let failures = 0
    let restarts = 0
    let told: { readonly error: string; readonly at: number } | undefined

    const life = Effect.gen(function* () {
      yield* entry.change({ state: "starting" })
      const started = yield* monotonicMillis
      const exit = yield* Effect.exit(Effect.scoped(actor.live(self)))
      const now = yield* monotonicMillis
      failures = now - started >= healthyAfter ? 1 : failures + 1
      restarts++
      const recycled = exit._tag === "Failure" ? recycledBy(exit.cause) : undefined
      if (recycled === undefined) {
        const lastError = exit._tag === "Failure" ? describe(exit.cause) : "it returned"
        yield* entry.change({ state: "backing_off", lastError, restarts })
        if (failures === 1 || told?.error !== lastError || now - told.at >= again) {
          told = { error: lastError, at: now }
          yield* Effect.logError("Actor failed; restarting it", lastError)
        }
      } else {
        yield* entry.change({ state: "backing_off", restarts })
        yield* Effect.logInfo("Actor restarts", recycled.reason)
      }
      const pause = Math.min(longestPause, firstPause * 2 ** (failures - 1))
      yield* Effect.sleep(pause * (0.5 + (yield* Random.next) / 2))
    })

    yield* Effect.forever(life).pipe(
      Effect.ensuring(actor.isPassing === true ? entry.remove : entry.change({ state: "stopped" })),
      Effect.annotateLogs({ actor: name, kind }),
      Effect.forkScoped
    )
  })

/** Supervises an actor for the lifetime of a layer. */
export const layer = <E, R>(actor: Actor<E, R>) => Layer.effectDiscard(supervise(actor))

const recycledBy = (cause: Cause.Cause<unknown>): Recycled | undefined => {
  const error = Cause.squash(cause)
  return error instanceof Recycled ? error : undefined
}

/** The failure in one line, without a stack and without the values in the fields of errors. */
const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, " ").slice(0, errorLimit)
}
