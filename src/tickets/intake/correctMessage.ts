import { Result } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { InvalidState } from "../../domain/Problems.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { attachmentEvent } from "../../domain/TicketData.ts"
import { changeComment } from "../changeComment.ts"
import { type ChangeRefusal, changeTicket } from "../changeTicket.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { ticketAudit } from "../ticketOutcome.ts"
import { wordsOf } from "./wordsOf.ts"

/**
 * Corrects what a message created after the message was read again: the text of its comment or ticket, and its files.
 * Nothing else changes, and files that others added stay. If the ticket or comment is gone, or the ticket was opened by
 * another message, there is nothing to correct.
 */
export const correctMessage = (
  state: TicketState,
  scope: BrandScope,
  logged: InboundDetail,
  message: InboundMessage
): Result.Result<Outcome<unknown>, ChangeRefusal | InvalidState> => {
  const { brand, now, ticket } = state
  const { commentId } = logged
  const gone = new InvalidState({
    state: logged.status,
    reason: "The ticket or comment of the message no longer exists."
  })
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(gone)
  if (commentId === undefined && ticket.sourceData?.["inboundId"] !== logged.id) return Result.fail(gone)
  const comment = state.comments.find(({ deletedAt, id }) => id === commentId && deletedAt === undefined)
  if (commentId !== undefined && comment === undefined) return Result.fail(gone)

  const changed: Result.Result<Outcome<unknown>, ChangeRefusal> = comment === undefined
    ? changeTicket(state, scope.brandId, scope.tenant.mode, { body: message.text }, undefined)
    : changeComment(state, comment.id, { body: wordsOf(message, comment.authorType) }, undefined)
  return Result.map(changed, (text) => {
    const files = filesAnew(state, scope, logged, message, ticket)
    const touched = text.ticket ?? { ...ticket, version: ticket.version + 1, updatedAt: now }
    const after: Ticket = {
      ...touched,
      attachmentCount: touched.attachmentCount + files.added.length - files.removed.length
    }
    const event = (type: "attachment.created" | "attachment.deleted") => (file: Attachment) =>
      attachmentEvent(type, file, after, brand)
    return {
      ...text,
      inbound: {
        id: logged.id,
        message,
        status: "processed",
        outcome: logged.outcome ?? "none",
        ticketId: ticket.id,
        commentId,
        steps: logged.steps,
        flags: logged.flags,
        quotedText: commentId === undefined ? undefined : message.reply?.quoted,
        fileIds: files.all.map(({ id }) => id)
      },
      ticket: after,
      attachments: files.added,
      removedFiles: files.removed.map(({ id }) => id),
      events: [
        ...text.events,
        ...files.removed.map(event("attachment.deleted")),
        ...files.added.map(event("attachment.created"))
      ],
      audit: [
        ...text.audit,
        ticketAudit("inbound.reprocessed", after, brand, { inboundId: { old: null, new: logged.id } })
      ]
    }
  })
}

/** The files that the message has now; those that it already had keep their records. */
const filesAnew = (
  { files, ids, now }: TicketState,
  { brandId }: BrandScope,
  { commentId }: InboundDetail,
  message: InboundMessage,
  ticket: Ticket
) => {
  const had = [...files]
  const all = message.files.map((file): { readonly file: Attachment; readonly isNew: boolean } => {
    const at = had.findIndex(({ filename, sha256 }) => filename === file.filename && sha256 === file.sha256)
    const [same] = at === -1 ? [] : had.splice(at, 1)
    if (same !== undefined) return { file: same, isNew: false }
    const made: Attachment = {
      ...file,
      id: ids("attachment"),
      brandId,
      ticketId: ticket.id,
      commentId,
      status: "UPLOADED",
      isInternal: false,
      uploadedBy: message.sender.email,
      createdAt: now,
      updatedAt: now
    }
    return { file: made, isNew: true }
  })
  return {
    all: all.map(({ file }) => file),
    added: all.filter(({ isNew }) => isNew).map(({ file }) => file),
    removed: had
  }
}
