import { Cause, Effect, Layer, Random, Schema, type Scope } from "effect"
import { type ActorEntry, ActorRegistry } from "./ActorRegistry.ts"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Milliseconds before the first restart; each further failure doubles them. */
const firstPause = 250
/** Longest pause in milliseconds, before jitter. */
const longestPause = 30_000
/** An actor that ran so many milliseconds before it failed is a healthy one: its pauses begin anew. */
const healthyAfter = 60_000
/** Milliseconds after which a failure that goes on for the same reason is told again. */
const again = 600_000
/** Characters of an error that the operator sees. */
const errorLimit = 300

/**
 * An actor that ends with this has nothing to complain of: the other side wants it to begin anew, as it does now and then.
 * It is started again like any other, but nothing is said of an error.
 */
export class Recycled extends Schema.TaggedError<Recycled>()("Recycled", { reason: Schema.String }) {}

/** What supervision asks of an actor. */
export interface Actor<E, R> {
  readonly name: string
  readonly kind: string
  readonly brandId?: string
  /** It may be gone for good before the process is: then nothing is said of it any more. */
  readonly isPassing?: boolean
  /**
   * The actor's life. It reports through `self`, calls `ready` once it works, and owns what it acquires: its scope is
   * closed before it is started again. Returning is a failure like any other; an actor that has nothing left to do
   * waits.
   */
  readonly live: (self: ActorEntry & { readonly ready: Effect.Effect<void> }) => Effect.Effect<unknown, E, R>
}

/**
 * Keeps an actor alive until the scope closes. When it fails, dies or returns, it is started again after a pause that
 * doubles from 250 ms to 30 s, jittered between half and all of it, so that many that fail together do not return
 * together. Nothing of this reaches the caller: an actor's failure is its own. The log tells of each reason once, and again every
 * ten minutes while it goes on: a database that is away for an hour would fill it otherwise.
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

/** An actor for the life of a layer. */
export const layer = <E, R>(actor: Actor<E, R>) => Layer.effectDiscard(supervise(actor))

const recycledBy = (cause: Cause.Cause<unknown>): Recycled | undefined => {
  const error = Cause.squash(cause)
  return error instanceof Recycled ? error : undefined
}

/** The failure in one line, without a stack and without the values that errors carry in their fields. */
const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, " ").slice(0, errorLimit)
}
