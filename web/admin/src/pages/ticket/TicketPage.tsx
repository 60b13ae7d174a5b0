import { Link, useCanGoBack, useNavigate, useParams, useRouter } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { keyed, useCommands } from "../../app/commands.ts"
import { useBrands } from "../../data/brands.ts"
import TicketByNumber from "../../tickets/TicketByNumber.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useTitle } from "../../ui/Page.tsx"
import { useNeighbours } from "./useNeighbours.ts"

/** A ticket on a page of its own. Leaving it returns to where one came from, with the list as it was. */
export default function TicketPage() {
  const { brand = "", number = "" } = useParams({ strict: false }) as {
    readonly brand?: string
    readonly number?: string
  }
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const brands = useBrands().data
  const prefix = brands?.find(({ slug }) => slug === brand)?.ticketPrefix
  useTitle(prefix === undefined ? number : `${prefix}-${number}`)
  const leave = () => (canGoBack ? history.back() : void navigate({ to: "/inbox" }))
  const goBy = useNeighbours(brand, number)
  useCommands([
    keyed("escape", leave, { label: "Close the ticket page" }),
    ...(goBy === undefined ? [] : [keyed("next open", () => void goBy(1)), keyed("previous open", () => void goBy(-1))])
  ])
  return (
    <TicketByNumber
      slug={brand}
      number={number}
      onLeave={leave}
      before={
        <Link
          to="/inbox"
          aria-label="Back"
          title="Back"
          onClick={(event: MouseEvent) => {
            // In another tab, the link leads to the inbox.
            if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            leave()
          }}
          className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover"
        >
          <Icon name="back" />
        </Link>
      }
    />
  )
}
