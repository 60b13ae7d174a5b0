/** Storage key of the member for whom the dashboard was last opened in this browser. */
const key = "trunkline.person"

/**
 * Ties a page to the member who opened it. Once somebody else has signed in, or the same person to another organization,
 * whether in another window or before "back" led here, the page reloads as theirs. Otherwise it would show what the first
 * member wrote, and send it as the second. After signing out, "back" shows nothing of theirs either.
 */
export const keepToPerson = (memberId: string) => {
  const check = () => {
    if ((localStorage.getItem(key) ?? memberId) !== memberId) location.reload()
  }
  try {
    localStorage.setItem(key, memberId)
  } catch {
    // The disk is full. An earlier member's id must not stay: that member would be taken for somebody who has signed in since,
    // and the page would reload forever.
    localStorage.removeItem(key)
  }
  addEventListener("storage", check)
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && localStorage.getItem(key) === null) location.reload()
    else check()
  })
}

/** Forgets the member, so that the browser does not show pages of theirs that it has cached. */
export const forgetPerson = () => localStorage.removeItem(key)
