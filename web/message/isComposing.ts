/** The part of a key event that tells who it belongs to. */
interface Key {
  readonly isComposing: boolean
  readonly keyCode: number
}

/**
 * Whether a key belongs to an input method, as for Chinese, Japanese or Korean, such as the Enter that accepts a word. Safari
 * ends the composition before it sends that key, so `isComposing` is already false, and only its key code tells.
 */
export const isComposing = (event: Key): boolean => event.isComposing || event.keyCode === 229
