import { Effect, Option, type Scope, Stream } from "effect"
import type { ConnectionId, ConnectionKind, ConnectionStatus } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { type ActorEntry, ActorRegistry, type ActorState } from "../../runtime/ActorRegistry.ts"
import { ConnectionStore } from "./ConnectionStore.ts"

/** Entries for connections in the list of actors, which show operators which of them work and how much is queued for each. */
export interface ConnectionLines {
  /** Updates the backlog and the history of each entry. */
  readonly backlog: (waiting: ReadonlyMap<ConnectionId, number>) => Effect.Effect<void, DatabaseUnavailable>
  readonly works: (id: ConnectionId, lastError?: string) => Effect.Effect<void>
  readonly fails: (id: ConnectionId, lastError: string) => Effect.Effect<void>
  /** Keeps the entries in step with the existing connections, until the database connection is lost. */
  readonly follow: Effect.Effect<void, DatabaseUnavailable>
}

/** Adds entries for all connections of this kind, for as long as the scope is open. */
export const connectionLines = (
  kind: ConnectionKind
): Effect.Effect<ConnectionLines, DatabaseUnavailable, ActorRegistry | ConnectionStore | Scope.Scope> =>
  Effect.gen(function* () {
    const registry = yield* ActorRegistry
    const store = yield* ConnectionStore
    const lines = new Map<ConnectionId, ActorEntry & { readonly remove: Effect.Effect<void> }>()
    const drop = (id: ConnectionId) =>
      Effect.andThen(
        lines.get(id)?.remove ?? Effect.void,
        Effect.sync(() => void lines.delete(id))
      )
    yield* Effect.addFinalizer(() => Effect.forEach([...lines.keys()], drop, { discard: true }))

    const show = Effect.fnUntraced(function* (id: ConnectionId) {
      const found = yield* store.placed(id)
      if (Option.isNone(found)) return yield* drop(id)
      const { brandId, lastError, name, status } = found.value.connection
      if (found.value.connection.kind !== kind) return
      const line = lines.get(id) ?? (yield* registry.register({ name, kind, brandId }))
      lines.set(id, line)
      yield* line.change({
        ...{ name, brandId, state: stateOf[status] },
        ...(lastError === undefined ? {} : { lastError })
      })
    })
    const change = (id: ConnectionId, state: ActorState, lastError: string | undefined) => {
      const line = lines.get(id)
      return line === undefined
        ? Effect.void
        : Effect.andThen(line.active, line.change({ state, ...(lastError === undefined ? {} : { lastError }) }))
    }

    for (const { connection } of yield* store.all(kind)) yield* show(connection.id)

    return {
      backlog: Effect.fnUntraced(function* (waiting) {
        const records = yield* store.records(kind)
        yield* Effect.forEach(
          [...lines],
          ([id, line]) => Effect.andThen(line.backlog(waiting.get(id) ?? 0), line.change(records.get(id) ?? {})),
          { discard: true }
        )
      }),
      works: (id, lastError) => change(id, "running", lastError),
      fails: (id, lastError) => change(id, "backing_off", lastError),
      follow: Stream.runForEach(store.changes, show)
    }
  })

const stateOf: Record<ConnectionStatus, ActorState> = {
  active: "running",
  error: "backing_off",
  needs_reauth: "backing_off",
  disabled: "stopped",
  uninstalled: "stopped"
}
