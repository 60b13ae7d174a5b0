import type { Json } from "../domain/Json.ts"
import type { InputError } from "../domain/Problems.ts"

/** Every error code of the API: its status, its fixed title, when it occurs and what to do about it. */
export const catalogue = {
  validation_failed: {
    status: 400,
    title: "Validation failed",
    when: "A body member, query parameter or header is invalid, or an id in the body is unknown.",
    remedy: "Read `errors`: each entry names the field, the rule and the accepted values."
  },
  malformed_json: {
    status: 400,
    title: "Malformed JSON",
    when: "The body is not JSON, not UTF-8, nested more than 64 levels deep, has more than 10,000 members and entries, or is not an object.",
    remedy: "Send one JSON object, encoded as UTF-8."
  },
  malformed_request: {
    status: 400,
    title: "Malformed request",
    when: "The HTTP message is invalid: percent-encoding, a header, the framing or the multipart form.",
    remedy: "Build requests with an HTTP library, and percent-encode paths and queries as UTF-8."
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    when: "The cursor was not issued by this API, or belongs to another list, filter, order, account or mode.",
    remedy: "Repeat the request without `cursor`, and keep all other parameters unchanged from page to page."
  },
  invalid_idempotency_key: {
    status: 400,
    title: "Invalid idempotency key",
    when: "`Idempotency-Key` is not 1 to 255 visible ASCII characters, or two headers with different keys were sent.",
    remedy: "Send one key of 1 to 255 visible ASCII characters, such as a UUID."
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    when: "The credential is missing, malformed, unknown or revoked.",
    remedy: "Send `Authorization: Bearer <key>` with an active key."
  },
  token_expired: {
    status: 401,
    title: "Token expired",
    when: "The session or portal token has expired or can no longer be refreshed.",
    remedy: "Sign in again, or have your server issue a new portal token."
  },
  invalid_token: {
    status: 401,
    title: "Invalid token",
    when: "The magic link is unknown, has been used, or has expired.",
    remedy: "Request a new link."
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    when: "The credential is valid, but its kind or role does not allow this.",
    remedy: "Use the kind of credential named in `required`."
  },
  origin_not_allowed: {
    status: 403,
    title: "Origin not allowed",
    when: "The request came from a browser page whose origin is not allowed.",
    remedy:
      "Open the page at the address in PUBLIC_URL. For portal tokens, add the page's origin to the brand's `portalOrigins`."
  },
  invalid_signature: {
    status: 403,
    title: "Invalid signature",
    when: "The signed URL of a file or an email was altered, was used with another method, or has expired.",
    remedy: "Get a new URL from the API and use it unchanged."
  },
  test_mode_only: {
    status: 403,
    title: "Test mode only",
    when: "A path under /v1/test was called with a live key, or a session in live mode.",
    remedy: "Use a key that starts with sk_test_, or send `Trunkline-Mode: test` with a session."
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "The id is unknown or deleted, or it belongs to another account, brand, mode or customer.",
    remedy: "Check the id, and that the key has access to its account, mode and brand."
  },
  route_not_found: {
    status: 404,
    title: "Route not found",
    when: "The path does not exist.",
    remedy: "Compare the path with the reference. Trailing slashes and capitalization matter."
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path exists, but not for this method.",
    remedy: "Use one of the methods in the `Allow` header."
  },
  already_exists: {
    status: 409,
    title: "Already exists",
    when: "Another record already has this unique value: a slug, email address, name, key, domain, address or number.",
    remedy: "Choose another value for the member named in `field`, or use the existing record."
  },
  ticket_merged: {
    status: 409,
    title: "Ticket was merged",
    when: "The ticket was merged into another one and can no longer be changed.",
    remedy: "Use the ticket named in `mergedIntoId`."
  },
  merge_not_possible: {
    status: 409,
    title: "Merge not possible",
    when: "The target or a source is deleted or was merged into another ticket.",
    remedy: "Leave out the ticket named in `ticketId`."
  },
  invalid_state: {
    status: 409,
    title: "Invalid state",
    when: "The action is not possible in the record's current state.",
    remedy: "Read the message: it names the required state."
  },
  system_record: {
    status: 409,
    title: "System record",
    when: "The request tried to delete a system status or move it to another category.",
    remedy: "Add your own status instead."
  },
  last_owner: {
    status: 409,
    title: "Last owner",
    when: "The change would leave the organization without an owner.",
    remedy: "Transfer ownership first."
  },
  attachment_not_uploaded: {
    status: 409,
    title: "Attachment not uploaded",
    when: "The upload was confirmed before all of its bytes arrived, or its size is wrong.",
    remedy: "Upload exactly `expectedSize` bytes, then confirm again."
  },
  attachment_in_use: {
    status: 409,
    title: "Attachment in use",
    when: "The pending attachment `attachmentId` already belongs to a ticket or comment.",
    remedy: "Leave it out, or upload the file again. An upload can be attached only once."
  },
  limit_reached: {
    status: 409,
    title: "Limit reached",
    when: "The maximum number of records is reached.",
    remedy: "Delete something first. `limit` is the maximum."
  },
  channel_not_ready: {
    status: 409,
    title: "Channel not ready",
    when: "The channel is not configured, is disabled, or is disconnected.",
    remedy: "Connect or enable the channel."
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request in progress",
    when: "A request with the same idempotency key is still being processed.",
    remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again."
  },
  event_expired: {
    status: 410,
    title: "Event expired",
    when: "`after` refers to an event older than the stored events.",
    remedy: "Start from `oldestEventId`, and read the records themselves to catch up."
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    when: "`If-Match` names a different version than the record's current one; nothing was changed.",
    remedy: "Read the record, apply your change to it, and send its new `ETag` in `If-Match`."
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body, a field or a file exceeds its limit, or the account's files together would exceed theirs.",
    remedy: "Send at most `limit` bytes. If `used` is present, delete files or ask the operator for more storage."
  },
  uri_too_long: {
    status: 414,
    title: "URI too long",
    when: "The request line is longer than 16 KiB.",
    remedy: "Use fewer or shorter query parameters."
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "The `Content-Type` is not one that the endpoint accepts, or the body is compressed.",
    remedy:
      "Send the `Content-Type` that the endpoint accepts (usually `application/json`), no `Content-Encoding`, and no `Transfer-Encoding` other than `chunked`."
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    when: "`Range` begins after the end of the file. `Content-Range` has the file's size.",
    remedy: "Request bytes within the file, or the whole file."
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    when: "The same idempotency key was used for a different request in the last 24 hours.",
    remedy: "Use a new key for each new request, and reuse a key only to repeat the exact same request."
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    when: "The rate limit of the credential or of the network address is exhausted.",
    remedy: "Wait for the number of seconds in `Retry-After`."
  },
  headers_too_large: {
    status: 431,
    title: "Request headers too large",
    when: "The headers are larger than 32 KiB, or there are more than 1,000.",
    remedy: "Send fewer or shorter headers."
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "An error in the server. It is logged under the request id.",
    remedy: "Try again. If the error persists, report the `requestId`."
  },
  upstream_failed: {
    status: 502,
    title: "Upstream failed",
    when: "A provider that the request depends on failed.",
    remedy: "Try again. The message says what the provider answered."
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    when: "The server is starting, stopping or overloaded, or its database is unavailable or overloaded.",
    remedy: "Send the same request again after the number of seconds in `Retry-After`."
  },
  timeout: {
    status: 503,
    title: "Timeout",
    when: "A deadline passed before the work was finished. Nothing was committed.",
    remedy: "Send the same request again. Narrow searches and lists."
  }
} as const satisfies Record<
  string,
  { readonly status: number; readonly title: string; readonly when: string; readonly remedy: string }
>

export type Code = keyof typeof catalogue
export const codes = Object.keys(catalogue) as ReadonlyArray<Code>

/** One occurrence of an error: the part of the response that its code does not determine. */
export interface Problem {
  readonly code: Code
  /** In English and safe to show. Of the input, it repeats only what `errors` have as given. */
  readonly detail: string
  /** With `validation_failed`: the broken rules, from which `validationFailed` composes what the caller is told. */
  readonly errors?: ReadonlyArray<InputError> | undefined
  /** Additional members of the body. */
  readonly extra?: { readonly [member: string]: Json } | undefined
  /** Additional headers, such as `Retry-After`, in lower case. */
  readonly headers?: { readonly [name: string]: string } | undefined
}

/** The response body for a problem, as JSON text. */
export const problemText = (
  problem: Problem,
  about: { readonly publicUrl: string; readonly instance: string; readonly requestId: string }
): string => {
  const { status, title } = catalogue[problem.code]
  return JSON.stringify({
    type: `${about.publicUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: about.instance,
    code: problem.code,
    message: problem.detail,
    error: title,
    statusCode: status,
    requestId: about.requestId,
    ...problem.extra
  })
}
