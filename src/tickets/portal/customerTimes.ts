import { DateTime } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Comment } from "../../domain/Comment.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { shownToCustomers } from "../../domain/PortalNews.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { removedMember } from "../intake/editReceived.ts"
import type { Outcome } from "../TicketCommand.ts"

/** Comments and files before a command, by id. */
interface Before {
  readonly comments: ReadonlyMap<string, Comment>
  readonly attachments: ReadonlyMap<string, Attachment>
}

/**
 * When the customer of a changed ticket last saw a change, and when they will see those that are held back. Changes that
 * only the team can see do not count.
 */
export const customerTimes = (
  before: Ticket,
  after: Ticket,
  outcome: Outcome<unknown>,
  known: Before
): Pick<Ticket, "customerUpdatedAt" | "customerUpdatesDue"> => {
  const now = after.updatedAt
  const { absorbed = [], attachments = [], comments = [], removedFiles = [] } = outcome
  const isMain = outcome.ticket?.id === after.id
  const isHeld = (comment: Comment | undefined) =>
    comment?.sendAt !== undefined && DateTime.isLessThan(now, comment.sendAt)
  const isVisible = (file: Attachment | undefined) =>
    file?.ticketId === after.id &&
    file.status === "UPLOADED" &&
    !file.isInternal &&
    !isHeld(comments.find(({ id }) => id === file.commentId) ?? known.comments.get(file.commentId ?? ""))
  const isSeen = (comment: Comment) => {
    const was = known.comments.get(comment.id)
    return (
      comment.visibility === "public" &&
      !isHeld(comment) &&
      (was === undefined ||
        was.body !== comment.body ||
        was.deletedAt !== comment.deletedAt ||
        isRemoved(was) !== isRemoved(comment))
    )
  }

  const sawChange =
    (isMain &&
      (absorbed.length > 0 ||
        comments.some(isSeen) ||
        attachments.some((file) => isVisible(file) && !isVisible(known.attachments.get(file.id))) ||
        removedFiles.some((id) => isVisible(known.attachments.get(id))))) ||
    before.deletedAt !== after.deletedAt ||
    isRemoved(before) !== isRemoved(after) ||
    shownToCustomers.some((field) => before[field] !== after[field])

  const held = isMain ? comments.filter(isHeld) : []
  const sendTimes = (some: ReadonlyArray<Comment>) => some.flatMap(({ sendAt }) => sendAt ?? [])
  const due = [
    ...without(
      [before, ...(isMain ? absorbed.map(({ ticket }) => ticket) : [])].flatMap(
        ({ customerUpdatesDue = [] }) => customerUpdatesDue
      ),
      sendTimes(held.filter(({ deletedAt }) => deletedAt !== undefined))
    ),
    ...sendTimes(held.filter(({ id }) => !known.comments.has(id)))
  ]
  const isPast = (at: DateTime.Utc) => DateTime.isLessThanOrEqualTo(at, now)
  const ahead = due.filter((at) => !isPast(at))
  return {
    customerUpdatedAt: sawChange
      ? undefined
      : due.filter(isPast).reduce(DateTime.max, before.customerUpdatedAt ?? before.updatedAt),
    customerUpdatesDue: ahead.length === 0 ? undefined : ahead
  }
}

const isRemoved = ({ metadata }: { readonly metadata?: JsonObject | undefined }) =>
  metadata?.[removedMember] !== undefined

/** The times without those in `gone`, each removed once. */
const without = (times: ReadonlyArray<DateTime.Utc>, gone: ReadonlyArray<DateTime.Utc>) =>
  gone.reduce((left, time) => {
    const at = left.findIndex((one) => DateTime.Equivalence(one, time))
    return at === -1 ? left : left.toSpliced(at, 1)
  }, times)
