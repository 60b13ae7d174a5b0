import type { Attachment } from "../../domain/Attachment.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { InboundId, TicketId } from "../../domain/Ids.ts"
import type { InboundMessage, IntakeResult, IntakeStep } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InboundRecord, Outcome, TicketState } from "../TicketCommand.ts"
import { withSkipped } from "./IntakeChecks.ts"
import { bindings, messageIdOf } from "./knownSender.ts"

// What is recorded of a message, whatever becomes of it: its entry in the inbound log, with each check. All functions are pure.

/** A message that is being decided about. */
export interface IntakeContext {
  readonly state: TicketState
  readonly scope: BrandScope
  readonly inboundId: InboundId
  readonly message: InboundMessage
  readonly flags: ReadonlyArray<string>
  readonly steps: ReadonlyArray<IntakeStep>
  /** The customer who previously had the sender's phone number. */
  readonly former: Customer | undefined
}

/** Adds what every message with an effect leaves: its entry in the log, and the message id by which replies find the ticket. */
export const logged = (
  { flags, inboundId, message, state, steps }: IntakeContext,
  files: ReadonlyArray<Attachment>,
  outcome: Outcome<Pick<IntakeResult, "outcome" | "commentId"> & { readonly ticketId: TicketId }>
): Outcome<IntakeResult> => {
  const { commentId, ticketId } = outcome.value
  return {
    ...outcome,
    value: { ...outcome.value, inboundId, duplicate: false },
    inbound: {
      id: inboundId,
      message,
      status: "processed",
      flags,
      fileIds: files.map(({ id }) => id),
      quotedText: commentId === undefined ? undefined : message.reply?.quoted,
      steps: withSkipped(steps, message.channel),
      ...outcome.value
    },
    messageIds: [messageIdOf(message), message.mail?.outlook?.key].flatMap((messageId) =>
      messageId === undefined ? [] : [{ messageId, ticketId, commentId, direction: "in" as const }]
    ),
    ...bindings(state, message, ticketId, outcome)
  }
}

/** The outcome of a message that is recorded but has no effect. */
export const ignored = (
  { flags, inboundId, message, steps }: IntakeContext,
  outcome: InboundRecord["outcome"],
  ticketId?: TicketId
): Outcome<IntakeResult> => ({
  value: { inboundId, outcome, ticketId, duplicate: false },
  inbound: {
    id: inboundId,
    message,
    status: "ignored",
    outcome,
    ticketId,
    flags,
    fileIds: [],
    quotedText: undefined,
    steps: withSkipped(steps, message.channel)
  },
  events: [],
  audit: []
})

/** The outcome of a report about something that we sent, with its effect. */
export const reportTaken = (intake: IntakeContext, effect: Outcome<unknown>, known: boolean): Outcome<IntakeResult> => {
  const kept = ignored(intake, "bounce", known ? intake.message.mail?.bounce?.of?.ticketId : undefined)
  return {
    ...effect,
    value: kept.value,
    inbound: kept.inbound === undefined ? undefined : { ...kept.inbound, status: known ? "processed" : "ignored" }
  }
}

/** The files that came with a message, as attachments. */
export const filesOf = ({ message, scope, state }: IntakeContext): ReadonlyArray<Attachment> =>
  message.files.map((file) => ({
    ...file,
    id: state.ids("attachment"),
    brandId: scope.brandId,
    status: "UPLOADED",
    isInternal: false,
    uploadedBy: message.sender.email,
    createdAt: state.now,
    updatedAt: state.now
  }))

/** What a ticket or comment keeps of the mail from which it was created. */
export const mailFacts = ({ mail }: InboundMessage, leftOut: ReadonlyArray<string>): JsonObject => ({
  ...(mail?.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
  ...(leftOut.length === 0 ? {} : { notAdded: leftOut })
})
