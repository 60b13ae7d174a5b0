import { Duration, Effect } from "effect"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { Forbidden } from "../domain/Problems.ts"

/** How young a session must be for what is dangerous: a browser that somebody left open must not do. */
const recent = Duration.minutes(15)

/** Fails for a person who signed in longer ago. Keys have no sessions, and are looked after by whoever made them. */
export const recentSignIn = Effect.gen(function* () {
  const { signedIn } = yield* CurrentPrincipal
  if (signedIn === undefined) return
  if (Duration.isGreaterThan(signedIn.session.age, recent)) return yield* new Forbidden({ required: "recent_sign_in" })
})
