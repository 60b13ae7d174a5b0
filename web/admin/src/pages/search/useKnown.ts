import { useQueries } from "@tanstack/react-query"
import type { Brand, Category, Member, Status, Tag } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { useBrands, useMembers } from "../../data/brands.ts"
import type { SearchFilters } from "./searchQuery.ts"
import type { Known } from "./ticketFilters.ts"

/** Brands whose names are offered at most; of more, those that the search names. */
const mostBrands = 10

export interface KnownHere extends Known {
  readonly brands: ReadonlyArray<Brand>
  readonly members: ReadonlyArray<Member>
  readonly tags: ReadonlyArray<Tag>
  readonly categories: ReadonlyArray<Category>
  readonly statuses: ReadonlyArray<Status>
  /** Everything has been read. */
  readonly isWhole: boolean
}

/** What the brands that are searched call things. */
export const useKnown = ({ brand: named }: SearchFilters): KnownHere => {
  const brands = useBrands().data
  const members = useMembers().data
  const searched = (brands ?? [])
    .filter(({ slug }) => named === undefined || named.includes(slug))
    .slice(0, mostBrands)
    .map(({ id }) => id)
  const statuses = useOfBrands(searched, keys.statuses, (id) => client.statuses.list(id))
  const tags = useOfBrands(searched, keys.tags, (id) => client.tags.list(id))
  const categories = useOfBrands(searched, keys.categories, (id) => client.categories.list(id))
  return {
    brands: brands ?? [],
    members: members ?? [],
    statuses: statuses ?? [],
    tags: tags ?? [],
    categories: categories ?? [],
    isWhole: [brands, members, statuses, tags, categories].every((list) => list !== undefined)
  }
}

/** A list of each brand, one after the other; undefined until all were read. */
const useOfBrands = <A>(
  brandIds: ReadonlyArray<string>,
  key: (brandId: string) => ReadonlyArray<string>,
  read: (brandId: string) => Promise<ReadonlyArray<A>>
): ReadonlyArray<A> | undefined =>
  useQueries({
    queries: brandIds.map((id) => ({ queryKey: key(id), queryFn: () => read(id) })),
    combine: (results) =>
      results.every(({ data }) => data !== undefined) ? results.flatMap(({ data }) => data ?? []) : undefined
  })
