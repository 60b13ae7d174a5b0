import { Array as Arr, Result, Schema } from "effect"

/** The record is unknown, deleted, or of another account, brand or mode. Callers cannot tell which. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  entity: Schema.String
}) {}

/** One rule that a value breaks. `field` is a member path, a query parameter or a header. */
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

/** A rule that an input breaks. Only the caller is shown the refused value: it may name a person, so no log keeps it. */
export const InputError = Schema.Struct({ ...FieldError.fields, given: Schema.optionalKey(Schema.String) })
export type InputError = typeof InputError.Type

/** The command breaks rules that depend on its own data and the brand's configuration. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  errors: Schema.NonEmptyArray(InputError)
}) {
  static of(field: string, code: FieldError["code"], message: string, given?: string) {
    return new InvalidInput({ errors: [{ field, code, message, ...(given === undefined ? {} : { given }) }] })
  }

  /** The value if there are no errors, else `InvalidInput` with them. */
  static judge<A>(value: A, errors: ReadonlyArray<InputError>): Result.Result<A, InvalidInput> {
    return Arr.isReadonlyArrayNonEmpty(errors) ? Result.fail(new InvalidInput({ errors })) : Result.succeed(value)
  }
}

/** `If-Match` named a different version than the record has. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  currentVersion: Schema.Int
}) {}

/** The ticket was merged into another, which takes the writes now. */
export class TicketMerged extends Schema.TaggedError<TicketMerged>()("TicketMerged", {
  /** Left out for callers who cannot see the target. */
  mergedIntoId: Schema.optionalKey(Schema.String)
}) {}

/** A ticket that is in the trash or was already merged can be neither the source nor the target of a merge. */
export class MergeNotPossible extends Schema.TaggedError<MergeNotPossible>()("MergeNotPossible", {
  ticketId: Schema.String
}) {}

/** A count limit of docs/limits.md was reached. */
export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", {
  limit: Schema.Int,
  what: Schema.String
}) {}

/** Another record of the tenant already has this unique value. */
export class AlreadyExists extends Schema.TaggedError<AlreadyExists>()("AlreadyExists", {
  field: Schema.String
}) {}

/** The idempotency key was used with a different request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** A request with the same idempotency key is still being executed. */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()("IdempotencyInProgress", {}) {}

/** The credential is valid, but its kind or role may not do this. Never reveals whether a record exists. */
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

/** The record's state does not allow the action. `reason` says why, in a sentence that is safe to show. */
export class InvalidState extends Schema.TaggedError<InvalidState>()("InvalidState", {
  state: Schema.String,
  reason: Schema.String
}) {}

/** A system status can neither be deleted nor moved to another category. */
export class SystemRecord extends Schema.TaggedError<SystemRecord>()("SystemRecord", {}) {}

/** The upload is incomplete. */
export class AttachmentNotUploaded extends Schema.TaggedError<AttachmentNotUploaded>()("AttachmentNotUploaded", {
  expectedSize: Schema.Int,
  receivedSize: Schema.Int
}) {}

/** A ticket or comment already has the uploaded file. */
export class AttachmentInUse extends Schema.TaggedError<AttachmentInUse>()("AttachmentInUse", {
  attachmentId: Schema.String
}) {}

/** The file has more than `limit` bytes. */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", { limit: Schema.Int }) {}

/** The account stores `used` bytes of files and may store `limit`. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("StorageFull", {
  limit: Schema.Int,
  used: Schema.Int
}) {}

/** The body has a different type than the endpoint takes or the upload declared. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  expected: Schema.String
}) {}

/** The body is not what its headers say: it is incomplete or not a form. */
export class MalformedBody extends Schema.TaggedError<MalformedBody>()("MalformedBody", { reason: Schema.String }) {}

/** The signed URL of a file was altered, is for another method, or has expired. */
export class InvalidSignature extends Schema.TaggedError<InvalidSignature>()("InvalidSignature", {}) {}

/** The requested range starts after the end of the file, which has `size` bytes. */
export class RangeNotSatisfiable extends Schema.TaggedError<RangeNotSatisfiable>()("RangeNotSatisfiable", {
  size: Schema.Int
}) {}

/** The change would leave the organization without an active owner. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {}

/** The channel is unconfigured, disabled or disconnected: `reason` says which, and what to do. */
export class ChannelNotReady extends Schema.TaggedError<ChannelNotReady>()("ChannelNotReady", {
  channel: Schema.Literals(["email", "chat", "sms", "custom"]),
  reason: Schema.String
}) {}

/** The event is older than what the log keeps. Reading can start from the oldest event that it has. */
export class EventExpired extends Schema.TaggedError<EventExpired>()("EventExpired", {
  oldestEventId: Schema.String
}) {}

/** The cursor is not ours, or belongs to another list: another path, tenant, filter or order. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** The magic link is unknown, used, replaced by a newer one, or expired. Callers cannot tell which. */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {}) {}

/** The session has expired. */
export class TokenExpired extends Schema.TaggedError<TokenExpired>()("TokenExpired", {
  expiredAt: Schema.DateTimeUtc
}) {}

/** A third-party server that the request depends on failed. `reason` says how, as the end of a sentence. */
export class UpstreamFailed extends Schema.TaggedError<UpstreamFailed>()("UpstreamFailed", {
  provider: Schema.String,
  reason: Schema.String
}) {}

/** Too many requests. In `retryAfter` seconds, one is allowed again. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfter: Schema.Int,
  limit: Schema.Int,
  remaining: Schema.Int
}) {}
