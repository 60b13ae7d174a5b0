import type { OpenedTickets } from "../../src/tickets/intake/SmsInflow.ts"

/** Tickets that text messages may open per hour: from one number, and in a whole brand. */
export const inflowLimits = { bySender: 5, byAll: 100 } as const

/** Why a message that would open a ticket is held, as a sentence; `undefined` if it is not. */
export const heldReason = ({ byAll, bySender, isReleased }: OpenedTickets): string | undefined => {
  if (isReleased) return undefined
  if (bySender >= inflowLimits.bySender)
    return `It is held: its sender opened ${inflowLimits.bySender} tickets within an hour. Reprocess it to release it`
  if (byAll >= inflowLimits.byAll)
    return `It is held: text messages opened ${inflowLimits.byAll} tickets within an hour. Reprocess it to release it`
  return undefined
}
