/** A field after a change of it: absent is unchanged, `null` clears. */
export const cleared = <A>(change: A | null | undefined, before: A | undefined): A | undefined =>
  change === undefined ? before : (change ?? undefined)
