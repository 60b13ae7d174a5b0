import type { BrandId, Id, KeyId } from "./Ids.ts"
import type { FieldError } from "./Problems.ts"
import type { Tenant } from "./Tenant.ts"

/** The methods that a request can have. */
export const requestMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** The API key that a request named, valid or not. */
export interface NamedKey {
  readonly id: KeyId
  readonly prefix: string
  readonly tenant: Tenant
}

/** Why a request was refused, without quoting anything from it. */
export interface ToldProblem {
  readonly code: string
  readonly detail?: string | undefined
  readonly errors?: ReadonlyArray<FieldError> | undefined
}

/** A request made with an API key, as the request log keeps it: what was called and the outcome, but none of its contents. */
export interface ApiRequest {
  /** The request's own id, which also tells when it arrived. */
  readonly id: Id<"request">
  readonly apiKey: { readonly id: KeyId; readonly prefix: string }
  /** The brand in its path. */
  readonly brandId?: BrandId | undefined
  /** Name of the endpoint, such as `tickets.create`. */
  readonly operation: string
  readonly method: string
  /** As sent, except for parts that are neither fixed nor ids. */
  readonly path: string
  /** The names of the query parameters, with those of their values that identify nobody. */
  readonly query?: string | undefined
  readonly status: number
  readonly problem?: ToldProblem | undefined
  /** Milliseconds until the response began. */
  readonly durationMs: number
  readonly idempotencyKey?: string | undefined
  /** Whether the response is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean
  readonly ip: string
  readonly userAgent?: string | undefined
  /** Further requests with the same key that were answered in the same second and are not in the log. */
  readonly omitted: number
}
