import { Effect } from "effect"
import type { TeamCommand } from "../accounts/TeamCommand.ts"
import { CurrentCommand } from "../api/Access.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"

/** Whose session calls, where the table of permissions lets nobody else in. */
export const signedIn = CurrentPrincipal.use(({ signedIn }) =>
  signedIn === undefined ? Effect.die("a session without its member") : Effect.succeed(signedIn)
)

/** What the member whose session calls wants done to the team. */
export const teamCommand = Effect.gen(function* () {
  const { causation } = yield* CurrentCommand
  const { tenant } = yield* CurrentPrincipal
  return { signedIn: yield* signedIn, tenant, causation } satisfies TeamCommand
})
