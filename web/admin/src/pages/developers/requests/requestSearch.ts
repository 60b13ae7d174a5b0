import type { Brand, RequestsListQuery } from "@trunkline/sdk"

/** The parameters of this page's address. */
export interface RequestSearch {
  /** Id of a key. */
  readonly key?: string | undefined
  readonly status?: string | undefined
  readonly method?: string | undefined
  readonly operation?: string | undefined
  readonly path?: string | undefined
  /** Slug of a brand. */
  readonly brand?: string | undefined
  /** Timestamps, as the API takes them. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Id of the request that is open. */
  readonly request?: string | undefined
}

/** Returns the API query for a search. The API reports values that it does not know. */
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

/** Formats a timestamp for a `datetime-local` input, in the browser's time zone; `momentOf` reads it back. */
export const localOf = (moment: string | undefined): string => {
  const at = new Date(moment ?? "")
  if (Number.isNaN(at.getTime())) return ""
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const momentOf = (local: string): string | undefined =>
  local === "" ? undefined : new Date(local).toISOString()
