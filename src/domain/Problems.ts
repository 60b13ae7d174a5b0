import { Array as Arr, Result, Schema } from "effect"

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

  /** The value, where nothing is wrong with it. */
  static judge<A>(value: A, errors: ReadonlyArray<FieldError>): Result.Result<A, InvalidInput> {
    return Arr.isReadonlyArrayNonEmpty(errors) ? Result.fail(new InvalidInput({ errors })) : Result.succeed(value)
  }
}

/** `If-Match` named another version than the record has. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  currentVersion: Schema.Int
}) {}

/** The ticket was merged away; its target takes the writes. */
export class TicketMerged extends Schema.TaggedError<TicketMerged>()("TicketMerged", {
  /** Left out for a caller who cannot see the target. */
  mergedIntoId: Schema.optionalKey(Schema.String)
}) {}

/** A ticket that is in the trash or was merged elsewhere can neither be merged nor take others in. */
export class MergeNotPossible extends Schema.TaggedError<MergeNotPossible>()("MergeNotPossible", {
  ticketId: Schema.String
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
  required: Schema.Literals([
    "owner",
    "admin",
    "api_key",
    "portal_token",
    "session",
    "all_brands",
    "recent_sign_in",
    "operator"
  ])
}) {}

/** The action does not fit the record's state; `reason` says why, in a sentence that is safe to show. */
export class InvalidState extends Schema.TaggedError<InvalidState>()("InvalidState", {
  state: Schema.String,
  reason: Schema.String
}) {}

/** A system status can neither be deleted nor moved to another category. */
export class SystemRecord extends Schema.TaggedError<SystemRecord>()("SystemRecord", {}) {}

/** Not all bytes of an upload are there. */
export class AttachmentNotUploaded extends Schema.TaggedError<AttachmentNotUploaded>()("AttachmentNotUploaded", {
  expectedSize: Schema.Int,
  receivedSize: Schema.Int
}) {}

/** A ticket or comment has the uploaded file already. */
export class AttachmentInUse extends Schema.TaggedError<AttachmentInUse>()("AttachmentInUse", {
  attachmentId: Schema.String
}) {}

/** A file of more than `limit` bytes. */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", { limit: Schema.Int }) {}

/** The account keeps `used` bytes of files, and may keep `limit`. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("StorageFull", {
  limit: Schema.Int,
  used: Schema.Int
}) {}

/** The body is of another type than the endpoint, or the upload, was declared for. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  expected: Schema.String
}) {}

/** The body is not what its headers say: it broke off, or is no form. */
export class MalformedBody extends Schema.TaggedError<MalformedBody>()("MalformedBody", { reason: Schema.String }) {}

/** A file's address was altered, is for another method, or is past its end. */
export class InvalidSignature extends Schema.TaggedError<InvalidSignature>()("InvalidSignature", {}) {}

/** The asked bytes begin behind the end of the file, which has `size` of them. */
export class RangeNotSatisfiable extends Schema.TaggedError<RangeNotSatisfiable>()("RangeNotSatisfiable", {
  size: Schema.Int
}) {}

/** The change would leave the organization without an active owner. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {}

/** The channel is not configured, disabled or disconnected. */
export class ChannelNotReady extends Schema.TaggedError<ChannelNotReady>()("ChannelNotReady", {
  channel: Schema.Literals(["email", "chat", "sms", "custom"])
}) {}

/** The event is older than what the log keeps; reading can start from the oldest that it has. */
export class EventExpired extends Schema.TaggedError<EventExpired>()("EventExpired", {
  oldestEventId: Schema.String
}) {}

/** The cursor is none of ours, or belongs to another list: another path, tenant, filter or order. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** The magic link is unknown, was used before, was replaced by a newer one, or is past its end. Nobody learns which. */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {}) {}

/** The session was valid once, and is past its end. */
export class TokenExpired extends Schema.TaggedError<TokenExpired>()("TokenExpired", {
  expiredAt: Schema.DateTimeUtc
}) {}

/** Somebody else's server, which the request had to ask, failed; `reason` says how, as the end of a sentence. */
export class UpstreamFailed extends Schema.TaggedError<UpstreamFailed>()("UpstreamFailed", {
  provider: Schema.String,
  reason: Schema.String
}) {}

/** Too many requests; in `retryAfter` seconds there is room for one again. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfter: Schema.Int,
  limit: Schema.Int,
  remaining: Schema.Int
}) {}
