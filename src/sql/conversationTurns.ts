import { Effect, Semaphore } from "effect"

/** Conversations that are read at once: as many as there are connections to answer them. One has up to 16 MiB of texts. */
const atOnce = 3

/** Memory is the process's, so all who read a conversation take turns. They wait as long as they would for a connection. */
export const conversationTurns = Semaphore.makeUnsafe(atOnce)

/**
 * Reads a conversation in its turn, and makes of its rows what is asked for. A connection that others use too keeps the rows
 * that it found until it has nothing to do for a moment, so they are taken out of its hands: a hundred conversations were
 * more than the process may have.
 */
export const readConversation = <Row, A, E, R>(
  read: Effect.Effect<ReadonlyArray<Row>, E, R>,
  shape: (rows: ReadonlyArray<Row>) => A
): Effect.Effect<A, E, R> =>
  conversationTurns.withPermit(
    Effect.map(read, (rows) => {
      const shaped = shape(rows)
      // Read-only for everybody else: the client made the array for this statement alone.
      ;(rows as Array<Row>).length = 0
      return shaped
    })
  )
