import type { Json } from "../domain/Json.ts"

/** Every error code of the API: its status, its fixed title, when it is answered and what to do about it. */
export const catalogue = {
  validation_failed: {
    status: 400,
    title: "Validation failed",
    when: "A body member, query parameter or header breaks a rule, or an id in the body is unknown.",
    remedy: "Read `errors`: each entry names the field, the rule and what would be accepted."
  },
  malformed_json: {
    status: 400,
    title: "Malformed JSON",
    when: "The body is not JSON, not UTF-8, nested deeper than 64 levels, of more than 10,000 members and entries, or not an object.",
    remedy: "Send one JSON object, encoded as UTF-8."
  },
  malformed_request: {
    status: 400,
    title: "Malformed request",
    when: "The HTTP message itself is broken: percent-encoding, a header, the framing or the multipart form.",
    remedy: "Build the request with an HTTP library; percent-encode paths and queries as UTF-8."
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    when: "The cursor is not one of ours, or belongs to another list, filter, order, account or mode.",
    remedy: "Repeat the request without `cursor`, and keep all other parameters the same from page to page."
  },
  invalid_idempotency_key: {
    status: 400,
    title: "Invalid idempotency key",
    when: "`Idempotency-Key` is not 1 to 255 visible ASCII characters, or its two headers differ.",
    remedy: "Send one key of 1 to 255 visible ASCII characters, such as a UUID."
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    when: "The credential is missing, malformed, unknown or revoked.",
    remedy: "Send `Authorization: Bearer <key>` with a key that is still active."
  },
  token_expired: {
    status: 401,
    title: "Token expired",
    when: "The session or portal token is past its end, or can be refreshed no more.",
    remedy: "Sign in again, or let your server issue a new portal token."
  },
  invalid_token: {
    status: 401,
    title: "Invalid token",
    when: "The magic link is unknown, was used before, or has expired.",
    remedy: "Ask for a new link."
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    when: "The credential is valid, but its kind or role may not do this.",
    remedy: "Use the kind of credential that `required` names."
  },
  origin_not_allowed: {
    status: 403,
    title: "Origin not allowed",
    when: "The browser page that sent the request is not on an allowed origin.",
    remedy:
      "Open the page at the address that PUBLIC_URL names; for portal tokens, add the page's origin to the brand's `portalOrigins`."
  },
  invalid_signature: {
    status: 403,
    title: "Invalid signature",
    when: "The signed address of a file or a mail was altered, is used with another method, or has expired.",
    remedy: "Ask the API for a new address, and use it as it is."
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
    when: "The id is unknown, deleted, or belongs to another account, brand, mode or customer.",
    remedy: "Check the id, and that the key's account, mode and brands include it."
  },
  route_not_found: {
    status: 404,
    title: "Route not found",
    when: "No such path.",
    remedy: "Compare the path with the reference; trailing slashes and upper case count."
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the `Allow` header."
  },
  already_exists: {
    status: 409,
    title: "Already exists",
    when: "Another record has this unique value: a slug, e-mail, name, key, domain, address or number.",
    remedy: "Choose another value for the member that `field` names, or use the existing record."
  },
  ticket_merged: {
    status: 409,
    title: "Ticket was merged",
    when: "The ticket was merged into another one and takes no more writes.",
    remedy: "Write to the ticket that `mergedIntoId` names."
  },
  merge_not_possible: {
    status: 409,
    title: "Merge not possible",
    when: "The target or a source is deleted or was merged elsewhere.",
    remedy: "Leave out the ticket that `ticketId` names."
  },
  invalid_state: {
    status: 409,
    title: "Invalid state",
    when: "The action does not fit the record's state.",
    remedy: "Read the message: it says which state is needed."
  },
  system_record: {
    status: 409,
    title: "System record",
    when: "A system status was to be deleted or moved to another category.",
    remedy: "Add a status of your own instead."
  },
  last_owner: {
    status: 409,
    title: "Last owner",
    when: "The change would leave the organization without an owner.",
    remedy: "Transfer the ownership first."
  },
  attachment_not_uploaded: {
    status: 409,
    title: "Attachment not uploaded",
    when: "An upload was confirmed before all its bytes arrived, or its size differs.",
    remedy: "Upload exactly `expectedSize` bytes, then confirm."
  },
  attachment_in_use: {
    status: 409,
    title: "Attachment in use",
    when: "The pending attachment `attachmentId` has gone with a ticket or comment already, this one or another.",
    remedy: "Leave it out, or upload the file again: an upload goes with one alone."
  },
  limit_reached: {
    status: 409,
    title: "Limit reached",
    when: "A count limit is reached.",
    remedy: "Remove something first; `limit` is the number allowed."
  },
  channel_not_ready: {
    status: 409,
    title: "Channel not ready",
    when: "The channel is not configured, disabled or disconnected.",
    remedy: "Connect or enable the channel."
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request in progress",
    when: "A request with the same idempotency key is being executed.",
    remedy: "Wait for the time that `Retry-After` names, then send the same request again."
  },
  event_expired: {
    status: 410,
    title: "Event expired",
    when: "`after` points behind the events that are still kept.",
    remedy: "Start from `oldestEventId`, and read the records themselves for what was missed."
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    when: "`If-Match` names another version than the record has; nothing was changed.",
    remedy: "Read the record, apply your change to it, and send the new `ETag` in `If-Match`."
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body, a field or a file is over its limit, or the account's files together would be.",
    remedy: "Send at most `limit` bytes; where there is `used`, delete files or ask the operator for more room."
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
    when: "The body is not declared as the media type that the endpoint takes, or is compressed.",
    remedy:
      "Send the `Content-Type` that the endpoint names, mostly `application/json`, no `Content-Encoding`, and no `Transfer-Encoding` but `chunked`."
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    when: "`Range` begins behind the end of the file, whose size `Content-Range` tells.",
    remedy: "Ask for bytes that the file has, or for the whole file."
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    when: "The same idempotency key came with another request in the last 24 hours.",
    remedy: "Use a new key for a new request, and the same key only for exact repeats."
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    when: "The rate limit of the credential or of the network address is used up.",
    remedy: "Wait for the seconds that `Retry-After` names."
  },
  headers_too_large: {
    status: 431,
    title: "Request headers too large",
    when: "The header block is larger than 32 KiB, or has more than 1,000 headers.",
    remedy: "Send fewer or shorter headers."
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "A defect of the server; it is logged under the request id.",
    remedy: "Try again, and report the `requestId` if it stays."
  },
  upstream_failed: {
    status: 502,
    title: "Upstream failed",
    when: "A provider that the request had to call failed.",
    remedy: "Try again; the message says what the provider answered."
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    when: "The server is starting or stopping, has more to do than it can, or its database is away or overloaded.",
    remedy: "Send the same request again after the seconds that `Retry-After` names."
  },
  timeout: {
    status: 503,
    title: "Timeout",
    when: "A deadline passed before the work was done; nothing was committed.",
    remedy: "Send the same request again; narrow a search or a list."
  }
} as const satisfies Record<
  string,
  { readonly status: number; readonly title: string; readonly when: string; readonly remedy: string }
>

export type Code = keyof typeof catalogue
export const codes = Object.keys(catalogue) as ReadonlyArray<Code>

/** One occurrence of an error: what of its answer is not fixed by the code. */
export interface Problem {
  readonly code: Code
  /** English, safe to show, no echo of the input. */
  readonly detail: string
  /** Extra members of the body. */
  readonly extra?: { readonly [member: string]: Json } | undefined
  /** Extra headers, such as `Retry-After`, in lower case. */
  readonly headers?: { readonly [name: string]: string } | undefined
}

/** The body of a problem's answer, as JSON text. */
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
