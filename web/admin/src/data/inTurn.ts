/** The last of what is under way, by what it is done to. */
const last = new Map<string, Promise<unknown>>()

/** Acts once whatever was begun earlier with any of the same is over: what was done last is what counts, however slow the network. */
export const inTurn = <A>(keys: ReadonlyArray<string>, act: () => Promise<A>): Promise<A> => {
  const turn = Promise.allSettled(keys.map((key) => last.get(key))).then(act)
  for (const key of keys) last.set(key, turn)
  return turn.finally(() => {
    for (const key of keys) if (last.get(key) === turn) last.delete(key)
  })
}

/** Whether something has been begun with it that is not over. */
export const isAwaited = (key: string) => last.has(key)

/** Waits until whatever was begun with it is over, well or not. */
export const whenOver = (key: string) => Promise.allSettled([last.get(key)])
