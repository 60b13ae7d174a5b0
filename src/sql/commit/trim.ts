/** Drops the oldest entries until at most `most` are left. */
export const trim = <K>(
  held: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean },
  most: number
) => {
  for (const key of held.keys()) {
    if (held.size <= most) break
    held.delete(key)
  }
}
