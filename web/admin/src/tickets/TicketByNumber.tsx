import { useQueryClient } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { NotFoundPage } from "../app/NotFoundPage.tsx"
import { useBrands } from "../data/brands.ts"
import { useTicketByNumber } from "../data/tickets.ts"
import { NoTicket, UnreadTicket } from "./NoTicket.tsx"
import { TicketView } from "./TicketView.tsx"

interface Props {
  readonly slug: string
  readonly number: string
  readonly onLeave: () => void
  readonly before?: ReactNode
  readonly quiet?: boolean
}

/** The ticket that people call by this number. */
export default function TicketByNumber({ slug, number, ...rest }: Props) {
  const brands = useBrands()
  if (brands.data === undefined) return <UnreadTicket {...brands} before={rest.before} />
  const brand = brands.data.find((one) => one.slug === slug)
  return brand === undefined ? (
    <NoTicket before={rest.before}>
      <NotFoundPage />
    </NoTicket>
  ) : (
    <OfBrand key={`${slug}/${number}`} brand={brand} number={number} {...rest} />
  )
}

function OfBrand({ brand, number, ...rest }: Omit<Props, "slug"> & { readonly brand: Brand }) {
  const found = useTicketByNumber(useQueryClient(), brand, number)
  if (found.data === undefined) return <UnreadTicket {...found} before={rest.before} />
  return found.data === null ? (
    <NoTicket before={rest.before}>
      <NotFoundPage />
    </NoTicket>
  ) : (
    <TicketView brandId={brand.id} ticketId={found.data} {...rest} />
  )
}
