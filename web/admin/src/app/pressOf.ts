/** What of a key's event tells which key it is. */
interface Key {
  readonly key: string
  /** Its place on the keyboard, such as `KeyK`. */
  readonly code: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly ctrlKey: boolean
}

/**
 * A key as commands name it: `Mod+Shift+Enter`, `Shift+E`, `e`, `?`. Shift is a part of what signs look like. Where letters
 * are Arabic, Greek or of another script, a key is the Latin letter that is in its place.
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
