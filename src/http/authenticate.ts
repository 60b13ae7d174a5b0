import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import type { ApiKeys } from "../accounts/ApiKeys.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import type { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import type { Charge } from "./TokenBuckets.ts"

const unauthorized: Problem = {
  code: "unauthorized",
  detail: "Send a valid API key as Authorization: Bearer <key>."
}

/**
 * Who calls. The credential comes from `Authorization: Bearer` alone, in exact bytes after one space. A refused one
 * counts against its network, which hears 429 instead of 401 once it has sent too many; valid keys pass all the same.
 */
export const authenticate = (
  keys: ApiKeys["Service"],
  limits: RateLimits["Service"],
  source: IncomingMessage,
  record: RequestRecord
): Effect.Effect<Principal, Refused | DatabaseUnavailable> => {
  const refuse = Effect.suspend(() => {
    record.charge = limits.failedAuthentication.take(record.network, record.startedAt)
    return Refused.of(record.charge.retryAfter > 0 ? rateLimited(record.charge) : unauthorized)
  })
  const credential = /^bearer (\S+)$/i.exec(source.headers.authorization ?? "")?.[1]
  if (credential === undefined) return refuse
  return Effect.flatMap(keys.authenticate(credential), (principal) => {
    if (Option.isNone(principal)) return refuse
    record.callerId = principal.value.id
    record.charge = limits.apiKey.take(principal.value.id, record.startedAt)
    return record.charge.retryAfter > 0 ? Refused.of(rateLimited(record.charge)) : Effect.succeed(principal.value)
  })
}

export const rateLimited = ({ limit, remaining, retryAfter }: Charge): Problem => ({
  code: "rate_limited",
  detail: `Too many requests. Try again in ${retryAfter} s.`,
  extra: { retryAfter, limit, remaining },
  headers: { "retry-after": String(retryAfter) }
})
