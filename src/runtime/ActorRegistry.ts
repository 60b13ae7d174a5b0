import { Context, DateTime, Effect, Layer } from "effect"

/** Where an actor is in its life; `backing_off` waits before it starts again. */
export type ActorState = "starting" | "running" | "backing_off" | "stopped"

/** What one actor says of itself: a line of `GET /v1/system/actors`. */
export interface ActorStatus {
  readonly name: string
  /** What it does, such as `smtp`, `webhook` or `sweeper`. */
  readonly kind: string
  /** The brand it works for; undefined for the installation's own. */
  readonly brandId: string | undefined
  readonly state: ActorState
  /** Times it was started again since the process started. */
  readonly restarts: number
  /** Work that waits for it, in its own unit. */
  readonly backlog: number
  readonly lastActivityAt: DateTime.Utc | undefined
  /** Why it last failed, in one line; kept after it recovered. */
  readonly lastError: string | undefined
  /** Of one that carries messages: when the last of each direction went through; of a connection's, on any node. */
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
}

/** The line that an actor holds while it lives, and by which it reports. */
export interface ActorEntry {
  /** It did something of use, just now. */
  readonly active: Effect.Effect<void>
  /** It carried a message, in from outside or out, just now. */
  readonly carried: (direction: "in" | "out") => Effect.Effect<void>
  readonly backlog: (count: number) => Effect.Effect<void>
  readonly change: (change: Partial<Omit<ActorStatus, "kind" | "backlog" | "lastActivityAt">>) => Effect.Effect<void>
  readonly status: Effect.Effect<ActorStatus>
}

/** The actors of this process, for the operator to see. */
export class ActorRegistry extends Context.Service<
  ActorRegistry,
  {
    /** Adds a line in state `starting`. An actor that is gone for good removes it; a stopped one stays visible. */
    register(
      actor: Pick<ActorStatus, "name" | "kind" | "brandId">
    ): Effect.Effect<ActorEntry & { readonly remove: Effect.Effect<void> }>

    /** Every line, by kind and name. */
    readonly list: Effect.Effect<ReadonlyArray<ActorStatus>>
  }
>()("trunkline/runtime/ActorRegistry") {
  static readonly layer = Layer.sync(ActorRegistry, () => {
    const lines = new Map<object, ActorStatus>()

    return ActorRegistry.of({
      register: (actor) =>
        Effect.sync(() => {
          const key = {}
          const born: ActorStatus = {
            ...actor,
            state: "starting",
            restarts: 0,
            backlog: 0,
            lastActivityAt: undefined,
            lastError: undefined
          }
          lines.set(key, born)
          const change = (change: Partial<ActorStatus>) =>
            Effect.sync(() => {
              const line = lines.get(key)
              if (line !== undefined) lines.set(key, { ...line, ...change })
            })
          return {
            active: Effect.flatMap(DateTime.now, (lastActivityAt) => change({ lastActivityAt })),
            carried: (direction) =>
              Effect.flatMap(DateTime.now, (now) =>
                change({ lastActivityAt: now, [direction === "in" ? "lastInboundAt" : "lastOutboundAt"]: now })
              ),
            backlog: (backlog) => change({ backlog }),
            change,
            status: Effect.sync(() => lines.get(key) ?? { ...born, state: "stopped" }),
            remove: Effect.sync(() => void lines.delete(key))
          }
        }),

      list: Effect.sync(() => [...lines.values()].sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name)))
    })
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
