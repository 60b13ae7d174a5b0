/** What of a key's event tells whose it is. */
interface Key {
  readonly isComposing: boolean
  readonly keyCode: number
}

/**
 * Whether a key is the input method's, by which Chinese, Japanese and Korean are written, as Enter is that takes a word. Safari
 * ends the word before it tells of that key, so that `isComposing` is false already, and its code alone says whose it is.
 */
export const isComposing = (event: Key): boolean => event.isComposing || event.keyCode === 229
