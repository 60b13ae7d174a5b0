/** Under which this browser knows as which member the dashboard was opened last. */
const key = "trunkline.person"

/**
 * Keeps a page to the member who has opened it: once somebody else has signed in, or the same person to another organization,
 * in another window or before "back" led here, it starts anew as theirs. Otherwise it would show what the one has written, and
 * send it as the other. Once they have signed out, "back" shows nothing of theirs either.
 */
export const keepToPerson = (memberId: string) => {
  const check = () => {
    if ((localStorage.getItem(key) ?? memberId) !== memberId) location.reload()
  }
  try {
    localStorage.setItem(key, memberId)
  } catch {
    // A full disk: whoever was here before must not be taken for somebody who came since, or the page starts anew for ever.
    localStorage.removeItem(key)
  }
  addEventListener("storage", check)
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && localStorage.getItem(key) === null) location.reload()
    else check()
  })
}

/** Knows nobody any more: what the browser has kept of their pages is not shown again. */
export const forgetPerson = () => localStorage.removeItem(key)
