import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import type { TokenExpired } from "../domain/Problems.ts"
import { credentialOf } from "./credentialOf.ts"
import { HttpSettings } from "./HttpSettings.ts"

/** How often the credential of an answer without an end is looked at again: it ends within a second, on every node. */
const interval = "800 millis"
/** The same for customers, who are many, and hear on their streams only that there is something to read. */
const portalInterval = "10 seconds"

/** Waits until a request's credential has ended, or reaches other brands than when the request was let in. */
export const makeUntilRevoked = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  const portalTokens = yield* PortalTokens
  const { publicUrl } = yield* HttpSettings

  return (source: IncomingMessage, { brands, kind, tenant }: Principal): Effect.Effect<void> => {
    const credential = credentialOf(source, publicUrl) ?? ""
    const find: Effect.Effect<Option.Option<Principal>, TokenExpired | DatabaseUnavailable> = {
      session: sessions.authenticate(credential, tenant.mode),
      portal_token: portalTokens.authenticate(credential),
      api_key: keys.authenticate(credential)
    }[kind]
    const isOver = find.pipe(
      Effect.catchTag("TokenExpired", () => Effect.succeed(Option.none<Principal>())),
      Effect.map(Option.match({ onNone: () => true, onSome: (present) => !areSame(present.brands, brands) })),
      // The database is away, and nobody is signed out for that.
      Effect.catchTag("DatabaseUnavailable", () => Effect.succeed(false))
    )
    const pause = kind === "portal_token" ? portalInterval : interval
    return Effect.asVoid(Effect.repeat(Effect.delay(isOver, pause), { until: (over) => over }))
  }
})

const areSame = (some: Principal["brands"], others: Principal["brands"]): boolean =>
  some === others ||
  (some !== "all" && others !== "all" && some.size === others.size && [...some].every((id) => others.has(id)))
