import { useSearch } from "@tanstack/react-router"
import { useBrands } from "../data/brands.ts"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { isUnanswered } from "../ui/errors.ts"

/**
 * A notice above every page: the brands, which nearly everything needs, could not be read, or the brand in the address is
 * unknown.
 */
export function BrandsFailure() {
  const { brand = "" } = useSearch({ strict: false }) as { readonly brand?: string }
  const { data, error, isFetching, refetch } = useBrands()
  const lacks = data === undefined || (brand !== "" && data.every(({ slug }) => slug !== brand))
  if (!lacks || isFetching || isUnanswered(error)) return undefined
  return (
    <div className="p-3">
      <ErrorPanel error={error ?? `There is no brand named “${brand}”.`} retry={() => void refetch()} />
    </div>
  )
}
