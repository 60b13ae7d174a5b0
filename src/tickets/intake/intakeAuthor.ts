import type { Comment } from "../../domain/Comment.ts"
import type { InboundMessage, Person } from "../../domain/InboundMessage.ts"
import type { Participant, Ticket } from "../../domain/Ticket.ts"
import { isPlaceholder } from "../customers/placeholderEmail.ts"
import type { TicketState } from "../TicketCommand.ts"
import { isByMember, isOfCustomer, takesPart } from "./findConversation.ts"

// Determines who wrote a message, and whom it adds. All functions are pure.

/**
 * The author of a comment. Since anybody can use any address, it counts as an agent's only if it belongs to a member and
 * DMARC proves that the mail is from their domain.
 */
export const authorOf = (state: TicketState, ticket: Ticket, message: InboundMessage) => {
  const { author, sender } = message
  const member = state.arrival?.member
  const isCustomer = isOfCustomer(state, ticket, message)
  if (author !== undefined)
    return {
      as: { authorType: "AGENT" as const, authorId: author.memberId, authorName: author.name },
      isKnown: true,
      isProven: true
    }
  const as: Pick<Comment, "authorType" | "authorId" | "authorName"> =
    member !== undefined && isByMember(state, message) && !isCustomer
      ? { authorType: "AGENT", authorId: member.id, authorName: member.name ?? sender.name ?? sender.email }
      : {
          authorType: "CUSTOMER",
          authorId: isCustomer ? ticket.customerId : (state.customer?.id ?? sender.email),
          authorName: sender.name ?? (isCustomer ? ticket.customerName : undefined) ?? sender.email
        }
  return { as, isKnown: isExpected(state, ticket, message), isProven: isUndisputed(message) }
}

/** Whether a participant has named the sender. In mail, a stranger who was let in remains one. */
const isExpected = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  takesPart(state, ticket, message) &&
  (message.conversation !== undefined ||
    isByMember(state, message) ||
    isOfCustomer(state, ticket, message) ||
    ticket.participants?.find(({ email }) => email === message.sender.email)?.verified === true)

/** The people named by a message who were let in before as strangers. */
export const strangersNamed = ({ participants = [] }: Ticket, message: InboundMessage) =>
  message.isAutomated
    ? []
    : message.participants.filter(({ email }) =>
        participants.some((person) => person.email === email && !person.verified)
      )

/** Whether the sender's domain does not disown the mail. For senders named by a contact form it says nothing. */
export const isUndisputed = ({ mail }: InboundMessage): boolean =>
  mail?.authentication?.dmarc.result !== "fail" && mail?.byForm !== true

/** People as participants; `verified` if a participant has named them. */
export const participants = (people: ReadonlyArray<Person>, verified: boolean): ReadonlyArray<Participant> =>
  people.map(({ email, name }) => ({ email, ...(name === undefined ? {} : { name }), verified }))

/**
 * The sender as a participant. They are a stranger if a reply address or the id of one of our messages let them in. None
 * if the customer writes from a placeholder address, or the message was sent by a machine.
 */
export const writerOf = (state: TicketState, ticket: Ticket, message: InboundMessage): ReadonlyArray<Participant> => {
  const { isAutomated, sender } = message
  const isCustomer = isOfCustomer(state, ticket, message)
  return isAutomated || (isCustomer && isPlaceholder(sender.email))
    ? []
    : participants([sender], isCustomer && isUndisputed(message))
}
