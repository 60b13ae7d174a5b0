import type { Comment } from "../../domain/Comment.ts"
import type { InboundMessage, Person } from "../../domain/InboundMessage.ts"
import type { Participant, Ticket } from "../../domain/Ticket.ts"
import { isPlaceholder } from "../customers/placeholderEmail.ts"
import type { TicketState } from "../TicketCommand.ts"
import { isByMember, isOfCustomer, takesPart } from "./findConversation.ts"

// Who a message is by, and whom it brings in. All are pure.

/**
 * Who a comment is by. An address can be written by anybody: it makes an agent only of a member whose mail DMARC proves
 * to be from their domain.
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

/** Whether somebody who takes part in a ticket has named the sender. By mail a stranger who was let in stays one. */
const isExpected = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  takesPart(state, ticket, message) &&
  (message.conversation !== undefined ||
    isByMember(state, message) ||
    isOfCustomer(state, ticket, message) ||
    ticket.participants?.find(({ email }) => email === message.sender.email)?.verified === true)

/** Whom a message names that were let in before as strangers. */
export const strangersNamed = ({ participants = [] }: Ticket, message: InboundMessage) =>
  message.isAutomated
    ? []
    : message.participants.filter(({ email }) =>
        participants.some((person) => person.email === email && !person.verified)
      )

/** Whether the domain of the sender does not say that this mail is not its own. Of whom a form names it says nothing. */
export const isUndisputed = ({ mail }: InboundMessage): boolean =>
  mail?.authentication?.dmarc.result !== "fail" && mail?.byForm !== true

/** People as those who take part; `verified` where somebody who does so has named them. */
export const participants = (people: ReadonlyArray<Person>, verified: boolean): ReadonlyArray<Participant> =>
  people.map(({ email, name }) => ({ email, ...(name === undefined ? {} : { name }), verified }))

/**
 * Whoever wrote, as somebody who takes part from now on: a stranger where a reply address or the id of a message of ours let
 * them in, and none where it is the customer by an address that nobody can write to. A machine takes part in nothing.
 */
export const writerOf = (state: TicketState, ticket: Ticket, message: InboundMessage): ReadonlyArray<Participant> => {
  const { isAutomated, sender } = message
  const isCustomer = isOfCustomer(state, ticket, message)
  return isAutomated || (isCustomer && isPlaceholder(sender.email))
    ? []
    : participants([sender], isCustomer && isUndisputed(message))
}
