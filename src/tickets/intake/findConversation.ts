import { DateTime } from "effect"
import type { TicketId } from "../../domain/Ids.ts"
import type { InboundMessage, IntakeStep } from "../../domain/InboundMessage.ts"
import { proves } from "../../domain/MailAuthentication.ts"
import { publicId, type Ticket } from "../../domain/Ticket.ts"
import { endOfMerges } from "../../domain/TicketLifecycle.ts"
import type { TicketState } from "../TicketCommand.ts"
import { type IntakeCheck, step } from "./IntakeChecks.ts"
import { ticketTags } from "./ticketTags.ts"

/** Where a message belongs, and how that was determined. */
export interface Conversation {
  readonly steps: ReadonlyArray<IntakeStep>
  /** The ticket to which the message adds a comment; absent for a new ticket. */
  readonly continues?: Ticket | undefined
  /** The closed ticket that the new one follows up on. */
  readonly followUpOfId?: TicketId | undefined
  /** A ticket that the message replies to, although its sender is not a participant. */
  readonly relatedTicketId?: TicketId | undefined
}

/**
 * Finds the ticket that a message continues. For a message from a connection, that is the ticket of its conversation. For
 * mail, in this order: the ticket of the reply address to which it was sent; the nearest ticket that knows a message it
 * replies to; the ticket that another copy of it opened; the ticket whose number is in its subject. Other people's
 * message ids and ticket numbers can be copied from anywhere, so they only admit participants. Reply addresses and our
 * own message ids cannot be guessed, and admit everybody who has them. Whoever forges a sender could enumerate numbers,
 * so a subject never admits senders named by a contact form, and members, who take part in every ticket, only if DMARC
 * authenticates them. Messages of customers do not find tickets of erased customers.
 */
export const findConversation = (seen: TicketState, message: InboundMessage): Conversation => {
  const state = withoutErased(seen, message)
  if (message.conversation !== undefined) return byBinding(state, message, message.conversation.check)
  const name = nameIn(state)
  const addressed = byReplyAddress(state, message)
  if (addressed.ticket !== undefined) return followed(state, message, addressed.steps, addressed.ticket)

  const referred = byReferences(state, message)
  const soFar = [...addressed.steps, ...referred.steps]
  if (referred.ticket !== undefined) return followed(state, message, soFar, referred.ticket)

  const copied = byCopy(state, message)
  if (copied.ticket !== undefined) return followed(state, message, [...addressed.steps, ...copied.steps], copied.ticket)

  const numbered = bySubject(state, message)
  const steps = [...soFar, ...numbered.steps]
  if (numbered.ticket !== undefined) return followed(state, message, steps, numbered.ticket)
  const [nearest] = state.threads
  return nearest === undefined
    ? { steps }
    : {
        steps: steps.map((one) =>
          one.check === "message_references"
            ? step(
                "message_references",
                false,
                `replies to ${name(nearest.ticket)}, but the sender is not a participant`
              )
            : one
        ),
        relatedTicketId: nearest.ticket.id
      }
}

/** Hides tickets of erased customers: message ids, reply addresses and conversations may still lead to them. */
const withoutErased = (state: TicketState, { conversation }: InboundMessage): TicketState => {
  const isLeft = ({ customerId }: Ticket) => {
    const end = endOfMerges(customerId, state.loadedCustomer)
    return end === undefined || state.loadedCustomer(end)?.erasedAt === undefined
  }
  const { bound } = state
  const isBound = bound !== undefined && (conversation?.mode === "agent" || isLeft(bound.ticket))
  return {
    ...state,
    bound: isBound ? bound : undefined,
    threads: state.threads.filter(({ ticket }) => isLeft(ticket)),
    loadedTicket: (id) => {
      const ticket = state.loadedTicket(id)
      return ticket !== undefined && isLeft(ticket) ? ticket : undefined
    }
  }
}

