/** The last pending act on each key. */
const last = new Map<string, Promise<unknown>>()

/**
 * Runs `act` once all earlier acts on any of the same keys have settled, so that the last act wins, however slow the network.
 */
export const inTurn = <A>(keys: ReadonlyArray<string>, act: () => Promise<A>): Promise<A> => {
  const turn = Promise.allSettled(keys.map((key) => last.get(key))).then(act)
  for (const key of keys) last.set(key, turn)
  return turn.finally(() => {
    for (const key of keys) if (last.get(key) === turn) last.delete(key)
  })
}

/** Whether an act on this key is pending. */
export const isAwaited = (key: string) => last.has(key)

/** Waits until all acts on this key have settled. */
export const whenOver = (key: string) => Promise.allSettled([last.get(key)])
