import { Result } from "effect"
import type { AuthorType } from "../../domain/Comment.ts"
import type { InboundMessage, IntakeResult } from "../../domain/InboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { addComment } from "../addComment.ts"
import type { UploadRefusal } from "../files/claimUploads.ts"
import { bareSubject } from "../outbound/mail/mailSubject.ts"
import type { Outcome } from "../TicketCommand.ts"
import { restoreTicket } from "../trashTicket.ts"
import type { TicketRefusal } from "../writableTicket.ts"
import { authorOf, participants, strangersNamed, writerOf } from "./intakeAuthor.ts"
import { filesOf, type IntakeContext, logged, mailFacts } from "./intakeRecord.ts"
import { peopleToAdd } from "./peopleToAdd.ts"
import { sourceIdOf } from "./sourceIdOf.ts"
import { saysNothing, wordsOf } from "./wordsOf.ts"

/**
 * Adds a message to the ticket that it continues: as a comment by its sender, with the people it names as participants. A
 * ticket in the trash is restored. A message by a member of the team that contains nothing new is visible to the team
 * only.
 */
export const continueTicket = (
  intake: IntakeContext,
  ticket: Ticket
): Result.Result<Outcome<IntakeResult>, TicketRefusal | UploadRefusal> => {
  const { message, scope, state } = intake
  const restored = restoreTicket({ ...state, ticket }, scope.tenant.mode, undefined)
  return Result.flatMap(restored, (restoration) => {
    const live = restoration.ticket ?? ticket
    const author = authorOf(state, live, message)
    const people = author.isKnown ? peopleToAdd(message, live, state.arrival?.ours) : { added: [], leftOut: [] }
    const files = filesOf(intake)
    return Result.map(
      addComment(
        { ...state, ticket: live, ticketCustomer: state.arrival?.customerOf(live) ?? state.ticketCustomer },
        scope.brandId,
        {
          body: wordsOf(message, author.as.authorType),
          visibility:
            author.as.authorType === "AGENT" && saysNothing(message)
              ? "internal"
              : (message.author?.visibility ?? "public"),
          isSent: hasCustomer(message, live, author.as.authorType),
          ...author.as,
          metadata: message.metadata,
          attachmentIds: message.attachmentIds,
          source: message.source,
          sourceId: sourceIdOf(message),
          sourceData: {
            ...message.sourceData,
            inboundId: intake.inboundId,
            ...subjectChange(message, live),
            ...mailFacts(message, people.leftOut),
            ...(author.isKnown && author.isProven ? {} : { authorVerified: false })
          },
          files,
          participants: [
            ...(author.as.authorType === "AGENT" ? [] : writerOf(state, live, message)),
            ...participants(
              [...(author.isKnown ? strangersNamed(live, message) : []), ...people.added],
              author.isProven
            )
          ],
          isAutomated: message.isAutomated
        }
      ),
      (outcome) =>
        logged(intake, files, {
          ...outcome,
          events: [...restoration.events, ...outcome.events],
          audit: [...restoration.audit, ...outcome.audit],
          value: { outcome: "comment_added", ticketId: live.id, commentId: outcome.value.id }
        })
    )
  })
}

/** Whether the customer already has what an agent wrote: it was written where they read it, or mailed to them as well. */
const hasCustomer = (
  { author, conversation, participants }: InboundMessage,
  ticket: Ticket,
  by: AuthorType
): boolean =>
  author === undefined
    ? by === "AGENT" && participants.some(({ email }) => email === ticket.customerEmail)
    : conversation?.mode === "customer"

/** The subject to keep with the comment if it differs from the ticket's title, reply prefixes aside. The title stays. */
const subjectChange = ({ conversation, subject }: InboundMessage, ticket: Ticket) =>
  conversation !== undefined || subject === undefined || subject === "" || bare(subject) === bare(ticket.title)
    ? {}
    : { subject }

const bare = (subject: string) =>
  bareSubject(subject)
    .replace(/\[[A-Z0-9]{1,10}-\d{1,12}\]/gi, "")
    .trim()
    .toLowerCase()
