/** Under which this browser knows who has opened the dashboard last. */
const key = "trunkline.person"

/**
 * Keeps a page to whoever has opened it: once somebody else has signed in, in another window or before "back" led here, it
 * starts anew as theirs. Otherwise it would show what the one has written, and send it as the other.
 */
export const keepToPerson = (email: string) => {
  const check = () => {
    if ((localStorage.getItem(key) ?? email) !== email) location.reload()
  }
  try {
    localStorage.setItem(key, email)
  } catch {
    // A full disk: whoever was here before must not be taken for somebody who came since, or the page starts anew for ever.
    localStorage.removeItem(key)
  }
  addEventListener("storage", check)
  addEventListener("pageshow", check)
}
