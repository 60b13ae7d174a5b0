import { Effect, Fiber, PartitionedSemaphore } from "effect"

/**
 * Room for texts read from the database. All tenants share it, since they share the process's memory; those that wait take
 * turns.
 */
export type TextTurns = PartitionedSemaphore.PartitionedSemaphore<string>

/** Conversations read at once, on all connections. One has up to 16 MiB of text, which takes twice that as strings. */
export const conversationTurns: TextTurns = PartitionedSemaphore.makeUnsafe({ permits: 3 })

/** MiB of other texts read at once. */
export const textTurns: TextTurns = PartitionedSemaphore.makeUnsafe({ permits: 40 })

/**
 * Reads rows that need `room`, waiting for it as for a connection, and shapes them with `shape`. A caller that gives up returns
 * at once, but rows already requested still arrive, and their room is held until then. A shared connection keeps the rows it
 * found until it is idle for a moment, so the array is emptied.
 */
export const readTexts = <Row, A, E, R>(
  turns: TextTurns,
  { room, tenantId }: { readonly room: number; readonly tenantId: string },
  read: Effect.Effect<ReadonlyArray<Row>, E, R>,
  shape: (rows: ReadonlyArray<Row>) => A
): Effect.Effect<A, E, R> => {
  const inTurn = turns.withPermits(
    tenantId,
    room
  )(
    Effect.uninterruptible(
      Effect.map(read, (rows) => {
        const shaped = shape(rows)
        // Read-only to everybody else: the client made this array for this statement alone.
        ;(rows as Array<Row>).length = 0
        return shaped
      })
    )
  )
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(inTurn, { startImmediately: true }), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () => Effect.sync(() => fiber.interruptUnsafe()))
    )
  )
}
