import { optedOut } from "../../src/domain/TicketConversation.ts"

/** What an error code of Twilio's means for the message and its recipient (twilio.com/docs/api/errors). */
export interface DeliveryVerdict {
  readonly reason: string
  /** Whether sending it again would not help. */
  readonly permanent: boolean
  /** Why nothing can reach the recipient, for the author of the next message. */
  readonly unreachable?: string | undefined
}

const noMobile = "The number cannot receive text messages"

const verdicts: Readonly<Record<number, DeliveryVerdict>> = {
  21610: { reason: optedOut, permanent: true, unreachable: optedOut },
  21211: { reason: "The customer's number is not valid", permanent: true, unreachable: noMobile },
  21614: { reason: "The customer's number is not a mobile number", permanent: true, unreachable: noMobile },
  21635: { reason: "The customer's number is a landline", permanent: true, unreachable: noMobile },
  21612: { reason: "The customer's number cannot be reached from this number", permanent: true, unreachable: noMobile },
  30006: {
    reason: "The customer's number is a landline, or cannot be reached",
    permanent: true,
    unreachable: noMobile
  },
  21408: { reason: "The account may not send to the customer's country", permanent: true },
  21603: { reason: "The number may not send text messages", permanent: true },
  21606: { reason: "The number does not belong to the account, or cannot send text messages", permanent: true },
  21212: { reason: "The number is not a valid sender", permanent: true },
  30034: { reason: "The number is not registered for business messages (10DLC)", permanent: true },
  30032: { reason: "The toll-free number has not been verified", permanent: true },
  30004: { reason: "The customer's number is blocked from receiving it", permanent: true },
  30007: { reason: "The carrier filtered the message", permanent: true },
  30001: { reason: "Twilio had too many messages in its queue", permanent: false },
  30002: { reason: "The account was suspended before the message was sent", permanent: false },
  30003: { reason: "The customer's phone was off or out of reach", permanent: false },
  30005: { reason: "The customer's number is unknown to the carrier", permanent: false },
  30008: { reason: "The carrier did not say why it failed", permanent: false },
  21617: { reason: "The message is too long", permanent: true }
}

/** Why a text that Twilio accepted did not arrive. */
export const notDelivered = (code: number | undefined): string =>
  deliveryVerdict(code)?.reason ?? `It was not delivered${code === undefined ? "" : ` (${code})`}`

/** The verdict for a code, with the code in its reason. */
export const deliveryVerdict = (code: number | undefined): DeliveryVerdict | undefined => {
  const verdict = code === undefined ? undefined : verdicts[code]
  return verdict && { ...verdict, reason: `${verdict.reason} (${code})` }
}
