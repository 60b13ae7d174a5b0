import type { Problem } from "./generated/types.ts"

/** One problem with one field of the request. */
export interface FieldError {
  /** The path of the field, such as `customerEmail` or `tags[2]`. */
  readonly field: string
  readonly message: string
  /** The kind of problem, such as `required` or `length`. */
  readonly code: string
}

/** Base class of all errors of a call: the server refused it, or there was no response. */
export class TrunklineError extends Error {
  override readonly name: string = "TrunklineError"
}

/** The server returned an error (docs/errors.md of the server). */
export class ApiError extends TrunklineError {
  override readonly name: string = "ApiError"
  /** The HTTP status. */
  readonly status: number
  /** The error code, such as `validation_failed`, `not_found` or `limit_reached`. */
  readonly code: string
  /** The id of the request in the server's log. Undefined if something between client and server responded. */
  readonly requestId: string | undefined
  /** All fields that were rejected. */
  readonly errors: ReadonlyArray<FieldError>
  /** Milliseconds after which you can try again, according to the server. */
  readonly retryAfter: number | undefined
  /** The whole error body, including members that only some codes have. Undefined if the response was not from Trunkline. */
  readonly problem: Problem | undefined
  readonly headers: Headers

  constructor(status: number, headers: Headers, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? unexplained(status, headers))
    this.status = status
    this.code = problem?.code ?? "unknown"
    this.requestId = problem?.requestId ?? headers.get("x-request-id") ?? undefined
    this.errors = problem?.errors ?? []
    this.retryAfter = retryAfterOf(headers)
    this.problem = problem
    this.headers = headers
  }
}

/** The message for a response that is not a problem. For a redirect, browsers reveal nothing but the status 0. */
const unexplained = (status: number, headers: Headers) =>
  status === 0 || headers.has("location")
    ? `The server redirects${status === 0 ? "" : ` to ${headers.get("location")}`}: baseUrl must be the address that it is served at`
    : `The server responded with status ${status}`

/** 400: the request is invalid; `errors` says why. */
export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError"
}
/** 401: the credential is missing, unknown or expired. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError"
}
/** 403: the credential does not allow this. */
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError"
}
/** 404: the record does not exist, or the credential cannot access it. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError"
}
/** 409, 412 and 422: the request conflicts with the current state, or with an earlier request with the same idempotency key. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError"
}
/** 429: too many requests; `retryAfter` says when to try again. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError"
}
/** 500 and above: a failure of the server, or of something between client and server. */
export class ServerError extends ApiError {
  override readonly name = "ServerError"
}

/** There was no response: the server could not be reached, or the connection failed. See `cause`. */
export class ConnectionError extends TrunklineError {
  override readonly name = "ConnectionError"
}

/** There was no response within `timeout` milliseconds. */
export class TimeoutError extends TrunklineError {
  override readonly name = "TimeoutError"
}

/** The error for a response. */
export const apiError = async (response: Response): Promise<ApiError> => {
  const { headers, status } = response
  const problem = await problemOf(response)
  const Kind =
    status === 400
      ? BadRequestError
      : status === 401
        ? UnauthorizedError
        : status === 403
          ? ForbiddenError
          : status === 404
            ? NotFoundError
            : status === 409 || status === 412 || status === 422
              ? ConflictError
              : status === 429
                ? RateLimitedError
                : status >= 500
                  ? ServerError
                  : ApiError
  return new Kind(status, headers, problem)
}

/** Proxies respond in HTML, and may break off. */
const problemOf = async (response: Response): Promise<Problem | undefined> => {
  const text = await response.text().catch(() => "")
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && "code" in body ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}

/** `Retry-After` in milliseconds; it contains seconds or a date. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get("retry-after")
  if (value === null) return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
