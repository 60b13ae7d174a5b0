import type { UseQueryResult } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { useMembers } from "../data/brands.ts"
import { memberName } from "../data/memberName.ts"

/** Who works on a ticket, and what to call them, also where that is not known. */
export const useAssignee = ({ assigneeId }: Ticket) => {
  const members = useMembers()
  const assignee = members.data?.find(({ id }) => id === assigneeId)
  const whose = assignee !== undefined ? memberName(assignee) : assigneeId === undefined ? "Nobody" : nameless(members)
  return { assignee, whose }
}

/** There is one, and what it is called is not known, or not yet. */
export const nameless = ({ isPending }: Pick<UseQueryResult, "isPending">) => (isPending ? "…" : "Name unknown")
