import { Schema } from "effect"
import { FieldError } from "../domain/Problems.ts"
import { codes } from "./ProblemCatalogue.ts"
import { growing } from "./Shapes.ts"

/** A member that some codes have. */
const extra = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotate({ description })

const BrokenRule = Schema.Struct({ ...FieldError.fields, code: growing(FieldError.fields.code.literals) })

/** Every 4xx and 5xx answer: RFC 9457 members, and the names that older clients read. */
export const ProblemBody = Schema.Struct({
  type: Schema.String.annotate({ description: "Address of the code's documentation." }),
  title: Schema.String.annotate({ description: "Fixed text per code." }),
  status: Schema.Int,
  detail: Schema.String.annotate({ description: "This occurrence, in English, safe to show." }),
  instance: Schema.String.annotate({ description: "Request path without the query." }),
  code: growing(codes),
  message: Schema.String.annotate({ description: "Same as `detail`." }),
  error: Schema.String.annotate({ description: "Same as `title`." }),
  statusCode: Schema.Int.annotate({ description: "Same as `status`." }),
  requestId: Schema.String.annotate({ description: "Same as the `X-Request-Id` header." }),
  errors: Schema.optionalKey(Schema.Array(BrokenRule)).annotate({
    description: "With `validation_failed`: every rule that was broken."
  }),
  field: extra(Schema.String, "With `already_exists`: the member whose value another record has."),
  limit: extra(Schema.Int, "With `limit_reached`, `payload_too_large` and `rate_limited`: how much is allowed."),
  used: extra(Schema.Int, "With `payload_too_large`, where the account is full: bytes that it has."),
  remaining: extra(Schema.Int, "With `rate_limited`: requests that are left."),
  retryAfter: extra(Schema.Int, "With `rate_limited`: same as `Retry-After`."),
  currentVersion: extra(Schema.Int, "With `precondition_failed`: the version that the record has."),
  mergedIntoId: extra(Schema.String, "With `ticket_merged`: the ticket that takes the writes."),
  ticketId: extra(Schema.String, "With `merge_not_possible`: the ticket that stands in the way."),
  state: extra(Schema.String, "With `invalid_state`: the state that the record is in."),
  required: extra(Schema.String, "With `forbidden`: the role or kind of credential that it takes."),
  channel: extra(Schema.String, "With `channel_not_ready`: the kind of channel."),
  provider: extra(Schema.String, "With `upstream_failed`: whose server failed."),
  oldestEventId: extra(Schema.String, "With `event_expired`: the oldest event that is kept."),
  attachmentId: extra(Schema.String, "With `attachment_in_use`: the upload that has gone with something already."),
  expectedSize: extra(Schema.Int, "With `attachment_not_uploaded`: bytes that were announced."),
  receivedSize: extra(Schema.Int, "With `attachment_not_uploaded`: bytes that have come."),
  expiredAt: extra(Schema.String, "With `token_expired`: when the credential ended.")
}).annotate({ identifier: "Problem", description: "The answer to a request that failed (RFC 9457)." })
