import { Effect, Fiber, PartitionedSemaphore } from "effect"

/** Room for texts that are read from the database. Memory is the process's, so all share it; tenants that wait take turns. */
export type TextTurns = PartitionedSemaphore.PartitionedSemaphore<string>

/** Conversations that are read at once, on all connections. One has up to 16 MiB of texts, which take twice that as strings. */
export const conversationTurns: TextTurns = PartitionedSemaphore.makeUnsafe({ permits: 3 })

/** MiB of other texts that are read at once. */
export const textTurns: TextTurns = PartitionedSemaphore.makeUnsafe({ permits: 40 })

/**
 * Reads rows for which there has to be `room`, waits for that as for a connection, and makes of them what is asked for. Who
 * gives up meanwhile is gone at once, but rows that were asked for come all the same: the room is theirs until they have come.
 * A connection that others use too keeps the rows that it found until it has nothing to do for a moment, so they are taken out
 * of its hands.
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
        // Read-only for everybody else: the client made the array for this statement alone.
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
