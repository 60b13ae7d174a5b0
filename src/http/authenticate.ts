import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { problemOf, validationFailed } from "../api/problemOf.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import type { RateLimited, TokenExpired } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { refuseOrigin, trustedOrigins } from "./refuseOrigin.ts"
import { sessionCookieOf } from "./sessionCookie.ts"

const unauthorized: Problem = {
  code: "unauthorized",
  detail: "Send a valid API key as Authorization: Bearer <key>, or sign in."
}

/**
 * Tells who calls. The credential comes from `Authorization: Bearer`, in exact bytes after one space, and only without
 * that header from the session cookie. A refused one counts against its network, which hears 429 instead of 401 once it
 * has sent too many; valid credentials pass all the same. A cookie is sent by browsers whatever page asks them to, so
 * what it may change depends on that page's origin.
 */
export const makeAuthenticate = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  const limits = yield* RateLimits
  const settings = yield* HttpSettings
  const trusted = trustedOrigins(settings)

  const refused = (record: RequestRecord, problem: Problem) =>
    Effect.andThen(charge(record, limits.failedAuthentication, record.network), Refused.of(problem))

  const find = Effect.fnUntraced(function* (
    credential: string,
    source: IncomingMessage
  ): Effect.fn.Return<Option.Option<Principal>, Refused | TokenExpired | DatabaseUnavailable> {
    if (!credential.startsWith("stk_")) return yield* keys.authenticate(credential)
    const mode = requestedMode(source)
    const found = yield* sessions.authenticate(credential, mode ?? "live")
    return Option.isSome(found) && mode === undefined ? yield* Refused.of(unknownMode) : found
  })

  return Effect.fnUntraced(function* (
    source: IncomingMessage,
    record: RequestRecord
  ): Effect.fn.Return<Principal, Refused | RateLimited | DatabaseUnavailable> {
    const { authorization } = source.headers
    const byCookie = authorization === undefined
    const credential = byCookie
      ? sessionCookieOf(source, settings.publicUrl)
      : /^bearer (\S+)$/i.exec(authorization)?.[1]
    // The cookie holds a session and nothing else.
    if (credential === undefined || (byCookie && !credential.startsWith("stk_"))) {
      return yield* refused(record, unauthorized)
    }
    const found = yield* Effect.catchTag(find(credential, source), "TokenExpired", (expired) =>
      refused(record, problemOf(expired))
    )
    if (Option.isNone(found)) return yield* refused(record, unauthorized)
    const { id, kind } = found.value
    record.callerId = id
    yield* charge(record, kind === "session" ? limits.session : limits.apiKey, id)
    if (byCookie && source.method !== "GET" && source.method !== "HEAD") {
      yield* Refused.when(refuseOrigin(source, trusted))
    }
    return found.value
  })
})

/** Sessions reach both modes; the header chooses. Undefined for a mode that there is not. */
const requestedMode = (source: IncomingMessage): Mode | undefined => {
  const mode = source.headers["trunkline-mode"] ?? "live"
  return mode === "live" || mode === "test" ? mode : undefined
}

const unknownMode = validationFailed([{ field: "Trunkline-Mode", code: "enum", message: "must be live or test" }])
