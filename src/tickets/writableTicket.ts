import { Result } from "effect"
import { type InvalidInput, NotFound, TicketMerged, VersionConflict } from "../domain/Problems.ts"
import type { Ticket } from "../domain/Ticket.ts"
import type { TicketState } from "./TicketCommand.ts"

/** Why a ticket cannot be written. */
export type TicketRefusal = NotFound | InvalidInput | TicketMerged | VersionConflict

/** The ticket a write is about, when it may be written: there, not in the trash, not merged away, of the version that the caller saw. */
export const writableTicket = (
  state: TicketState,
  ifMatch: number | undefined
): Result.Result<Ticket, NotFound | TicketMerged | VersionConflict> => {
  const { ticket } = state
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.mergedIntoId !== undefined) return Result.fail(new TicketMerged({ mergedIntoId: ticket.mergedIntoId }))
  return atVersion(ticket, ifMatch)
}

/** The ticket, when it is of the version that the caller saw. */
export const atVersion = (ticket: Ticket, ifMatch: number | undefined): Result.Result<Ticket, VersionConflict> =>
  ifMatch === undefined || ifMatch === ticket.version
    ? Result.succeed(ticket)
    : Result.fail(new VersionConflict({ currentVersion: ticket.version }))
