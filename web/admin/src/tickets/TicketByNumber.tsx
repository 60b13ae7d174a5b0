import { type UseQueryResult, useQueryClient } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { NotFoundPage } from "../app/NotFoundPage.tsx"
import { useBrands } from "../data/brands.ts"
import { useTicketByNumber } from "../data/tickets.ts"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
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
  if (brands.data === undefined) return <Unread {...brands} before={rest.before} />
  const brand = brands.data.find((one) => one.slug === slug)
  return brand === undefined ? (
    <Missing before={rest.before} />
  ) : (
    <OfBrand key={`${slug}/${number}`} brand={brand} number={number} {...rest} />
  )
}

function OfBrand({ brand, number, ...rest }: Omit<Props, "slug"> & { readonly brand: Brand }) {
  const found = useTicketByNumber(useQueryClient(), brand, number)
  if (found.data === undefined) return <Unread {...found} before={rest.before} />
  return found.data === null ? (
    <Missing before={rest.before} />
  ) : (
    <TicketView brandId={brand.id} ticketId={found.data} {...rest} />
  )
}

/** Ways out stand there as well, since a phone has no list beside it. */
function Missing({ before }: Pick<Props, "before">) {
  return (
    <>
      <div className="px-3 py-2 lg:hidden">{before}</div>
      <NotFoundPage />
    </>
  )
}

/** What stands where the ticket will. */
function Unread({ before, error, refetch }: Pick<UseQueryResult, "error" | "refetch"> & Pick<Props, "before">) {
  return (
    <>
      <div className="px-3 py-2 lg:hidden">{before}</div>
      {error === null ? (
        <Skeleton lines={9} />
      ) : (
        <div className="p-4">
          <ErrorPanel error={error} retry={() => void refetch()} />
        </div>
      )}
    </>
  )
}
