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
    // A full disk keeps nothing new; what others keep there is still heard of.
  }
  addEventListener("storage", check)
  addEventListener("pageshow", check)
}
