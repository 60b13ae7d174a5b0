/** What of a key's event tells which key it is. */
interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly ctrlKey: boolean
}

/** A key as commands name it: `Mod+Shift+Enter`, `Shift+E`, `e`, `?`. Shift is a part of what signs look like. */
export const pressOf = (event: Key, isMac: boolean): string => {
  const isLetter = /^\p{L}$/u.test(event.key)
  const isSign = event.key.length === 1 && !isLetter
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) ? "Mod" : undefined,
    event.altKey && !isSign ? "Alt" : undefined,
    event.shiftKey && !isSign ? "Shift" : undefined,
    isLetter ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()) : event.key
  ]
  return parts.filter((part) => part !== undefined).join("+")
}
