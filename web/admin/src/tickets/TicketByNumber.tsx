import { useQueryClient } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { NotFoundPage } from "../app/NotFoundPage.tsx"
import { useBrands } from "../data/brands.ts"
import { useTicketByNumber } from "../data/tickets.ts"
import { Skeleton } from "../ui/Skeleton.tsx"
import { NoTicket, UnreadTicket } from "./NoTicket.tsx"
import { TicketView } from "./TicketView.tsx"

interface Props {
  readonly slug: string
  readonly number: string
  readonly onLeave: () => void
  readonly before?: ReactNode
  readonly quiet?: boolean
}

/** The ticket with this number. */
export default function TicketByNumber({ slug, number, ...rest }: Props) {
  const brands = useBrands()
  if (brands.data === undefined) return <UnreadTicket {...brands} before={rest.before} />
  const brand = brands.data.find((one) => one.slug === slug)
  const missing = <Missing isKnown={!brands.isFetching} before={rest.before} />
  return brand === undefined ? (
    missing
  ) : (
    <OfBrand key={`${slug}/${number}`} brand={brand} number={number} missing={missing} {...rest} />
  )
}

interface OfBrandProps extends Omit<Props, "slug"> {
  readonly brand: Brand
  readonly missing: ReactNode
}

function OfBrand({ brand, missing, number, ...rest }: OfBrandProps) {
  const found = useTicketByNumber(useQueryClient(), brand, number)
  if (found.data === undefined) return <UnreadTicket {...found} before={rest.before} />
  return found.data === null ? missing : <TicketView brandId={brand.id} ticketId={found.data} {...rest} />
}

/** The cached brands may be older than the address, since brands can be renamed. */
function Missing({ isKnown, before }: Pick<Props, "before"> & { readonly isKnown: boolean }) {
  return <NoTicket before={before}>{isKnown ? <NotFoundPage /> : <Skeleton lines={9} />}</NoTicket>
}
