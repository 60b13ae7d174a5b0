import { useQuery } from "@tanstack/react-query"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"

/** The brands that the member can see, in this mode, by name. */
export const useBrands = () => useQuery({ queryKey: keys.brands, queryFn: () => client.brands.list() })

/** The team's active members. */
export const useMembers = () =>
  useQuery({ queryKey: keys.members, queryFn: async () => (await client.members.list()).members })

/** The statuses that the brand's tickets can be given, in the brand's order. */
export const useStatuses = (brandId: string) =>
  useQuery({ queryKey: keys.statuses(brandId), queryFn: () => client.statuses.list(brandId) })

export const useTags = (brandId: string) =>
  useQuery({ queryKey: keys.tags(brandId), queryFn: () => client.tags.list(brandId) })

export const useCategories = (brandId: string) =>
  useQuery({ queryKey: keys.categories(brandId), queryFn: () => client.categories.list(brandId) })

/** The brand's definitions of custom fields. */
export const useFields = (brandId: string) =>
  useQuery({
    queryKey: keys.fields(brandId),
    queryFn: () => client.fields.list(brandId),
    enabled: brandId !== ""
  })
