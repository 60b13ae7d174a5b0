import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ApiRequest } from "../domain/ApiRequest.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, KeyId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** Selects logged requests, newest first. An absent filter matches all. */
export interface ApiRequestQuery {
  readonly id?: Id<"request"> | undefined
  readonly keyId?: KeyId | undefined
  readonly brandId?: BrandId | undefined
  readonly operations?: ReadonlyArray<string> | undefined
  readonly methods?: ReadonlyArray<string> | undefined
  /** Ranges of statuses, both ends inclusive. */
  readonly statuses?: ReadonlyArray<readonly [least: number, most: number]> | undefined
  /** A prefix of the path. */
  readonly path?: string | undefined
  readonly from?: DateTime.Utc | undefined
  readonly until?: DateTime.Utc | undefined
  readonly limit: number
  /** The last request of the previous page. */
  readonly after?: Id<"request"> | undefined
}

/** `next` is where the next page starts. A short or even empty page can have one, if a filter excludes very many requests. */
export interface ApiRequestPage {
  readonly items: ReadonlyArray<ApiRequest>
  readonly next?: Id<"request"> | undefined
}

/** Stores requests made with API keys, for seven days. */
export class ApiRequestStore extends Context.Service<
  ApiRequestStore,
  {
    /** Adds requests of any tenants. A request that is already stored stays as it is. */
    insert(
      requests: ReadonlyArray<ApiRequest & { readonly tenantId: string }>
    ): Effect.Effect<void, DatabaseUnavailable>

    list(tenant: Tenant, query: ApiRequestQuery): Effect.Effect<ApiRequestPage, DatabaseUnavailable>

    find(tenant: Tenant, id: Id<"request">): Effect.Effect<Option.Option<ApiRequest>, DatabaseUnavailable>
  }
>()("trunkline/accounts/ApiRequestStore") {}
