import { Context, DateTime, Effect, Layer } from "effect"

/** The state of an actor. `backing_off` means that it waits before it is restarted. */
export type ActorState = "starting" | "running" | "backing_off" | "stopped"

/** The status of one actor, as `GET /v1/system/actors` lists it. */
export interface ActorStatus {
  readonly name: string
  /** What the actor does, such as `smtp`, `webhook` or `sweeper`. */
  readonly kind: string
  /** The brand that it works for, or `undefined` if it works for the whole installation. */
  readonly brandId: string | undefined
  readonly state: ActorState
  /** Number of restarts since the process started. */
  readonly restarts: number
  /** Pending work, in the actor's own unit. */
  readonly backlog: number
  readonly lastActivityAt: DateTime.Utc | undefined
  /** Why it last failed, in one line. Kept after it has recovered. */
  readonly lastError: string | undefined
  /** For actors that carry messages: when the last message passed in each direction; for those of a connection, on any node. */
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
}

/** The registry entry of an actor, through which it reports its status. */
export interface ActorEntry {
  /** Records that the actor just did something useful. */
  readonly active: Effect.Effect<void>
  /** Records that the actor just carried a message in or out. */
  readonly carried: (direction: "in" | "out") => Effect.Effect<void>
  readonly backlog: (count: number) => Effect.Effect<void>
  readonly change: (change: Partial<Omit<ActorStatus, "kind" | "backlog" | "lastActivityAt">>) => Effect.Effect<void>
  readonly status: Effect.Effect<ActorStatus>
}

/** The actors of this process, visible to the operator. */
export class ActorRegistry extends Context.Service<
  ActorRegistry,
  {
    /** Adds an entry in state `starting`. An actor that ends for good removes it; a stopped one stays visible. */
    register(
      actor: Pick<ActorStatus, "name" | "kind" | "brandId">
    ): Effect.Effect<ActorEntry & { readonly remove: Effect.Effect<void> }>

    /** All actors, ordered by kind and name. */
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
