/** The part of a keyboard event that identifies the key. */
interface Key {
  readonly key: string
  /** Its position on the keyboard, such as `KeyK`. */
  readonly code: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly ctrlKey: boolean
}

/**
 * Returns a key as commands name it: `Mod+Shift+Enter`, `Shift+E`, `e`, `?`. Shift is already part of a punctuation character.
 * On a keyboard with Arabic, Greek or other non-Latin letters, a key is the Latin letter in the same position.
 */
export const pressOf = (event: Key, isMac: boolean): string => {
  const isOther = /^(?!\p{Script=Latin})\p{L}+$/u.test(event.key)
  const key = (isOther && /^Key(.)$/.exec(event.code)?.[1]) || event.key
  const isLetter = /^\p{L}$/u.test(key)
  const isSign = key.length === 1 && !isLetter
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) ? "Mod" : undefined,
    event.altKey && !isSign ? "Alt" : undefined,
    event.shiftKey && !isSign ? "Shift" : undefined,
    isLetter ? (event.shiftKey ? key.toUpperCase() : key.toLowerCase()) : key
  ]
  return parts.filter((part) => part !== undefined).join("+")
}
