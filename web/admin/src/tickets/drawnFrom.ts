/** Characters that a message costs before it says anything: its name, its time and its buttons are drawn, too. */
const around = 1_000

/** Where those begin that are drawn of the messages before `end`: the newest, one at the least, for which there is room in characters. */
export const drawnFrom = (messages: ReadonlyArray<{ readonly body: string }>, end: number, room: number): number => {
  let [from, left] = [end, room]
  for (; from > 0 && left > 0; from--) left -= around + (messages[from - 1]?.body.length ?? 0)
  return from
}
