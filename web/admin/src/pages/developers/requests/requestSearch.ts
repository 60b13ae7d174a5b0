import type { Brand, RequestsListQuery } from "@trunkline/sdk"

/** What an address of this page can say. */
export interface RequestSearch {
  /** Id of a key. */
  readonly key?: string | undefined
  readonly status?: string | undefined
  readonly method?: string | undefined
  readonly operation?: string | undefined
  readonly path?: string | undefined
  /** Slug of a brand. */
  readonly brand?: string | undefined
  /** Moments, as the API takes them. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Id of the request that is shown by itself. */
  readonly request?: string | undefined
}

/** What the API is asked for. It says itself what is wrong with words that it does not know. */
export const queryOf = (search: RequestSearch, brands: ReadonlyArray<Brand>): RequestsListQuery => {
  const given = {
    keyId: search.key,
    status: search.status,
    method: search.method,
    operation: search.operation,
    path: search.path,
    brandId: brands.find(({ slug }) => slug === search.brand)?.id ?? search.brand,
    startDate: search.from,
    endDate: search.until
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""))
}

/** A moment as inputs of the browser have it, in the time of the person's own clock; and back. */
export const localOf = (moment: string | undefined): string => {
  const at = new Date(moment ?? "")
  if (Number.isNaN(at.getTime())) return ""
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const momentOf = (local: string): string | undefined =>
  local === "" ? undefined : new Date(local).toISOString()
