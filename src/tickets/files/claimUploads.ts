import { Result } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { AttachmentId } from "../../domain/Ids.ts"
import { AttachmentInUse, type FieldError, LimitReached } from "../../domain/Problems.ts"
import { ticketLimits } from "../../domain/Ticket.ts"
import type { TicketState } from "../TicketCommand.ts"

export type UploadRefusal = AttachmentInUse | LimitReached

/** The errors for those of `ids` that cannot be claimed because they are not confirmed uploads of the caller. */
export const refuseUploads = (
  state: TicketState,
  ids: ReadonlyArray<AttachmentId> | undefined
): ReadonlyArray<FieldError> => {
  const uploads = new Set(state.attachments.map(({ id }) => id))
  return (ids ?? []).flatMap((id, index) =>
    uploads.has(id)
      ? []
      : [{ field: `attachmentIds[${index}]`, code: "unknown_id", message: "is not a confirmed upload of this caller" }]
  )
}

/** The uploads that a ticket with `present` files claims, without duplicates. */
export const claimUploads = (
  state: TicketState,
  ids: ReadonlyArray<AttachmentId> | undefined,
  present: number
): Result.Result<ReadonlyArray<Attachment>, UploadRefusal> => {
  const wanted = new Set(ids)
  const files = state.attachments.filter(({ id }) => wanted.delete(id))
  const taken = files.find(({ ticketId }) => ticketId !== undefined)
  if (taken !== undefined) return Result.fail(new AttachmentInUse({ attachmentId: taken.id }))
  return files.length > 0 && present + files.length > ticketLimits.attachments
    ? Result.fail(new LimitReached({ limit: ticketLimits.attachments, what: "files per ticket" }))
    : Result.succeed(files)
}
