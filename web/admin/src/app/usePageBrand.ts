import { useSearch } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useBrands } from "../data/brands.ts"

/**
 * The brand that a page is about: the one in its address, or the first where the address names none. Undefined until
 * brands are read, without any, and for a name that none of them has.
 */
export const usePageBrand = (): Brand | undefined => {
  const { brand = "" } = useSearch({ strict: false }) as { readonly brand?: string }
  const brands = useBrands().data ?? []
  return brand === "" ? brands[0] : brands.find(({ slug }) => slug === brand)
}
