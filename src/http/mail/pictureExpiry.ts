/** Milliseconds after which the addresses of pictures change. */
const turn = 15 * 60_000

/**
 * The expiry of a picture's address made now: in 15 to 30 minutes. It stays the same for a while, so that a browser that
 * shows the email again can use its cache.
 */
export const pictureExpiry = (now: number): number => (Math.floor(now / turn) + 2) * turn
