import { Effect } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { Permission } from "../api/permissions.ts"
import { forbidden } from "../api/problemOf.ts"
import { isAtLeast } from "../domain/Member.ts"
import { CurrentPrincipal, type Principal } from "../domain/Principal.ts"
import { Forbidden } from "../domain/Problems.ts"

/** Why the caller may not do this, or `undefined` if it may. */
export const refuseCaller = (principal: Principal, permission: Permission): Problem | undefined => {
  if (permission.testMode && permission.kinds.includes(principal.kind) && principal.tenant.mode !== "test")
    return testModeOnly
  const required = lacking(principal, permission)
  return required === undefined ? undefined : forbidden(required)
}

/** Continues only for callers with this permission: for rules that depend on more than the endpoint. */
export const permit = (permission: Permission): Effect.Effect<void, Forbidden, CurrentPrincipal> =>
  CurrentPrincipal.use((principal) => {
    const required = lacking(principal, permission)
    return required === undefined ? Effect.void : Effect.fail(new Forbidden({ required }))
  })

const testModeOnly: Problem = {
  code: "test_mode_only",
  detail:
    "This works only in test mode: use an API key that starts with sk_test_, or a session with Trunkline-Mode: test."
}

const lacking = ({ brands, kind, signedIn }: Principal, permission: Permission): Forbidden["required"] | undefined => {
  if (!permission.kinds.includes(kind)) return permission.kinds[0] ?? "api_key"
  if (signedIn !== undefined)
    return permission.role === "agent" || isAtLeast(signedIn.member.role, permission.role) ? undefined : permission.role
  return permission.allBrands && brands !== "all" ? "all_brands" : undefined
}
