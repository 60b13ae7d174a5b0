interface Bound {
  readonly id: string
  readonly label: string
  readonly keys?: string | undefined
}

/** Commands that could not be reached any more, or would keep `id` from being reached, if it had these keys. */
export const keyClashes = <B extends Bound>(id: string, keys: string, bound: ReadonlyArray<B>): ReadonlyArray<B> =>
  bound.filter(
    (one) =>
      one.id !== id &&
      one.keys !== undefined &&
      (one.keys === keys || one.keys.startsWith(`${keys} `) || keys.startsWith(`${one.keys} `))
  )
