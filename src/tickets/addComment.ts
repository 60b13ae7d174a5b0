import { Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { Comment } from "../domain/Comment.ts"
import type { AttachmentId, BrandId, CommentId } from "../domain/Ids.ts"
import { type FieldError, InvalidInput, LimitReached } from "../domain/Problems.ts"
import { type Participant, publicId, type Ticket } from "../domain/Ticket.ts"
import { attachmentCreated, commentEvent, ticketUpdated } from "../domain/TicketData.ts"
import { agentReplied, customerReplied, findStatus, moveTo, transitionEvent } from "../domain/TicketLifecycle.ts"
import { type TicketRefusal, writableTicket } from "./changeTicket.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

/** Comments that one ticket may have. */
const maxComments = 10_000

/** What the caller says of a comment; the rest follows from the ticket and the moment. */
export interface CommentCreate
  extends Pick<
    Comment,
    | "body"
    | "visibility"
    | "authorType"
    | "authorId"
    | "authorName"
    | "parentId"
    | "links"
    | "metadata"
    | "source"
    | "sourceId"
    | "sourceData"
    | "cc"
  > {
  /** Key of a status of category open, pending or resolved, set in the same transaction. */
  readonly setStatus?: string | undefined
  /** Confirmed uploads that the comment takes over. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Files that came with the message and are stored already. */
  readonly files?: ReadonlyArray<Attachment> | undefined
  /** People who take part from now on, besides those who do. */
  readonly participants?: ReadonlyArray<Participant> | undefined
  /** Sent by a machine: the status stays. */
  readonly isAutomated?: boolean | undefined
  /** The comment's id, when something made before it refers to it. */
  readonly id?: CommentId | undefined
}

/** Adds a comment and moves the ticket as its author and visibility ask (docs/api.md, rules 3 to 5 and 7). */
export const addComment = (
  state: TicketState,
  brandId: BrandId,
  input: CommentCreate,
  ifMatch?: number
): Result.Result<Outcome<Comment>, TicketRefusal | LimitReached> =>
  Result.flatMap(
    writableTicket(state, ifMatch),
    (before): Result.Result<Outcome<Comment>, TicketRefusal | LimitReached> => {
      const errors: Array<FieldError> = []
      const refuse = (field: string, code: FieldError["code"], message: string) => errors.push({ field, code, message })
      const { brand, ids, now } = state
      if (before.commentCount >= maxComments)
        return Result.fail(new LimitReached({ limit: maxComments, what: "comments per ticket" }))

      const status = input.setStatus === undefined ? undefined : findStatus(brand, input.setStatus)
      if (input.setStatus !== undefined && status === undefined)
        refuse("setStatus", "enum", "must be the key of an active status of the brand")
      if (status?.category === "closed")
        refuse("setStatus", "not_allowed", "must not be closed: a comment cannot close a ticket")
      if (
        input.parentId !== undefined &&
        !state.comments.some(({ id, deletedAt }) => id === input.parentId && deletedAt === undefined)
      )
        refuse("parentId", "unknown_id", "is no comment of this ticket")
      if (!(input.attachmentIds ?? []).every((id) => state.attachments.some((file) => file.id === id)))
        refuse("attachmentIds", "unknown_id", "names an id that is no confirmed upload, or one that is claimed already")
      const [first, ...more] = errors
      if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))

      const id = input.id ?? ids("comment")
      const isInternal = input.visibility === "internal"
      const files = [
        ...(input.files ?? []),
        ...state.attachments.filter((file) => input.attachmentIds?.includes(file.id) === true)
      ].map((file) => ({ ...file, ticketId: before.id, commentId: id, isInternal, updatedAt: now }))
      const comment: Comment = {
        id,
        brandId,
        ticketId: before.id,
        body: input.body,
        visibility: input.visibility,
        authorType: input.authorType,
        authorId: input.authorType === "CUSTOMER" ? (input.authorId ?? before.customerId) : input.authorId,
        authorName: input.authorName,
        parentId: input.parentId,
        links: input.links,
        metadata: isInternal ? { ...input.metadata, isInternal: true } : input.metadata,
        source: input.source,
        sourceId: input.sourceId,
        sourceData: input.sourceData,
        cc: input.cc,
        isAutomated: input.isAutomated === true,
        attachments: files,
        version: 1,
        createdAt: now,
        updatedAt: now
      }

      const moved = ((): Ticket => {
        const silent = isInternal || input.isAutomated === true
        if (!silent && input.authorType === "AGENT") return agentReplied(before, brand, status, now)
        if (!silent && input.authorType === "CUSTOMER") return customerReplied(before, brand, status, now)
        return status === undefined ? before : moveTo(before, status, now)
      })()
      const after: Ticket = {
        ...moved,
        participants: withParticipants(moved, input.participants ?? []),
        commentCount: before.commentCount + 1,
        attachmentCount: before.attachmentCount + files.length,
        version: before.version + 1,
        updatedAt: now
      }
      return Result.succeed({
        value: comment,
        ticket: after,
        comments: [comment],
        attachments: files,
        events: [
          commentEvent("comment.created", comment, after, brand),
          ...files.map((file) => attachmentCreated(file, after, brand)),
          ...ticketUpdated(before, after, brand, transitionEvent(before, after))
        ],
        audit: [
          {
            event: "comment.created",
            entityType: "comment",
            entityId: id,
            metadata: {
              ticketNumber: publicId(brand.ticketPrefix, before.number),
              title: before.title,
              visibility: comment.visibility
            }
          }
        ]
      })
    }
  )

const withParticipants = (ticket: Ticket, more: ReadonlyArray<Participant>): Ticket["participants"] => {
  const known = new Set([ticket.customerEmail, ...(ticket.participants ?? []).map(({ email }) => email)])
  const fresh = more.filter(({ email }) => !known.has(email) && known.add(email))
  return fresh.length === 0 ? ticket.participants : [...(ticket.participants ?? []), ...fresh].slice(0, 100)
}
