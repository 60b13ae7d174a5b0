/** What this tab remembers under a name until it is closed, also when another page is looked at meanwhile. */
export const remembered = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null")
  } catch {
    return null
  }
}

/** Remembers a value, or with undefined forgets it. */
export const remember = (name: string, value: unknown) => {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The browser keeps nothing here: it lasts as long as the page.
  }
}
