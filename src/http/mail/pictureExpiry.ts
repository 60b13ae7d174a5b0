/** Milliseconds after which the addresses of pictures change. */
const turn = 15 * 60_000

/**
 * When the address of a picture ends that is made now: in 15 to 30 minutes. It stays the same for a while, so that a
 * browser that shows the mail again has what it names.
 */
export const pictureExpiry = (now: number): number => (Math.floor(now / turn) + 2) * turn
