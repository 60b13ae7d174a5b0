import { toast } from "../ui/toasts.ts"
import { loginPath, wantedKey } from "./client.ts"
import { forgetPerson } from "./keepToPerson.ts"
import { unsaved } from "./unsaved.ts"

let isLeaving = false
/** Closes the notice that one is signed out; `undefined` if it is not shown. */
let close: (() => void) | undefined

/**
 * Goes to the sign-in page, and back here afterwards. If that would lose typed text, a notice offers to do it in another
 * window.
 */
export const signIn = () => {
  localStorage.setItem(wantedKey, location.pathname + location.search)
  if (isLeaving) return
  isLeaving = document.querySelector(unsaved) === null
  if (isLeaving) {
    forgetPerson()
    return location.assign(loginPath)
  }
  close ??= toast({
    text: "You have been signed out. Sign in in another window, then continue here.",
    tone: "bad",
    action: { label: "Sign in", run: leadElsewhere }
  })
}

/** Clears `close` so that the notice appears again for somebody who does not sign in there. */
const leadElsewhere = () => {
  close = undefined
  open(loginPath)
}

// The other window has taken the wanted address, so somebody has signed in there.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== wantedKey || newValue !== null) return
  close?.()
  close = undefined
})
