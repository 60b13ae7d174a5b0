import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { Principal } from "../domain/Principal.ts"
import { credentialOf } from "./credentialOf.ts"
import { HttpSettings } from "./HttpSettings.ts"

/** How often the credential of an answer without an end is looked at again: it ends within a second, on every node. */
const interval = "800 millis"

/** Waits until a request's credential has ended, or reaches other brands than when the request was let in. */
export const makeUntilRevoked = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  const { publicUrl } = yield* HttpSettings

  return (source: IncomingMessage, { brands, kind, tenant }: Principal): Effect.Effect<void> => {
    const credential = credentialOf(source, publicUrl) ?? ""
    const find =
      kind === "session"
        ? Effect.catchTag(sessions.authenticate(credential, tenant.mode), "TokenExpired", () => Effect.succeedNone)
        : keys.authenticate(credential)
    const isOver = find.pipe(
      Effect.map(Option.match({ onNone: () => true, onSome: (present) => !areSame(present.brands, brands) })),
      // The database is away, and nobody is signed out for that.
      Effect.catchTag("DatabaseUnavailable", () => Effect.succeed(false))
    )
    return Effect.asVoid(Effect.repeat(Effect.delay(isOver, interval), { until: (over) => over }))
  }
})

const areSame = (some: Principal["brands"], others: Principal["brands"]): boolean =>
  some === others ||
  (some !== "all" && others !== "all" && some.size === others.size && [...some].every((id) => others.has(id)))
