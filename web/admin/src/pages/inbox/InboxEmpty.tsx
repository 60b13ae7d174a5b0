import { Link } from "@tanstack/react-router"
import { useBrands } from "../../data/brands.ts"
import { type InboxSearch, isNarrowed, viewOf } from "../../data/views.ts"
import { buttonClass } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"

const words = {
  inbox: [
    "No open tickets",
    "Open and pending tickets appear here, whether they came by email, chat, text message or the API."
  ],
  mine: [
    "No tickets assigned to you",
    "Open and pending tickets assigned to you appear here. Press i on a ticket to assign it to yourself."
  ],
  unassigned: ["No unassigned tickets", "Open and pending tickets without an assignee appear here."],
  all: ["No tickets", "All tickets appear here, including resolved and closed ones."],
  spam: ["No spam", "Tickets marked as spam appear here and can be restored."],
  trash: ["The trash is empty", "Deleted tickets stay here for 30 days and can be restored."]
} as const

/** Shown in place of an empty list. */
export default function InboxEmpty({ search }: { readonly search: InboxSearch }) {
  const brands = useBrands().data ?? []
  const brand = brands.find(({ slug }) => slug === search.brand) ?? brands[0]
  const view = viewOf(search)
  if (isNarrowed(search))
    return (
      <EmptyState
        title="No matches"
        action={
          <Link to="/inbox" search={{ view: search.view, brand: search.brand }} className={buttonClass()}>
            Clear filters
          </Link>
        }
      >
        No ticket in this view matches the filters above.
      </EmptyState>
    )
  const [title, text] = words[view]
  const teaches = view === "inbox" || view === "all"
  return (
    <EmptyState
      title={title}
      action={
        teaches ? (
          <Link to="/new" className={buttonClass("primary")}>
            New ticket
          </Link>
        ) : undefined
      }
      call={
        teaches && brand !== undefined
          ? {
              method: "POST",
              path: `/v1/brands/${brand.id}/tickets`,
              body: { title: "Where is my parcel?", customerEmail: "ada@example.com" }
            }
          : undefined
      }
    >
      {text}
    </EmptyState>
  )
}
