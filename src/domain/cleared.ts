/** A field after a change: `undefined` leaves it unchanged, `null` clears it. */
export const cleared = <A>(change: A | null | undefined, before: A | undefined): A | undefined =>
  change === undefined ? before : (change ?? undefined)