/** Whether the sender is the ticket's customer, by their own address or that of a customer who was merged into them. */
export const isOfCustomer = ({ customer }: TicketState, ticket: Ticket, { sender }: InboundMessage): boolean =>
  ticket.customerEmail === sender.email || ticket.customerId === customer?.id

/** Whether the sender takes part in a ticket: as its customer, a copied person, or an agent of the brand. */
export const takesPart = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  isNamedIn(state, ticket, message) || state.arrival?.member !== undefined

const isNamedIn = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  isOfCustomer(state, ticket, message) ||
  (ticket.participants ?? []).some((person) => person.email === message.sender.email)

/** Whether a member wrote a mail. Anybody can use their address: only DMARC proves it, and a contact form never does. */
export const isByMember = ({ arrival }: TicketState, { mail, sender }: InboundMessage): boolean =>
  arrival?.member !== undefined &&
  mail?.authentication !== undefined &&
  mail.byForm !== true &&
  proves(mail.authentication, sender.email)

/** Everybody who writes in a conversation takes part in it: the provider has let them in, and so have we. */
const byBinding = (state: TicketState, message: InboundMessage, check: IntakeCheck): Conversation =>
  state.bound === undefined
    ? { steps: [step(check, false, "begins a conversation")] }
    : followed(
        state,
        message,
        [step(check, true, `is part of the conversation of ${nameIn(state)(state.bound.ticket)}`)],
        state.bound.ticket
      )

interface Found {
  readonly steps: ReadonlyArray<IntakeStep>
  readonly ticket?: Ticket | undefined
}

const nameIn =
  ({ brand }: TicketState) =>
  (ticket: Ticket) =>
    publicId(brand.ticketPrefix, ticket.number)

const byReplyAddress = (state: TicketState, { mail }: InboundMessage): Found => {
  if (mail === undefined) return { steps: [] }
  const check = "signed_reply_address"
  const { rule, ticketId } = mail.route
  if (rule !== "reply_address" && rule !== "bounce_address")
    return { steps: [step(check, false, "was not sent to the reply address of a ticket")] }
  // Automatic replies are sent to the return path.
  const what = rule === "reply_address" ? "reply address" : "return path of our email"
  const ticket = ticketId === undefined ? undefined : state.loadedTicket(ticketId)
  return ticket === undefined
    ? { steps: [step(check, false, `was sent to the ${what} of a ticket that was permanently deleted`)] }
    : { steps: [step(check, true, `was sent to the ${what} of ${nameIn(state)(ticket)}`)], ticket }
}

const byReferences = (state: TicketState, message: InboundMessage): Found => {
  const check = "message_references"
  const name = nameIn(state)
  const answered = state.threads.find(({ isOurs, ticket }) => isOurs || takesPart(state, ticket, message))
  if (answered === undefined)
    return {
      steps: [
        step(
          check,
          false,
          message.references.every((reference) => reference === message.mail?.outlook?.key)
            ? "replies to no message"
            : "replies to no known message"
        )
      ]
    }
  const how =
    answered.reference === message.mail?.outlook?.key
      ? "by its Outlook thread, and the sender is a participant"
      : takesPart(state, answered.ticket, message)
        ? "and the sender is a participant"
        : "by the id of our message"
  return { steps: [step(check, true, `replies to ${name(answered.ticket)}, ${how}`)], ticket: answered.ticket }
}

/** Mailing lists send their copy under the same Message-ID, and add a header or footer or leave out files. */
const byCopy = (state: TicketState, message: InboundMessage): Found => {
  const { namesake } = state.arrival ?? {}
  const ticket = namesake === undefined ? undefined : state.loadedTicket(namesake.ticketId)
  return ticket !== undefined && isOfCustomer(state, ticket, message) && areCopies(ticket.body ?? "", message.text)
    ? {
        steps: [
          step("message_references", true, `is another copy of the message that opened ${nameIn(state)(ticket)}`)
        ],
        ticket
      }
    : { steps: [] }
}

