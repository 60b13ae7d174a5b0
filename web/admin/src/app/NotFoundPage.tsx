import { Link } from "@tanstack/react-router"
import { buttonClass } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { useTitle } from "../ui/Page.tsx"
import { mode } from "./mode.ts"

/** The page for an address that leads nowhere. */
export function NotFoundPage() {
  const title = "Page not found"
  useTitle(title)
  return (
    <EmptyState
      isPage
      title={title}
      action={
        <Link to="/inbox" className={buttonClass("primary")}>
          Go to the inbox
        </Link>
      }
    >
      It may have been deleted, or it may belong to {mode === "live" ? "test" : "live"} mode or to another organization.
    </EmptyState>
  )
}
