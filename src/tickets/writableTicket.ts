import { Result } from "effect"
import { atVersion } from "../domain/atVersion.ts"
import { type InvalidInput, NotFound, TicketMerged, type VersionConflict } from "../domain/Problems.ts"
import type { Ticket } from "../domain/Ticket.ts"
import type { TicketState } from "./TicketCommand.ts"

/** Why a ticket cannot be changed. */
export type TicketRefusal = NotFound | InvalidInput | TicketMerged | VersionConflict

/** The ticket, if it can be changed: it exists, is neither in the trash nor merged, and has the expected version. */
export const writableTicket = (
  state: TicketState,
  ifMatch: number | undefined
): Result.Result<Ticket, NotFound | TicketMerged | VersionConflict> => {
  const { ticket } = state
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.mergedIntoId !== undefined) return Result.fail(new TicketMerged({ mergedIntoId: ticket.mergedIntoId }))
  return atVersion(ticket, ifMatch)
}
