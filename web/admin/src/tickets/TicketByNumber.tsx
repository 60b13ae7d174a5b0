import { useQueryClient } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { NotFoundPage } from "../app/NotFoundPage.tsx"
import { useTicketByNumber } from "../data/tickets.ts"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { TicketView } from "./TicketView.tsx"

interface Props {
  readonly brands: ReadonlyArray<Brand> | undefined
  readonly slug: string
  readonly number: string
  readonly onLeave: () => void
  readonly before?: ReactNode
  readonly quiet?: boolean
}

/** The ticket that people call by this number. */
export default function TicketByNumber({ brands, slug, number, ...rest }: Props) {
  const brand = brands?.find((one) => one.slug === slug)
  if (brands === undefined) return <Skeleton lines={9} />
  return brand === undefined ? (
    <NotFoundPage />
  ) : (
    <OfBrand key={`${slug}/${number}`} brand={brand} number={number} {...rest} />
  )
}

function OfBrand({ brand, number, ...rest }: Omit<Props, "brands" | "slug"> & { readonly brand: Brand }) {
  const found = useTicketByNumber(useQueryClient(), brand, number)
  if (found.error !== null) return <ErrorPanel error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <Skeleton lines={9} />
  return found.data === null ? <NotFoundPage /> : <TicketView brandId={brand.id} ticketId={found.data} {...rest} />
}
