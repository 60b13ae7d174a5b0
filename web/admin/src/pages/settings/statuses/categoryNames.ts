import type { Status } from "@trunkline/sdk"

/** What a status means to the system. */
export const categoryNames: Record<Status["category"], string> = {
  open: "open: an agent's turn",
  pending: "pending: the customer's turn",
  resolved: "resolved",
  closed: "closed"
}
