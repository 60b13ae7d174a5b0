import { Context } from "effect"

/** Whether anyone who proves an address gets their own account (`open`), or only members can sign in (SIGNUP). */
export const SignUp = Context.Reference<"open" | "closed">("trunkline/accounts/SignUp", {
  defaultValue: () => "closed"
})
