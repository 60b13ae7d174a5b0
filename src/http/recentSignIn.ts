import { Duration, Effect } from "effect"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { Forbidden } from "../domain/Problems.ts"

/** Maximum age of a session for dangerous actions, so that they cannot be done in a browser that somebody left open. */
const recent = Duration.minutes(15)

/** Fails for a member who signed in longer ago. Keys have no sessions; whoever created them looks after them. */
export const recentSignIn = Effect.gen(function* () {
  const { signedIn } = yield* CurrentPrincipal
  if (signedIn === undefined) return
  if (Duration.isGreaterThan(signedIn.session.age, recent)) return yield* new Forbidden({ required: "recent_sign_in" })
})