/**
 * Whether one of two texts starts or ends with the other, regardless of line breaks. Occurrences in the middle are not
 * searched for: senders control both texts, and for some of a megabyte each that takes minutes.
 */
const areCopies = (...texts: readonly [string, string]): boolean => {
  const [shorter = "", longer = ""] = texts
    .map((text) => text.replace(/\s+/g, " ").trim())
    .toSorted((a, b) => a.length - b.length)
  return shorter !== "" && (longer.startsWith(shorter) || longer.endsWith(shorter))
}

const bySubject = (state: TicketState, message: InboundMessage): Found => {
  if (message.mail === undefined) return { steps: [] }
  const check = "subject_tag_and_sender"
  const name = nameIn(state)
  const tags = ticketTags(message.subject ?? "").filter(
    ({ prefix }) =>
      prefix === state.brand.ticketPrefix.toUpperCase() || state.arrival?.formerPrefixes.has(prefix) === true
  )
  const named = (state.arrival?.ticketsByNumber ?? []).filter(({ number }) => tags.some((tag) => tag.number === number))
  const [first] = named
  if (first === undefined) return { steps: [step(check, false, "the subject names no ticket of the brand")] }
  if (message.mail.byForm === true)
    return { steps: [step(check, false, `the subject names ${name(first)}, but a contact form says who wrote it`)] }
  const ticket = named.find((one) => isNamedIn(state, one, message) || isByMember(state, message))
  return ticket === undefined
    ? { steps: [step(check, false, `the subject names ${name(first)}, but the sender is not a participant`)] }
    : { steps: [step(check, true, `names ${name(ticket)} in its subject, and the sender is a participant`)], ticket }
}

/** Resolves what a message does to the ticket it belongs to: follows merges, and applies the rules for closed tickets. */
const followed = (
  state: TicketState,
  message: InboundMessage,
  steps: ReadonlyArray<IntakeStep>,
  answered: Ticket
): Conversation => {
  const name = nameIn(state)
  const end = endOfMerges(answered.id, (id) => (id === answered.id ? answered : state.loadedTicket(id)))
  const found = end === answered.id ? answered : end === undefined ? undefined : state.loadedTicket(end)
  if (found === undefined) {
    const detail = `${name(answered)} was merged into a ticket that no longer exists`
    return { steps: [...steps, step("merged_target", true, detail)], relatedTicketId: answered.id }
  }
  const merged =
    found === answered
      ? steps
      : [...steps, step("merged_target", true, `${name(answered)} was merged into ${name(found)}`)]
  // Whatever the brand does with closed tickets, those in the trash are restored, spam is continued unchanged, and
  // messages of the team always belong to that very ticket.
  const stays = found.isSpam || found.deletedAt !== undefined || message.author !== undefined
  if (found.statusCategory !== "closed" || message.isAutomated || stays) return { steps: merged, continues: found }

  const open = reopens(state, found, message.conversation?.reopenHours)
  const detail = open
    ? `${name(found)} is closed and is reopened`
    : `${name(found)} is closed, so a follow-up ticket is opened`
  const closed = [...merged, step("closed_policy", !open, detail)]
  return open ? { steps: closed, continues: found } : { steps: closed, followUpOfId: found.id }
}

/** Whether a message reopens the closed ticket (lifeCycle.test.ts, rule 6); `hours` is the channel's own window. */
const reopens = ({ brand, now }: TicketState, ticket: Ticket, hours: number | undefined): boolean => {
  const closedAt = ticket.closedAt ?? ticket.updatedAt
  const isWithin = (window: { readonly days: number } | { readonly hours: number }) =>
    DateTime.toEpochMillis(now) <= DateTime.toEpochMillis(DateTime.add(closedAt, window))
  if (hours !== undefined) return isWithin({ hours })
  switch (brand.closedReply) {
    case "reopen":
      return true
    case "follow_up":
      return false
    case "window":
      return isWithin({ days: brand.closedReplyWindowDays })
  }
}
