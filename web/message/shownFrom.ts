/** Characters shown at first, about a hundred short messages: a whole conversation can take a browser minutes. */
export const roomAtFirst = 125_000
/** Characters that each message counts for, in addition to its text. */
const around = 1_000

/**
 * Returns the index of the first message to show of those before `end`: the newest that fit into `room` characters, and at
 * least one.
 */
export const shownFrom = (messages: ReadonlyArray<{ readonly body: string }>, end: number, room: number): number => {
  let [from, left] = [end, room]
  for (; from > 0 && left > 0; from--) left -= around + (messages[from - 1]?.body.length ?? 0)
  return from
}
