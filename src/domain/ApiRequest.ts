import type { BrandId, Id, KeyId } from "./Ids.ts"
import type { FieldError } from "./Problems.ts"
import type { Tenant } from "./Tenant.ts"

/** Methods that a request can have. */
export const requestMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** The API key that a request named, good or not. */
export interface NamedKey {
  readonly id: KeyId
  readonly prefix: string
  readonly tenant: Tenant
}

/** How a request was refused, in words that quote nothing of it. */
export interface ToldProblem {
  readonly code: string
  readonly detail?: string | undefined
  readonly errors?: ReadonlyArray<FieldError> | undefined
}

/** A request with an API key as the log has it: what was asked and how that was answered, and nothing of what was in it. */
export interface ApiRequest {
  /** That of the request itself; tells also when it came. */
  readonly id: Id<"request">
  readonly apiKey: { readonly id: KeyId; readonly prefix: string }
  /** The brand in its path. */
  readonly brandId?: BrandId | undefined
  /** Name of the endpoint, such as `tickets.create`. */
  readonly operation: string
  readonly method: string
  /** As it was sent, but for what is neither fixed nor an id. */
  readonly path: string
  /** Names of the query parameters, with those of their values that name nobody. */
  readonly query?: string | undefined
  readonly status: number
  readonly problem?: ToldProblem | undefined
  /** Milliseconds until its answer began. */
  readonly durationMs: number
  readonly idempotencyKey?: string | undefined
  /** Whether its answer was that of an earlier request with the same idempotency key. */
  readonly replayed: boolean
  readonly ip: string
  readonly userAgent?: string | undefined
  /** Further requests of its key that were answered in the same second, and are not in the log. */
  readonly omitted: number
}
