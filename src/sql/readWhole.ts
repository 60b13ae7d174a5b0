import { Effect } from "effect"
import { AnswerRoom } from "../domain/AnswerRoom.ts"
import { query } from "./query.ts"
import { conversationTurns, readTexts, textTurns } from "./textTurns.ts"

/** Bytes of an answer up to which an unpaginated list is read at once: answers up to this size need no room reserved. */
const smallList = 64 * 1024
/** More than the bytes of any list. */
export const anyLength = 2 ** 31 - 1

/**
 * Selects, from the single row `from`, an unpaginated list: the columns of `list`, and as `bytes` how large an answer with it
 * is, which is the one column `bytes` of `size`. A list of more than `most` bytes is not read: the result is one row of nulls,
 * as for an empty list.
 */
export const wholeList = (from: string, { list, most, size }: { list: string; most: string; size: string }): string =>
  `select z.bytes, c.* from ${from}, lateral (${size}) z
  left join lateral (select * from (${list}) c where z.bytes <= ${most} offset 0) c on true`

/**
 * Reads an unpaginated list: a small one at once, a large one once there is room for its answer, and only a few of these at a
 * time.
 */
export const readWhole = Effect.fnUntraced(function* <Row extends object, A, E, R>(
  tenantId: string,
  /** The statement `wholeList` with this `most`. */
  upTo: (most: number) => Effect.Effect<ReadonlyArray<Row & { readonly bytes: number }>, E, R>,
  shape: (rows: ReadonlyArray<Row>) => A
) {
  const room = { room: 1, tenantId }
  const found = yield* query(
    readTexts(textTurns, room, upTo(smallList), (rows) => ({ bytes: rows[0]?.bytes ?? 0, value: shape(rows) }))
  )
  if (found.bytes <= smallList) return found.value
  yield* (yield* AnswerRoom)(found.bytes)
  return yield* query(readTexts(conversationTurns, room, upTo(anyLength), shape))
})
