import { toast } from "../ui/toasts.ts"
import { loginPath, wantedKey } from "./client.ts"
import { forgetPerson } from "./keepToPerson.ts"
import { unsaved } from "./unsaved.ts"

let isLeaving = false
/** Takes the notice away that one is signed out; undefined when there is none. */
let close: (() => void) | undefined

/** Leads to the sign-in page, and afterwards back here. Where that would take typing away, a notice does, in another window. */
export const signIn = () => {
  localStorage.setItem(wantedKey, location.pathname + location.search)
  if (isLeaving) return
  isLeaving = document.querySelector(unsaved) === null
  if (isLeaving) {
    forgetPerson()
    return location.assign(loginPath)
  }
  close ??= toast({
    text: "You are signed out. Sign in in another window, then go on here.",
    tone: "bad",
    action: { label: "Sign in", run: leadElsewhere }
  })
}

/** Whoever does not sign in there is told again. */
const leadElsewhere = () => {
  close = undefined
  open(loginPath)
}

// Who has signed in there has been led on.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== wantedKey || newValue !== null) return
  close?.()
  close = undefined
})
