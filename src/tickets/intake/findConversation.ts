import { DateTime } from "effect"
import type { TicketId } from "../../domain/Ids.ts"
import type { InboundMessage, IntakeStep } from "../../domain/InboundMessage.ts"
import { proves } from "../../domain/MailAuthentication.ts"
import { publicId, type Ticket } from "../../domain/Ticket.ts"
import { endOfMerges } from "../../domain/TicketLifecycle.ts"
import type { TicketState } from "../TicketCommand.ts"
import { type IntakeCheck, step } from "./IntakeChecks.ts"
import { ticketTags } from "./ticketTags.ts"

/** Where a message belongs, and how that was found out. */
export interface Conversation {
  readonly steps: ReadonlyArray<IntakeStep>
  /** The ticket that the message is a comment on; none for a new ticket. */
  readonly continues?: Ticket | undefined
  /** The finished ticket that the new one takes up. */
  readonly followUpOfId?: TicketId | undefined
  /** A ticket that the message answers although its sender has no part in it. */
  readonly relatedTicketId?: TicketId | undefined
}

/**
 * Finds the ticket that a message continues. Of a message that came by a connection it is the one that its conversation
 * is about. Of mail, in this order: the ticket of the reply address that it was sent to; the
 * nearest that knows a message it answers; the one that another copy of it opened; the one whose number its subject names. The id of somebody else's message and
 * a number can be copied from anywhere, so they let in only who takes part; reply addresses and ids of ours cannot be
 * guessed, and let in everybody who has them. Whoever writes as somebody else can count numbers up: a subject lets in nobody
 * whom a form names, and of the team, who take part in every ticket, whom DMARC proves. Tickets of whoever was erased are not found by what customers write.
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

/** Ids of our messages, the way of a mail that has come already, and conversations of which nothing is removed yet still lead there. */
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

/** Whether the sender of a message is the ticket's customer, by their own address or by that of somebody who was merged into them. */
export const isOfCustomer = ({ customer }: TicketState, ticket: Ticket, { sender }: InboundMessage): boolean =>
  ticket.customerEmail === sender.email || ticket.customerId === customer?.id

/** Whether the sender of a message takes part in a ticket: its customer, somebody in copy, or an agent of the brand. */
export const takesPart = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  isNamedIn(state, ticket, message) || state.arrival?.member !== undefined

const isNamedIn = (state: TicketState, ticket: Ticket, message: InboundMessage): boolean =>
  isOfCustomer(state, ticket, message) ||
  (ticket.participants ?? []).some((person) => person.email === message.sender.email)

/** Whether a member of the team wrote a mail. Anybody can write their address: what proves it is DMARC, and no form. */
export const isByMember = ({ arrival }: TicketState, { mail, sender }: InboundMessage): boolean =>
  arrival?.member !== undefined &&
  mail?.authentication !== undefined &&
  mail.byForm !== true &&
  proves(mail.authentication, sender.email)

/** Who writes into a conversation takes part in it: its provider, and we, have let them in. */
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
  // Answering machines answer to the return path.
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

/** A mailing list sends its copy under the same Message-ID, and adds a header or footer or leaves files out. */
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
 * Whether one of two texts begins or ends with the other, however their lines are broken. Somewhere in it is not looked for:
 * senders choose both, and there are two of a megabyte each for which that takes minutes.
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

/** What a message that belongs to a ticket does there: follows where it was merged, and heeds that it is closed. */
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
  // What is in the trash comes back, and what is spam stays as it is, whatever the brand does with closed tickets. What
  // the team says of a ticket is said of that one.
  const stays = found.isSpam || found.deletedAt !== undefined || message.author !== undefined
  if (found.statusCategory !== "closed" || message.isAutomated || stays) return { steps: merged, continues: found }

  const open = reopens(state, found, message.conversation?.reopenHours)
  const detail = open
    ? `${name(found)} is closed and is reopened`
    : `${name(found)} is closed, so a follow-up ticket is opened`
  const closed = [...merged, step("closed_policy", !open, detail)]
  return open ? { steps: closed, continues: found } : { steps: closed, followUpOfId: found.id }
}

/** Whether a message opens the closed ticket again (docs/api.md, rule 6); `hours` is the channel's own window. */
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
