import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { problemOf, validationFailed } from "../api/problemOf.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import type { RateLimited, TokenExpired } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { charge } from "./charge.ts"
import { credentialOf } from "./credentialOf.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { foreignPage, mayUseToken } from "./portalPage.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { refuseOrigin, trustedOrigins } from "./refuseOrigin.ts"

const unauthorized: Problem = {
  code: "unauthorized",
  detail: "Send a valid API key as Authorization: Bearer <key>, or sign in."
}

/**
 * Tells who calls. The credential comes from `Authorization: Bearer`, in exact bytes after one space, and only without
 * that header from the session cookie. A refused one counts against its network, which hears 429 instead of 401 once it
 * has sent too many; valid credentials pass all the same. A cookie is sent by browsers whatever page asks them to, so
 * what it may change depends on that page's origin. A portal token works on the pages of its brand alone.
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

  const find = Effect.fnUntraced(function* (
    credential: string,
    source: IncomingMessage
  ): Effect.fn.Return<Option.Option<Principal>, Refused | TokenExpired | DatabaseUnavailable> {
    if (credential.startsWith("pt_")) return yield* portalTokens.authenticate(credential)
    if (!credential.startsWith("stk_")) return yield* keys.authenticate(credential)
    const mode = requestedMode(source)
    const found = yield* sessions.authenticate(credential, mode ?? "live")
    return Option.isSome(found) && mode === undefined ? yield* Refused.of(unknownMode) : found
  })

  return Effect.fnUntraced(function* (
    source: IncomingMessage,
    record: RequestRecord
  ): Effect.fn.Return<Principal, Refused | RateLimited | DatabaseUnavailable> {
    const byCookie = source.headers.authorization === undefined
    const credential = credentialOf(source, settings.publicUrl)
    // The cookie holds a session and nothing else.
    if (credential === undefined || (byCookie && !credential.startsWith("stk_"))) {
      return yield* refused(record, unauthorized)
    }
    const found = yield* Effect.catchTag(find(credential, source), "TokenExpired", (expired) =>
      refused(record, problemOf(expired))
    )
    if (Option.isNone(found)) return yield* refused(record, unauthorized)
    const { id, kind, portal } = found.value
    record.callerId = id
    const pageMayCall = portal === undefined || mayUseToken(source, portal, settings.publicUrl)
    if (portal !== undefined) record.pageMayRead = pageMayCall
    yield* charge(record, limits[bucketOf[kind]], id)
    if (!pageMayCall) return yield* Refused.of(foreignPage)
    if (byCookie && source.method !== "GET" && source.method !== "HEAD") {
      yield* Refused.when(refuseOrigin(source, trusted))
    }
    return found.value
  })
})

/** The bucket that a request with each kind of credential takes from. */
const bucketOf = { api_key: "apiKey", session: "session", portal_token: "portal" } as const

/** Sessions reach both modes; the header chooses, or the query of a stream. Undefined for a mode that there is not. */
const requestedMode = (source: IncomingMessage): Mode | undefined => {
  const mode = source.headers["trunkline-mode"] ?? modeOfStream(source.url ?? "") ?? "live"
  return mode === "live" || mode === "test" ? mode : undefined
}

/** Browsers cannot add a header to a stream of events. */
const modeOfStream = (target: string): string | undefined =>
  target.startsWith("/v1/events/stream?")
    ? new URLSearchParams(target.slice(target.indexOf("?"))).get("mode") || undefined
    : undefined

const unknownMode = validationFailed([{ field: "Trunkline-Mode", code: "enum", message: "must be live or test" }])
