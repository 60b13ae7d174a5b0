import { Result } from "effect"
import { mayWriteTo } from "../domain/ChannelConnection.ts"
import type { Customer } from "../domain/Customer.ts"
import type { NumberId, TicketId } from "../domain/Ids.ts"
import type { MessageDraft } from "../domain/OutboundMessage.ts"
import type { FieldError } from "../domain/Problems.ts"
import { phonePlaceholder } from "./customers/placeholderEmail.ts"
import type { CustomerInput } from "./openTicket.ts"
import type { Outcome, Texting, TicketState } from "./TicketCommand.ts"

// Tickets whose customer the team writes to first, by text message. All functions are pure.

/** Whom to text, and from which number: if left out, the oldest one that works. */
export interface TextStart {
  /** E.164. */
  readonly phone: string
  readonly numberId?: NumberId | undefined
  /** The customer has agreed to receive text messages. */
  readonly hasConsented: boolean
}

/** The number to text from, and how the ticket finds or creates the customer. */
export interface TextedCustomer {
  readonly texting: Texting
  readonly state: TicketState
  readonly input: CustomerInput
}

/**
 * Chooses whom to text: the customer who is named, or the one who has the number. A number belongs to one customer, and a
 * ticket never moves it to another.
 */
export const customerToText = (
  state: TicketState,
  { hasConsented, numberId, phone }: TextStart,
  input: CustomerInput
): Result.Result<TextedCustomer, FieldError> => {
  const { texting } = state
  const refuse = (message: string) => Result.fail<FieldError>({ field: "customerPhone", code: "not_allowed", message })
  if (!hasConsented)
    return Result.fail({
      field: "smsConsent",
      code: "required",
      message: "must be true: customers must agree to get text messages"
    })
  if (texting === undefined)
    return numberId === undefined
      ? refuse("cannot be texted: the brand has no enabled phone number")
      : Result.fail({ field: "numberId", code: "unknown_id", message: "is not an enabled number of this brand" })
  if (texting.refusal !== undefined) return refuse(`cannot be texted: ${texting.refusal}`)
  if (!mayWriteTo(texting.connection, phone)) return refuse("is not a destination that the brand's number may write to")

  const { owner } = texting
  const isNamed = input.id !== undefined || input.email !== undefined
  if (isNamed && owner !== undefined && owner.id !== state.customer?.id) return refuse("belongs to another customer")
  const known = isNamed ? input : { ...input, email: owner?.email ?? phonePlaceholder(phone) }
  return Result.succeed({
    texting,
    state: isNamed ? state : { ...state, customer: owner },
    input: { ...known, phone, identities: [{ channel: "sms", address: phone }] }
  })
}

/** Binds the conversation to the ticket and to the customer. */
export const textedAbout = (
  { connection }: Texting,
  phone: string,
  ticketId: TicketId,
  { id, name }: Customer
): Pick<Outcome<unknown>, "conversation" | "person"> => ({
  conversation: { connectionId: connection.id, key: phone, mode: "customer", ticketId, person: phone },
  person: { connectionId: connection.id, externalId: phone, customerId: id, name }
})

/** The ticket's text as the first message. */
export const firstText = (
  { ids }: TicketState,
  { connection }: Texting,
  phone: string,
  ticketId: TicketId
): MessageDraft => ({
  id: ids("message"),
  channel: "sms",
  kind: "notification",
  ticketId,
  to: phone,
  connectionId: connection.id,
  lane: phone
})
