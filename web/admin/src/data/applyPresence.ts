import type { QueryClient } from "@tanstack/react-query"
import type { Presence, PresenceNews } from "@trunkline/sdk"
import { keys } from "../app/queries.ts"

/** Records that somebody has come to a ticket or left it, if its page is open. */
export const applyPresence = (queryClient: QueryClient, { memberId, name, state, ticketId }: PresenceNews) =>
  queryClient.setQueryData<Array<Presence>>(keys.presence(ticketId), (present) => {
    const others = present?.filter((one) => one.memberId !== memberId)
    return others === undefined || state === "gone"
      ? others
      : [...others, { memberId, name, state, seenAt: new Date().toISOString() }]
  })
