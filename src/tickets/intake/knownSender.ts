import { DateTime, Result } from "effect"
import { externalMessageId } from "../../domain/ChannelConnection.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { TicketId } from "../../domain/Ids.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { changeCustomer } from "../customers/changeCustomer.ts"
import { isPlaceholder, phonePlaceholder } from "../customers/placeholderEmail.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"

// What a message from a connection says of its sender and its conversation. All functions are pure.

/** What is known of a message's sender, and who previously had their number. */
interface Recognised {
  readonly state: TicketState
  readonly received: InboundMessage
  readonly former?: Customer | undefined
}

/**
 * Identifies the sender. Somebody without an address who wrote before is the same customer as then, whatever their
 * address is now, unless that was so long ago that the number may have a new owner, who must not see the old one's
 * tickets. An address stated in the message takes precedence, unless it is the first one of a customer who had none, and
 * nobody else has it.
 */
export const recognised = (state: TicketState, received: InboundMessage): Recognised => {
  const { person } = state
  const { sender } = received
  if (isIdle(state, received)) return strange(state, received)
  const isSaid = !isPlaceholder(sender.email)
  if (person === undefined || (isSaid && !isFirstAddress(state, person, received))) return { state, received }
  const email = isSaid ? sender.email : person.email
  return {
    state: { ...state, customer: person },
    received: { ...received, sender: { ...sender, email, name: sender.name ?? person.name } }
  }
}

const isFirstAddress = ({ customer }: TicketState, person: Customer, { author }: InboundMessage): boolean =>
  customer === undefined && person.emailIsPlaceholder && author === undefined

const isIdle = ({ bound, now }: TicketState, { conversation }: InboundMessage): boolean =>
  bound !== undefined &&
  conversation?.idleMonths !== undefined &&
  DateTime.isLessThan(DateTime.add(bound.heardAt, { months: conversation.idleMonths }), now)

/** The state as if nobody had written from there before. */
const strange = (state: TicketState, received: InboundMessage): Recognised => {
  const { customer, keyHolders, now, person } = state
  const { sender } = received
  const former = person ?? customer
  const phone = keyHolders.phone === former?.id ? undefined : keyHolders.phone
  return {
    state: { ...state, bound: undefined, person: undefined, customer: undefined, keyHolders: { ...keyHolders, phone } },
    received: {
      ...received,
      sender: sender.phone === undefined ? sender : { ...sender, email: phonePlaceholder(sender.phone, now) }
    },
    former
  }
}

/** Removes a phone number with a new owner from its former customer: it belongs to one customer at a time. */
export const withoutPhone = (
  state: TicketState,
  former: Customer | undefined
): Pick<Outcome<unknown>, "events" | "audit" | "otherCustomers"> => {
  if (former?.phone === undefined) return { events: [], audit: [] }
  const changed = Result.getOrThrow(changeCustomer({ ...state, customer: former }, { phone: null }, undefined))
  return {
    events: changed.events,
    audit: changed.audit,
    otherCustomers: changed.customer === undefined ? [] : [changed.customer]
  }
}

/** The message id by which messages that refer to it find it. */
export const messageIdOf = ({ conversation, externalId }: InboundMessage): string =>
  conversation === undefined ? externalId : externalMessageId(conversation.connectionId, externalId)

/**
 * Binds the message's conversation to its ticket, and its sender to a customer. The conversation is with the ticket's
 * customer, whoever else writes in it.
 */
export const bindings = (
  { customer }: TicketState,
  { author, conversation, sender }: InboundMessage,
  ticketId: TicketId,
  { customer: made, ticket }: Pick<Outcome<unknown>, "customer" | "ticket">
): Pick<Outcome<unknown>, "conversation" | "person"> => {
  if (conversation === undefined) return {}
  const { connectionId, key, mode, root } = conversation
  const person = author === undefined ? sender.identity?.address : undefined
  const known = made ?? customer
  return {
    conversation: {
      connectionId,
      key,
      mode,
      root,
      ticketId,
      person: known !== undefined && known.id === ticket?.customerId ? person : undefined
    },
    person:
      person === undefined || known === undefined
        ? undefined
        : {
            connectionId,
            externalId: person,
            customerId: known.id,
            name: sender.name,
            email: known.emailIsPlaceholder ? undefined : known.email
          }
  }
}
