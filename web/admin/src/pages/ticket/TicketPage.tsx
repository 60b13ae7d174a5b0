import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useBrands } from "../../data/brands.ts"
import TicketByNumber from "../../tickets/TicketByNumber.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useTitle } from "../../ui/Page.tsx"

/** A ticket with the whole window to itself. */
export default function TicketPage() {
  const { brand = "", number = "" } = useParams({ strict: false }) as {
    readonly brand?: string
    readonly number?: string
  }
  const navigate = useNavigate()
  const brands = useBrands().data
  const prefix = brands?.find(({ slug }) => slug === brand)?.ticketPrefix
  useTitle(prefix === undefined ? number : `${prefix}-${number}`)
  return (
    <TicketByNumber
      slug={brand}
      number={number}
      onLeave={() => void navigate({ to: "/inbox" })}
      before={
        <Link
          to="/inbox"
          aria-label="Back to the inbox"
          className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover"
        >
          <Icon name="back" />
        </Link>
      }
    />
  )
}
