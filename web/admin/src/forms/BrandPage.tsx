import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { usePageBrand } from "../app/usePageBrand.ts"
import { useBrands } from "../data/brands.ts"
import { Page } from "../ui/Page.tsx"
import { Loaded } from "./Loaded.tsx"
import { NoBrand } from "./NoBrand.tsx"

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: (brand: Brand) => ReactNode
  readonly children: (brand: Brand) => ReactNode
}

/** A page of settings of the brand in its address. */
export function BrandPage({ title, lead, actions, children }: Props) {
  const brands = useBrands()
  const brand = usePageBrand()
  return (
    <Page title={title} lead={lead} actions={brand === undefined ? undefined : actions?.(brand)}>
      <Loaded query={brands}>{() => (brand === undefined ? <NoBrand /> : children(brand))}</Loaded>
    </Page>
  )
}
