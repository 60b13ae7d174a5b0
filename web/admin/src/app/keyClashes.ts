interface Bound {
  readonly id: string
  readonly label: string
  readonly keys?: string | undefined
}

/** Returns the commands that would become unreachable, or would make `id` unreachable, if `id` had these keys. */
export const keyClashes = <B extends Bound>(id: string, keys: string, bound: ReadonlyArray<B>): ReadonlyArray<B> =>
  bound.filter(
    (one) =>
      one.id !== id &&
      one.keys !== undefined &&
      (one.keys === keys || one.keys.startsWith(`${keys} `) || keys.startsWith(`${one.keys} `))
  )
