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
  LimitReached,
  NotFound,
  TicketMerged,
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
  | LimitReached
  | NotFound
  | TicketMerged
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
  LimitReached: ["limit_reached"],
  NotFound: ["not_found"],
  TicketMerged: ["ticket_merged"],
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
    case "LimitReached":
      return {
        code: "limit_reached",
        detail: `There can be at most ${error.limit} ${error.what}.`,
        extra: { limit: error.limit }
      }
    case "NotFound":
      return notFound
    case "TicketMerged":
      return {
        code: "ticket_merged",
        detail: `This ticket was merged into ${error.mergedIntoId}; write there.`,
        extra: { mergedIntoId: error.mergedIntoId }
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
