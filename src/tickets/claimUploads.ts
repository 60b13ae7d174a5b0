import { Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { AttachmentId } from "../domain/Ids.ts"
import { AttachmentInUse, type FieldError, LimitReached } from "../domain/Problems.ts"
import { ticketLimits } from "../domain/Ticket.ts"
import type { TicketState } from "./TicketStore.ts"

export type UploadRefusal = AttachmentInUse | LimitReached

/** What of `ids` cannot be taken over because it is no confirmed upload of the caller's. */
export const refuseUploads = (
  state: TicketState,
  ids: ReadonlyArray<AttachmentId> | undefined
): FieldError | undefined =>
  (ids ?? []).every((id) => state.attachments.some((file) => file.id === id))
    ? undefined
    : { field: "attachmentIds", code: "unknown_id", message: "names an id that is no confirmed upload of this caller" }

/** The uploads that a ticket with `present` files takes over, each once. */
export const claimUploads = (
  state: TicketState,
  ids: ReadonlyArray<AttachmentId> | undefined,
  present: number
): Result.Result<ReadonlyArray<Attachment>, UploadRefusal> => {
  const wanted = new Set(ids)
  const files = state.attachments.filter(({ id }) => wanted.delete(id))
  if (files.some(({ ticketId }) => ticketId !== undefined)) return Result.fail(new AttachmentInUse())
  return files.length > 0 && present + files.length > ticketLimits.attachments
    ? Result.fail(new LimitReached({ limit: ticketLimits.attachments, what: "files per ticket" }))
    : Result.succeed(files)
}
