import { DateTime } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type {
  AlreadyExists,
  FieldError,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidState,
  InvalidToken,
  LimitReached,
  NotFound,
  RateLimited,
  TicketMerged,
  TokenExpired,
  VersionConflict
} from "../domain/Problems.ts"
import type { Code, Problem } from "./ProblemCatalogue.ts"

/** Every domain error that a caller of the API can meet. */
export type DomainProblem =
  | AlreadyExists
  | DatabaseUnavailable
  | Forbidden
  | IdempotencyInProgress
  | IdempotencyKeyReused
  | InvalidCursor
  | InvalidInput
  | InvalidState
  | InvalidToken
  | LimitReached
  | NotFound
  | RateLimited
  | TicketMerged
  | TokenExpired
  | VersionConflict

/** The codes under which each domain error is answered. */
export const codesOf: Record<DomainProblem["_tag"], ReadonlyArray<Code>> = {
  AlreadyExists: ["already_exists"],
  DatabaseUnavailable: ["unavailable", "timeout"],
  Forbidden: ["forbidden"],
  IdempotencyInProgress: ["idempotency_in_progress"],
  IdempotencyKeyReused: ["idempotency_key_reused"],
  InvalidCursor: ["invalid_cursor"],
  InvalidInput: ["validation_failed"],
  InvalidState: ["invalid_state"],
  InvalidToken: ["invalid_token"],
  LimitReached: ["limit_reached"],
  NotFound: ["not_found"],
  RateLimited: ["rate_limited"],
  TicketMerged: ["ticket_merged"],
  TokenExpired: ["token_expired"],
  VersionConflict: ["precondition_failed"]
}

/** How a domain error is answered. */
export const problemOf = (error: DomainProblem): Problem => {
  switch (error._tag) {
    case "AlreadyExists":
      return {
        code: "already_exists",
        detail: `Another record has this ${error.field} already.`,
        extra: { field: error.field }
      }
    case "DatabaseUnavailable":
      return error.reason === "timeout"
        ? {
            code: "timeout",
            detail: "The database took too long; nothing was changed.",
            headers: { "retry-after": "1" }
          }
        : {
            code: "unavailable",
            detail: "The database cannot answer at the moment. Send the same request again.",
            headers: { "retry-after": "1" }
          }
    case "Forbidden":
      return forbidden(error.required)
    case "IdempotencyInProgress":
      return {
        code: "idempotency_in_progress",
        detail: "A request with this idempotency key is still being executed.",
        headers: { "retry-after": "1" }
      }
    case "IdempotencyKeyReused":
      return {
        code: "idempotency_key_reused",
        detail: "This idempotency key was used for another request in the last 24 hours."
      }
    case "InvalidCursor":
      return {
        code: "invalid_cursor",
        detail: "This cursor does not belong to this list with these parameters. Start again without cursor."
      }
    case "InvalidInput":
      return validationFailed(error.errors)
    case "InvalidState":
      return { code: "invalid_state", detail: error.reason, extra: { state: error.state } }
    case "InvalidToken":
      return {
        code: "invalid_token",
        detail: "This link is unknown, was used before, or has expired. Ask for a new one."
      }
    case "LimitReached":
      return {
        code: "limit_reached",
        detail: `There can be at most ${error.limit} ${error.what}.`,
        extra: { limit: error.limit }
      }
    case "NotFound":
      return notFound
    case "RateLimited":
      return {
        code: "rate_limited",
        detail: `Too many requests. Try again in ${error.retryAfter} s.`,
        extra: { retryAfter: error.retryAfter, limit: error.limit, remaining: error.remaining },
        headers: { "retry-after": String(error.retryAfter) }
      }
    case "TicketMerged":
      return {
        code: "ticket_merged",
        detail: `This ticket was merged into ${error.mergedIntoId}; write there.`,
        extra: { mergedIntoId: error.mergedIntoId }
      }
    case "TokenExpired":
      return {
        code: "token_expired",
        detail: "This session is over. Sign in again.",
        extra: { expiredAt: DateTime.formatIso(error.expiredAt) }
      }
    case "VersionConflict":
      return {
        code: "precondition_failed",
        detail: `The record is at version ${error.currentVersion} now; nothing was changed.`,
        extra: { currentVersion: error.currentVersion }
      }
  }
}

/** The same for every id that the caller cannot reach, whatever the reason. */
export const notFound: Problem = {
  code: "not_found",
  detail: "There is no such record, or this credential cannot see it."
}

export const validationFailed = (errors: readonly [FieldError, ...ReadonlyArray<FieldError>]): Problem => ({
  code: "validation_failed",
  detail: errors.map(({ field, message }) => `${field} ${message}`).join("; "),
  extra: { errors }
})

const requirements: Record<Forbidden["required"], string> = {
  owner: "Only an owner may do this.",
  admin: "Only an owner or admin may do this.",
  api_key: "This needs an API key.",
  portal_token: "This needs a portal token.",
  session: "This needs the session of a team member.",
  all_brands: "This needs an API key that reaches all brands of the account."
}

export const forbidden = (required: Forbidden["required"]): Problem => ({
  code: "forbidden",
  detail: requirements[required],
  extra: { required }
})
