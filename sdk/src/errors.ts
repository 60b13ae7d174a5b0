import type { Problem } from "./generated/types.ts"

/** One thing that is wrong with one field of the request. */
export interface FieldError {
  /** Where in the request, such as `customerEmail` or `tags[2]`. */
  readonly field: string
  readonly message: string
  /** What kind of mistake, such as `required` or `length`. */
  readonly code: string
}

/** Whatever keeps a call from its result: an answer that says no, or none at all. */
export class TrunklineError extends Error {
  override readonly name: string = "TrunklineError"
}

/** The server answered with a problem (docs/errors.md of the server). */
export class ApiError extends TrunklineError {
  override readonly name: string = "ApiError"
  /** The HTTP status. */
  readonly status: number
  /** What went wrong, for programs: such as `validation_failed`, `not_found` or `limit_reached`. */
  readonly code: string
  /** The id by which the server's operator finds the request in the log; none when something in between answered. */
  readonly requestId: string | undefined
  /** Every field that was refused. */
  readonly errors: ReadonlyArray<FieldError>
  /** Milliseconds after which it may be tried again, as the server says. */
  readonly retryAfter: number | undefined
  /** The whole problem, with members that only some codes have; none when the answer was not from Trunkline. */
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

/** What is said of an answer that is no problem. Browsers show of one that leads elsewhere nothing, and the status 0. */
const unexplained = (status: number, headers: Headers) =>
  status === 0 || headers.has("location")
    ? `The server leads elsewhere${status === 0 ? "" : `, to ${headers.get("location")}`}: baseUrl must be where it answers itself`
    : `The server answered with status ${status}`

/** 400: something in the request is wrong; `errors` says what. */
export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError"
}
/** 401: there is no credential, or it is not known, or it has ended. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError"
}
/** 403: the credential does not allow this. */
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError"
}
/** 404: there is no such thing, or not for this credential. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError"
}
/** 409, 412 and 422: it does not go with how things stand, or with an earlier request of the same key. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError"
}
/** 429: too many requests; `retryAfter` says when to go on. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError"
}
/** 500 and above: the fault is the server's, or of something in between. */
export class ServerError extends ApiError {
  override readonly name = "ServerError"
}

/** No answer came: the server was not reached, or the connection broke. `cause` says how. */
export class ConnectionError extends TrunklineError {
  override readonly name = "ConnectionError"
}

/** No answer came within `timeout` milliseconds. */
export class TimeoutError extends TrunklineError {
  override readonly name = "TimeoutError"
}

/** The error of an answer. */
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

/** Proxies answer in HTML, and may break off. */
const problemOf = async (response: Response): Promise<Problem | undefined> => {
  const text = await response.text().catch(() => "")
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && "code" in body ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds of `Retry-After`: seconds, or a date. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get("retry-after")
  if (value === null) return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
