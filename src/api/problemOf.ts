import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { iso } from "../domain/iso.ts"
import type {
  AlreadyExists,
  AttachmentInUse,
  AttachmentNotUploaded,
  ChannelNotReady,
  EventExpired,
  FileTooLarge,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidSignature,
  InvalidState,
  InvalidToken,
  LastOwner,
  LimitReached,
  MalformedBody,
  MergeNotPossible,
  NotFound,
  RangeNotSatisfiable,
  RateLimited,
  StorageFull,
  SystemRecord,
  TicketMerged,
  TokenExpired,
  UnsupportedMediaType,
  UpstreamFailed,
  VersionConflict
} from "../domain/Problems.ts"
import type { Code, Problem } from "./ProblemCatalogue.ts"
import { validationFailed } from "./validationFailed.ts"

/** Every domain error that API callers can get. */
export type DomainProblem =
  | AlreadyExists
  | AttachmentInUse
  | AttachmentNotUploaded
  | ChannelNotReady
  | DatabaseUnavailable
  | EventExpired
  | FileTooLarge
  | Forbidden
  | IdempotencyInProgress
  | IdempotencyKeyReused
  | InvalidCursor
  | InvalidInput
  | InvalidSignature
  | InvalidState
  | InvalidToken
  | LastOwner
  | LimitReached
  | MalformedBody
  | MergeNotPossible
  | NotFound
  | RangeNotSatisfiable
  | RateLimited
  | StorageFull
  | SystemRecord
  | TicketMerged
  | TokenExpired
  | UnsupportedMediaType
  | UpstreamFailed
  | VersionConflict

/** The codes of each domain error. */
export const codesOf: Record<DomainProblem["_tag"], ReadonlyArray<Code>> = {
  AlreadyExists: ["already_exists"],
  AttachmentInUse: ["attachment_in_use"],
  AttachmentNotUploaded: ["attachment_not_uploaded"],
  ChannelNotReady: ["channel_not_ready"],
  DatabaseUnavailable: ["unavailable", "timeout"],
  EventExpired: ["event_expired"],
  FileTooLarge: ["payload_too_large"],
  StorageFull: ["payload_too_large"],
  Forbidden: ["forbidden"],
  IdempotencyInProgress: ["idempotency_in_progress"],
  IdempotencyKeyReused: ["idempotency_key_reused"],
  InvalidCursor: ["invalid_cursor"],
  InvalidInput: ["validation_failed"],
  InvalidSignature: ["invalid_signature"],
  InvalidState: ["invalid_state"],
  InvalidToken: ["invalid_token"],
  LastOwner: ["last_owner"],
  LimitReached: ["limit_reached"],
  MalformedBody: ["malformed_request"],
  MergeNotPossible: ["merge_not_possible"],
  NotFound: ["not_found"],
  RangeNotSatisfiable: ["range_not_satisfiable"],
  RateLimited: ["rate_limited"],
  SystemRecord: ["system_record"],
  TicketMerged: ["ticket_merged"],
  TokenExpired: ["token_expired"],
  UnsupportedMediaType: ["unsupported_media_type"],
  UpstreamFailed: ["upstream_failed"],
  VersionConflict: ["precondition_failed"]
}

