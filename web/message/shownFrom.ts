/** Characters that are shown at first, a hundred short messages: all of a conversation may take a browser minutes. */
export const roomAtFirst = 125_000
/** Characters that a message costs before it says anything. */
const around = 1_000

/** Where those begin that are shown of the messages before `end`: the newest, one at the least, for which there is room in characters. */
export const shownFrom = (messages: ReadonlyArray<{ readonly body: string }>, end: number, room: number): number => {
  let [from, left] = [end, room]
  for (; from > 0 && left > 0; from--) left -= around + (messages[from - 1]?.body.length ?? 0)
  return from
}
