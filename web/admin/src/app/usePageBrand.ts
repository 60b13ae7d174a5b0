import { useSearch } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useBrands } from "../data/brands.ts"

/**
 * Returns the brand that a page is about: the one in its address or, if the address names none, the first. `undefined` until
 * the brands are read, if there are none, and if none has that name.
 */
export const usePageBrand = (): Brand | undefined => {
  const { brand = "" } = useSearch({ strict: false }) as { readonly brand?: string }
  const brands = useBrands().data ?? []
  return brand === "" ? brands[0] : brands.find(({ slug }) => slug === brand)
}
