import { externalMessageId } from "../domain/ChannelConnection.ts"
import type { Customer } from "../domain/Customer.ts"
import type { TicketId } from "../domain/Ids.ts"
import type { InboundMessage } from "../domain/InboundMessage.ts"
import { isPlaceholder } from "./placeholderEmail.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

// What a message of a connection tells of its sender and its conversation. All are pure.

/** Who was here before without an address is the customer that they were then, whatever address that one has by now. */
export const recognised = (state: TicketState, received: InboundMessage) => {
  const { person } = state
  const { sender } = received
  if (person === undefined || !isPlaceholder(sender.email)) return { state, received }
  return {
    state: { ...state, customer: person },
    received: { ...received, sender: { ...sender, email: person.email, name: sender.name ?? person.name } }
  }
}

/** Under which a message is found by those that refer to it. */
export const messageIdOf = ({ conversation, externalId }: InboundMessage): string =>
  conversation === undefined ? externalId : externalMessageId(conversation.connectionId, externalId)

/**
 * What the conversation of a message is about from now on, and who its sender is there. Whom it is with stays the
 * customer, whoever of the team writes into it.
 */
export const bindings = (
  { customer }: TicketState,
  { author, conversation, sender }: InboundMessage,
  ticketId: TicketId,
  made: Customer | undefined
): Pick<Outcome<unknown>, "conversation" | "person"> => {
  if (conversation === undefined) return {}
  const { connectionId, key, mode, root } = conversation
  const person = author === undefined ? sender.identity?.address : undefined
  const known = made ?? customer
  return {
    conversation: { connectionId, key, mode, root, ticketId, person },
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
