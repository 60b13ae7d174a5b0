import { Link } from "@tanstack/react-router"
import { useBrands } from "../../data/brands.ts"
import { type InboxSearch, isNarrowed, viewOf } from "../../data/views.ts"
import { buttonClass } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"

const words = {
  inbox: [
    "Nothing waits",
    "Tickets that are open or pending stand here, however they came: by mail, by chat, by text message or by the API."
  ],
  mine: [
    "Nothing is yours",
    "Tickets that are assigned to you and not resolved stand here. Press i on one to take it."
  ],
  unassigned: ["Somebody has everything", "Tickets that nobody has taken stand here."],
  all: ["There are no tickets", "Every ticket stands here, resolved and closed ones too."],
  spam: ["No spam", "What is marked as spam stands here, and can be brought back."],
  trash: ["The trash is empty", "What was deleted stands here for 30 days, and can be restored."]
} as const

/** Shown in place of an empty list. */
export default function InboxEmpty({ search }: { readonly search: InboxSearch }) {
  const brands = useBrands().data ?? []
  const brand = brands.find(({ slug }) => slug === search.brand) ?? brands[0]
  const view = viewOf(search)
  if (isNarrowed(search))
    return (
      <EmptyState
        title="Nothing matches"
        action={
          <Link to="/inbox" search={{ view: search.view, brand: search.brand }} className={buttonClass()}>
            Show all of the view
          </Link>
        }
      >
        No ticket of this view matches the filters above.
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
