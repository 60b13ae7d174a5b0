import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { problemOf } from "../api/problemOf.ts"
import { validationFailed } from "../api/validationFailed.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import type { RateLimited, TokenExpired } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { charge, takeToken } from "./charge.ts"
import { credentialOf } from "./credentialOf.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { foreignPage, mayUseToken } from "./portalPage.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { refuseOrigin, trustedOrigins } from "./refuseOrigin.ts"

export const unauthorized: Problem = {
  code: "unauthorized",
  detail: "Send a valid API key as Authorization: Bearer <key>, or sign in."
}

type Failure = Refused | RateLimited | DatabaseUnavailable

/**
 * Identifies the caller. The credential comes from `Authorization: Bearer`, byte for byte after one space, or without that
 * header from the session cookie. A refused one counts against its network, which after too many gets 429 instead of 401;
 * valid credentials still pass. Browsers send a cookie whatever page makes the request, so a write with a cookie depends on
 * the origin of the page. A portal token works only on pages of its brand. A request can authenticate `again` while it runs,
 * which is not charged twice.
 */
export const makeAuthenticate = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  const portalTokens = yield* PortalTokens
  const limits = yield* RateLimits
  const settings = yield* HttpSettings
  const trusted = trustedOrigins(settings)

  const refused = (record: RequestRecord, problem: Problem) =>
    Effect.andThen(charge(record, limits.failedAuthentication, record.network), Refused.of(problem))

  /** Names the revoked or expired key in the request log. */
  const nameEnded = (credential: string, record: RequestRecord) =>
    Effect.map(keys.ended(credential), (key) => {
      record.key = Option.getOrUndefined(key)
    })

  const find = (
    credential: string,
    source: IncomingMessage
  ): Effect.Effect<Option.Option<Principal>, Refused | TokenExpired | DatabaseUnavailable> => {
    if (credential.startsWith("pt_")) return portalTokens.authenticate(credential)
    if (!credential.startsWith("stk_")) return keys.authenticate(credential)
    const mode = requestedMode(source)
    const found = sessions.authenticate(credential, mode ?? "live")
    return mode !== undefined
      ? found
      : Effect.flatMap(found, (session) => (Option.isSome(session) ? Refused.of(unknownMode) : Effect.succeed(session)))
  }

  // Runs for every request, so steps that need no waiting are no effects.
  return (source: IncomingMessage, record: RequestRecord, again = false): Effect.Effect<Principal, Failure> => {
    const byCookie = source.headers.authorization === undefined
    const credential = credentialOf(source, settings.publicUrl)
    // The cookie holds only sessions.
    if (credential === undefined || (byCookie && !credential.startsWith("stk_"))) return refused(record, unauthorized)

    return Effect.matchEffect(find(credential, source), {
      onFailure: (error): Effect.Effect<never, Failure> =>
        error._tag === "TokenExpired" ? refused(record, problemOf(error)) : Effect.fail(error),
      onSuccess: (found): Effect.Effect<Principal, Failure> => {
        if (Option.isNone(found)) return Effect.andThen(nameEnded(credential, record), refused(record, unauthorized))
        const { id, key, kind, portal, tenant } = found.value
        record.callerId = id
        record.key = key
        record.accountId = tenant.accountId
        const pageMayCall = portal === undefined || mayUseToken(source, portal, settings.publicUrl)
        if (portal !== undefined) record.pageMayRead = pageMayCall
        const limited = again ? undefined : takeToken(record, limits[bucketOf[kind]], id)
        if (limited !== undefined) return Effect.fail(limited)
        if (!pageMayCall) return Refused.of(foreignPage)
        const problem =
          byCookie && source.method !== "GET" && source.method !== "HEAD" ? refuseOrigin(source, trusted) : undefined
        return problem === undefined ? Effect.succeed(found.value) : Refused.of(problem)
      }
    })
  }
})

/** The bucket that requests with each kind of credential take from. */
const bucketOf = { api_key: "apiKey", session: "session", portal_token: "portal" } as const

/** Sessions reach both modes; the header selects one, or the query of a stream. `undefined` for an unknown mode. */
const requestedMode = (source: IncomingMessage): Mode | undefined => {
  const mode = source.headers["trunkline-mode"] ?? modeOfStream(source.url ?? "") ?? "live"
  return mode === "live" || mode === "test" ? mode : undefined
}

/** Browsers cannot add headers to an event stream. */
const modeOfStream = (target: string): string | undefined =>
  target.startsWith("/v1/events/stream?")
    ? new URLSearchParams(target.slice(target.indexOf("?"))).get("mode") || undefined
    : undefined

const unknownMode = validationFailed([{ field: "Trunkline-Mode", code: "enum", message: "must be live or test" }])
