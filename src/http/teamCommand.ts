import { Effect } from "effect"
import type { TeamCommand } from "../accounts/TeamCommand.ts"
import { CurrentCommand } from "../api/Access.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"

/** The member whose session calls, where the permissions admit nobody else. */
export const signedIn = CurrentPrincipal.use(({ signedIn }) =>
  signedIn === undefined ? Effect.die("a session without its member") : Effect.succeed(signedIn)
)

/** The context of a command on the team: the member whose session calls, their tenant and the cause. */
export const teamCommand = Effect.gen(function* () {
  const { causation } = yield* CurrentCommand
  const { tenant } = yield* CurrentPrincipal
  return { signedIn: yield* signedIn, tenant, causation } satisfies TeamCommand
})
