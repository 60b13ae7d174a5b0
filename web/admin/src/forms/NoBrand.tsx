import { EmptyState } from "../ui/EmptyState.tsx"

/** The content of a page about a brand while there is no brand in this mode. */
export function NoBrand() {
  return (
    <EmptyState title="No brand yet" call={{ method: "POST", path: "/v1/brands", body: { name: "My brand" } }}>
      Everything here belongs to a brand, which has its own queue, customers, channels and settings.
    </EmptyState>
  )
}