/** The problem for a domain error. */
export const problemOf = (error: DomainProblem): Problem => {
  switch (error._tag) {
    case "AlreadyExists":
      return {
        code: "already_exists",
        detail: `Another record already has this ${error.field}.`,
        extra: { field: error.field }
      }
    case "AttachmentInUse":
      return {
        code: "attachment_in_use",
        detail: `${error.attachmentId} already belongs to a ticket or comment. Leave it out, or upload the file again.`,
        extra: { attachmentId: error.attachmentId }
      }
    case "AttachmentNotUploaded":
      return {
        code: "attachment_not_uploaded",
        detail: `${error.receivedSize} of ${error.expectedSize} bytes have arrived.`,
        extra: { expectedSize: error.expectedSize, receivedSize: error.receivedSize }
      }
    case "ChannelNotReady":
      return {
        code: "channel_not_ready",
        detail: error.reason,
        extra: { channel: error.channel }
      }
    case "DatabaseUnavailable":
      return error.reason === "timeout"
        ? {
            code: "timeout",
            detail: "The database took too long. Nothing was changed.",
            headers: { "retry-after": "1" }
          }
        : {
            code: "unavailable",
            detail: "The data store is temporarily unavailable. Send the same request again.",
            headers: { "retry-after": "1" }
          }
    case "FileTooLarge":
      return {
        code: "payload_too_large",
        detail: `The file is larger than ${error.limit} bytes.`,
        extra: { limit: error.limit }
      }
    case "StorageFull":
      return {
        code: "payload_too_large",
        detail: `The account's files use ${error.used} of ${error.limit} bytes, and this file does not fit. Delete some files first.`,
        extra: { limit: error.limit, used: error.used }
      }
    case "EventExpired":
      return {
        code: "event_expired",
        detail: `Events are stored for 30 days. The oldest stored event is ${error.oldestEventId}.`,
        extra: { oldestEventId: error.oldestEventId }
      }
    case "Forbidden":
      return forbidden(error.required)
    case "IdempotencyInProgress":
      return {
        code: "idempotency_in_progress",
        detail: "A request with this idempotency key is still being processed.",
        headers: { "retry-after": "1" }
      }
    case "IdempotencyKeyReused":
      return {
        code: "idempotency_key_reused",
        detail: "This idempotency key was used for a different request in the last 24 hours."
      }
    case "InvalidCursor":
      return {
        code: "invalid_cursor",
        detail: "This cursor does not belong to this list with these parameters. Start again without a cursor."
      }
    case "InvalidInput":
      return validationFailed(error.errors)
    case "InvalidSignature":
      return {
        code: "invalid_signature",
        detail: "This URL is invalid or has expired. Get a new one."
      }
    case "InvalidState":
      return { code: "invalid_state", detail: error.reason, extra: { state: error.state } }
    case "InvalidToken":
      return {
        code: "invalid_token",
        detail: "This link is unknown, has been used, or has expired. Request a new one."
      }
    case "LastOwner":
      return { code: "last_owner", detail: "An organization must have at least one owner. Transfer ownership first." }
    case "LimitReached":
      return {
        code: "limit_reached",
        detail: `There can be at most ${error.limit} ${error.what}.`,
        extra: { limit: error.limit }
      }
    case "MergeNotPossible":
      return {
        code: "merge_not_possible",
        detail: `The ticket ${error.ticketId} is in the trash or was merged into another one.`,
        extra: { ticketId: error.ticketId }
      }
    case "MalformedBody":
      return { code: "malformed_request", detail: error.reason }
    case "NotFound":
      return notFound
    case "RangeNotSatisfiable":
      return {
        code: "range_not_satisfiable",
        detail: `The file has ${error.size} bytes.`,
        headers: { "content-range": `bytes */${error.size}` }
      }
    case "RateLimited":
      return {
        code: "rate_limited",
        detail: `Too many requests. Try again in ${error.retryAfter} s.`,
        extra: { retryAfter: error.retryAfter, limit: error.limit, remaining: error.remaining },
        headers: { "retry-after": String(error.retryAfter) }
      }
    case "SystemRecord":
      return {
        code: "system_record",
        detail:
          "Every brand keeps its four system statuses. They can be renamed, but not deleted or moved to another category."
      }
    case "TicketMerged":
      return {
        code: "ticket_merged",
        detail:
          error.mergedIntoId === undefined
            ? "This ticket was merged into another one and can no longer be changed."
            : `This ticket was merged into ${error.mergedIntoId}. Use that ticket instead.`,
        extra: error.mergedIntoId === undefined ? undefined : { mergedIntoId: error.mergedIntoId }
      }
    case "TokenExpired":
      return {
        code: "token_expired",
        detail:
          "This session or portal token has expired or can no longer be refreshed. Sign in again, or get a new token.",
        extra: { expiredAt: iso(error.expiredAt) }
      }
    case "UnsupportedMediaType":
      return { code: "unsupported_media_type", detail: `Send the body with Content-Type: ${error.expected}.` }
    case "UpstreamFailed":
      return {
        code: "upstream_failed",
        detail: `The provider failed: ${error.reason}.`,
        extra: { provider: error.provider }
      }
    case "VersionConflict":
      return {
        code: "precondition_failed",
        detail: `The record is now at version ${error.currentVersion}. Nothing was changed.`,
        extra: { currentVersion: error.currentVersion }
      }
  }
}

/** The same for every id that the caller cannot reach, whatever the reason. */
const notFound: Problem = {
  code: "not_found",
  detail: "This record does not exist, or this credential cannot access it."
}

const requirements: Record<Forbidden["required"], string> = {
  owner: "Only an owner may do this.",
  admin: "Only an owner or admin may do this.",
  api_key: "This needs an API key.",
  portal_token: "This needs a portal token.",
  session: "This needs a team member's session.",
  all_brands: "This needs an API key that can access all brands of the account.",
  recent_sign_in: "This is hard to undo. Sign in again, then do it within 15 minutes.",
  operator: "Only the operator of this installation may do this. See docs/operations.md, Monitoring."
}

export const forbidden = (required: Forbidden["required"]): Problem => ({
  code: "forbidden",
  detail: requirements[required],
  extra: { required }
})
