import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { usePageBrand } from "../app/usePageBrand.ts"
import { useBrands } from "../data/brands.ts"
import { Page } from "../ui/Page.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { NoBrand } from "./NoBrand.tsx"

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: (brand: Brand) => ReactNode
  readonly children: (brand: Brand) => ReactNode
  /** Content below, whether or not there is a brand. */
  readonly below?: ReactNode
}

/** A page about the brand in its address. If there is none, the shell says why. */
export function BrandPage({ title, lead, actions, children, below }: Props) {
  const brands = useBrands().data
  const brand = usePageBrand()
  return (
    <Page title={title} lead={lead} actions={brand === undefined ? undefined : actions?.(brand)}>
      {brand !== undefined ? (
        children(brand)
      ) : brands === undefined ? (
        <Skeleton lines={6} />
      ) : brands.length === 0 ? (
        <NoBrand />
      ) : undefined}
      {below}
    </Page>
  )
}
