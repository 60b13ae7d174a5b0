import { Schema } from "effect"
import { FieldError } from "../domain/Problems.ts"
import { codes } from "./ProblemCatalogue.ts"
import { growing } from "./Shapes.ts"

/** A member that only some codes have. */
const extra = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotate({ description })

const BrokenRule = Schema.Struct({ ...FieldError.fields, code: growing(FieldError.fields.code.literals) })

/** The body of every 4xx and 5xx response: RFC 9457 members, and the names that older clients read. */
export const ProblemBody = Schema.Struct({
  type: Schema.String.annotate({ description: "URL of the documentation of the code." }),
  title: Schema.String.annotate({ description: "The same for every error with this code." }),
  status: Schema.Int,
  detail: Schema.String.annotate({ description: "Describes this occurrence, in English. Safe to show to users." }),
  instance: Schema.String.annotate({ description: "The request path, without the query." }),
  code: growing(codes),
  message: Schema.String.annotate({ description: "Same as `detail`." }),
  error: Schema.String.annotate({ description: "Same as `title`." }),
  statusCode: Schema.Int.annotate({ description: "Same as `status`." }),
  requestId: Schema.String.annotate({ description: "Same as the `X-Request-Id` header." }),
  errors: Schema.optionalKey(Schema.Array(BrokenRule)).annotate({
    description: "With `validation_failed`: every rule that the request broke."
  }),
  field: extra(Schema.String, "With `already_exists`: the member whose value is taken."),
  limit: extra(Schema.Int, "With `limit_reached`, `payload_too_large` and `rate_limited`: the limit."),
  used: extra(Schema.Int, "With `payload_too_large` if the account's storage is full: the bytes in use."),
  remaining: extra(Schema.Int, "With `rate_limited`: the remaining requests."),
  retryAfter: extra(Schema.Int, "With `rate_limited`: same as `Retry-After`."),
  currentVersion: extra(Schema.Int, "With `precondition_failed`: the current version of the record."),
  mergedIntoId: extra(Schema.String, "With `ticket_merged`: the ticket to write to instead."),
  ticketId: extra(Schema.String, "With `merge_not_possible`: the ticket that prevents the merge."),
  state: extra(Schema.String, "With `invalid_state`: the current state of the record."),
  required: extra(Schema.String, "With `forbidden`: the required role or kind of credential."),
  channel: extra(Schema.String, "With `channel_not_ready`: the kind of channel."),
  provider: extra(Schema.String, "With `upstream_failed`: the provider that failed."),
  oldestEventId: extra(Schema.String, "With `event_expired`: the oldest stored event."),
  attachmentId: extra(Schema.String, "With `attachment_in_use`: the upload that is already attached."),
  expectedSize: extra(Schema.Int, "With `attachment_not_uploaded`: the announced size in bytes."),
  receivedSize: extra(Schema.Int, "With `attachment_not_uploaded`: the bytes received."),
  expiredAt: extra(Schema.String, "With `token_expired`: when the credential expired.")
}).annotate({ identifier: "Problem", description: "The response to a failed request (RFC 9457)." })
