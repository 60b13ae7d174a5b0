import type { UseQueryResult } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { useMembers } from "../data/brands.ts"
import { memberName } from "../data/memberName.ts"

/** The assignee of a ticket, and what to call them, even if they are not known. */
export const useAssignee = ({ assigneeId }: Ticket) => {
  const members = useMembers()
  const assignee = members.data?.find(({ id }) => id === assigneeId)
  const whose = assignee !== undefined ? memberName(assignee) : assigneeId === undefined ? "Nobody" : nameless(members)
  return { assignee, whose }
}

/** What to call somebody or something whose name is not known, or not yet. */
export const nameless = ({ isPending }: Pick<UseQueryResult, "isPending">) => (isPending ? "…" : "Name unknown")
