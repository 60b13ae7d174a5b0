/** Returns what this tab has stored under a name. It lasts until the tab is closed, across pages. */
export const remembered = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null")
  } catch {
    return null
  }
}

/** Stores a value, or removes it if `undefined`. */
export const remember = (name: string, value: unknown) => {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}
