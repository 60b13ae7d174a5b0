import { useSearch } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useBrands } from "../data/brands.ts"

/** The brand that a page is about: the one in its address, or the first; undefined until brands are read, or without any. */
export const usePageBrand = (): Brand | undefined => {
  const { brand } = useSearch({ strict: false }) as { readonly brand?: string }
  const brands = useBrands().data ?? []
  return brands.find(({ slug }) => slug === brand) ?? brands[0]
}
