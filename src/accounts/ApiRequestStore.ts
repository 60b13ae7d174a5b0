import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ApiRequest } from "../domain/ApiRequest.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, KeyId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** Which requests somebody wants, newest first. A filter that is left out does not filter. */
export interface ApiRequestQuery {
  readonly id?: Id<"request"> | undefined
  readonly keyId?: KeyId | undefined
  readonly brandId?: BrandId | undefined
  readonly operations?: ReadonlyArray<string> | undefined
  readonly methods?: ReadonlyArray<string> | undefined
  /** Ranges of statuses, with their ends. */
  readonly statuses?: ReadonlyArray<readonly [least: number, most: number]> | undefined
  /** Beginning of their paths. */
  readonly path?: string | undefined
  readonly from?: DateTime.Utc | undefined
  readonly until?: DateTime.Utc | undefined
  readonly limit: number
  /** The last request of the page before. */
  readonly after?: Id<"request"> | undefined
}

/** `next` is where the next page starts. A page may be short, or empty, and have one: where a filter leaves out very many. */
export interface ApiRequestPage {
  readonly items: ReadonlyArray<ApiRequest>
  readonly next?: Id<"request"> | undefined
}

/** Where requests with API keys are kept, for seven days. */
export class ApiRequestStore extends Context.Service<
  ApiRequestStore,
  {
    /** Adds requests of any tenants. One that is there already stays as it is. */
    insert(
      requests: ReadonlyArray<ApiRequest & { readonly tenantId: string }>
    ): Effect.Effect<void, DatabaseUnavailable>

    list(tenant: Tenant, query: ApiRequestQuery): Effect.Effect<ApiRequestPage, DatabaseUnavailable>

    find(tenant: Tenant, id: Id<"request">): Effect.Effect<Option.Option<ApiRequest>, DatabaseUnavailable>
  }
>()("trunkline/accounts/ApiRequestStore") {}
