import { Context } from "effect"

/** Whether whoever proves an address gets an account of their own (`open`), or only members sign in (SIGNUP). */
export const SignUp = Context.Reference<"open" | "closed">("trunkline/accounts/SignUp", {
  defaultValue: () => "closed"
})
