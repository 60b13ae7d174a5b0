import { Schema } from "effect"

/** Unknown, deleted, or another account's, brand's or mode's: nobody can tell which. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  entity: Schema.String
}) {}

/** One rule that a value breaks. `field` is a member path, query parameter or header. */
export const FieldError = Schema.Struct({
  field: Schema.String,
  message: Schema.String,
  code: Schema.Literals([
    "required",
    "type",
    "format",
    "length",
    "range",
    "enum",
    "unknown_id",
    "not_allowed",
    "too_many",
    "encoding"
  ])
})
export type FieldError = typeof FieldError.Type

/** The command breaks rules that only its own data and the brand's configuration tell. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  errors: Schema.NonEmptyArray(FieldError)
}) {
  static of(field: string, code: FieldError["code"], message: string) {
    return new InvalidInput({ errors: [{ field, code, message }] })
  }
}

/** `If-Match` named another version than the record has. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  currentVersion: Schema.Int
}) {}

/** The ticket was merged away; its target takes the writes. */
export class TicketMerged extends Schema.TaggedError<TicketMerged>()("TicketMerged", {
  mergedIntoId: Schema.String
}) {}

/** A count limit of docs/api.md, Limits. */
export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", {
  limit: Schema.Int,
  what: Schema.String
}) {}

/** Another record of the tenant has this unique value already. */
export class AlreadyExists extends Schema.TaggedError<AlreadyExists>()("AlreadyExists", {
  field: Schema.String
}) {}

/** The same idempotency key came with another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** A request with the same idempotency key is being executed; its answer comes in a moment. */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()("IdempotencyInProgress", {}) {}

/** The credential is valid, but of a kind or role that may not do this. Never tells whether a record exists. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  required: Schema.Literals(["owner", "admin", "api_key", "portal_token", "session", "all_brands"])
}) {}

/** The action does not fit the record's state; `reason` says why, in a sentence that is safe to show. */
export class InvalidState extends Schema.TaggedError<InvalidState>()("InvalidState", {
  state: Schema.String,
  reason: Schema.String
}) {}

/** The cursor is none of ours, or belongs to another list: another path, tenant, filter or order. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** The magic link is unknown, was used before, was replaced by a newer one, or is past its end. Nobody learns which. */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {}) {}

/** The session was valid once, and is past its end. */
export class TokenExpired extends Schema.TaggedError<TokenExpired>()("TokenExpired", {
  expiredAt: Schema.DateTimeUtc
}) {}

/** Too many requests; in `retryAfter` seconds there is room for one again. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfter: Schema.Int,
  limit: Schema.Int,
  remaining: Schema.Int
}) {}
