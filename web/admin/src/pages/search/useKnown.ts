import { useQueries } from "@tanstack/react-query"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { useBrands, useMembers } from "../../data/brands.ts"
import type { Choices } from "./searchChoices.ts"
import type { SearchFilters } from "./searchQuery.ts"

/** The most brands whose names are offered; if there are more, those that the search names. */
const mostBrands = 10

export interface KnownHere extends Choices {
  /** Everything has been read. */
  readonly isWhole: boolean
  /** Why something could not be read. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** Reads the statuses, tags and categories of the searched brands. */
export const useKnown = ({ brand: named }: SearchFilters): KnownHere => {
  const brands = useBrands()
  const members = useMembers()
  const searched = (brands.data ?? [])
    .filter(({ slug }) => named === undefined || named.some((name) => name.toLowerCase() === slug))
    .slice(0, mostBrands)
    .map(({ id }) => id)
  const statuses = useOfBrands(searched, keys.statuses, (id) => client.statuses.list(id))
  const tags = useOfBrands(searched, keys.tags, (id) => client.tags.list(id))
  const categories = useOfBrands(searched, keys.categories, (id) => client.categories.list(id))
  const lists = [brands, members, statuses, tags, categories]
  return {
    brands: brands.data ?? [],
    members: members.data ?? [],
    statuses: statuses.data ?? [],
    tags: tags.data ?? [],
    categories: categories.data ?? [],
    isWhole: lists.every(({ data }) => data !== undefined),
    error: lists.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      for (const { error, refetch } of lists) if (error !== null) void refetch()
    }
  }
}

/** Reads a list for each brand and joins them; `undefined` until all are read. */
const useOfBrands = <A>(
  brandIds: ReadonlyArray<string>,
  key: (brandId: string) => ReadonlyArray<string>,
  read: (brandId: string) => Promise<ReadonlyArray<A>>
) =>
  useQueries({
    queries: brandIds.map((id) => ({ queryKey: key(id), queryFn: () => read(id) })),
    combine: (results) => ({
      data: results.every(({ data }) => data !== undefined) ? results.flatMap(({ data }) => data ?? []) : undefined,
      error: results.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch()))
    })
  })
