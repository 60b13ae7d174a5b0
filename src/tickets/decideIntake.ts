import { Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { InboundId, TicketId } from "../domain/Ids.ts"
import type { InboundMessage, IntakeResult, IntakeStep } from "../domain/InboundMessage.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Ticket } from "../domain/Ticket.ts"
import { addComment } from "./addComment.ts"
import { restoreTicket, type TicketRefusal } from "./changeTicket.ts"
import { findConversation } from "./findConversation.ts"
import { openTicket } from "./openTicket.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

/** Title of a ticket whose first message has none. */
const untitled = "(no subject)"

type Decision = Result.Result<Outcome<IntakeResult>, TicketRefusal>

/**
 * What becomes of a message (docs/api.md, Life cycle, rules 5 to 15): nothing when it was received before; a comment
 * when it answers something and its sender takes part in it; a ticket otherwise. Each check is kept with its result.
 */
export const decideIntake = (
  state: TicketState,
  scope: BrandScope,
  inboundId: InboundId,
  message: InboundMessage
): Decision => {
  if (state.duplicate !== undefined)
    return Result.succeed({ value: { ...state.duplicate, duplicate: true }, events: [], audit: [] })

  const automatic: IntakeStep = message.isAutomated
    ? { check: "loop_or_automatic", result: "matched", detail: "sent by a machine: no status changes" }
    : { check: "loop_or_automatic", result: "not_matched", detail: "written by a person" }
  const conversation = findConversation(state, message)
  const steps: ReadonlyArray<IntakeStep> = [
    { check: "duplicate", result: "not_matched", detail: "received for the first time" },
    automatic,
    ...conversation.steps
  ]
  const intake = { state, scope, inboundId, message, steps }
  if (conversation.continues === undefined) return open(intake, conversation)
  const added = comment(intake, conversation.continues)
  return Result.isFailure(added) && added.failure._tag === "LimitReached"
    ? open(intake, { followUpOfId: conversation.continues.id })
    : (added as Decision)
}

interface IntakeContext {
  readonly state: TicketState
  readonly scope: BrandScope
  readonly inboundId: InboundId
  readonly message: InboundMessage
  readonly steps: ReadonlyArray<IntakeStep>
}

const open = (
  intake: IntakeContext,
  related: { readonly followUpOfId?: TicketId | undefined; readonly relatedTicketId?: TicketId | undefined }
): Decision => {
  const { message, scope, state, steps } = intake
  const { followUpOfId, relatedTicketId } = related
  const blocked = state.customer?.isBlocked === true
  return Result.map(
    openTicket(state, scope.brandId, scope.tenant.mode, {
      title: message.subject === undefined || message.subject === "" ? untitled : message.subject,
      body: message.text,
      customer: { email: message.sender.email, name: message.sender.name },
      source: message.source,
      sourceId: message.externalId.slice(0, 255),
      sourceData: { inboundId: intake.inboundId, ...(relatedTicketId === undefined ? {} : { relatedTicketId }) },
      files: filesOf(intake),
      participants: participantsOf(message),
      followUpOfId,
      isAutomated: message.isAutomated,
      openedByCustomer: !message.isAutomated
    }),
    (outcome) =>
      logged(
        { ...intake, steps: [...steps, blockedStep(blocked)] },
        { ...outcome, value: { outcome: "ticket_created", ticketId: outcome.value.ticket.id } }
      )
  )
}

const comment = (intake: IntakeContext, ticket: Ticket) => {
  const { message, scope, state } = intake
  const restored = restoreTicket({ ...state, ticket }, scope.tenant.mode, undefined)
  return Result.flatMap(restored, (restoration) => {
    const live = restoration.ticket ?? ticket
    const sender = message.sender
    const isCustomer = sender.email === live.customerEmail
    return Result.map(
      addComment({ ...state, ticket: live }, scope.brandId, {
        body: message.text,
        visibility: "public",
        authorType: "CUSTOMER",
        authorId: isCustomer ? live.customerId : (state.customer?.id ?? sender.email),
        authorName: sender.name ?? (isCustomer ? live.customerName : undefined) ?? sender.email,
        source: message.source,
        sourceId: message.externalId.slice(0, 255),
        sourceData: { inboundId: intake.inboundId, ...subjectChange(message, live) },
        files: filesOf(intake),
        participants: participantsOf(message),
        isAutomated: message.isAutomated
      }),
      (outcome) =>
        logged(intake, {
          ...outcome,
          events: [...restoration.events, ...outcome.events],
          audit: [...restoration.audit, ...outcome.audit],
          value: { outcome: "comment_added", ticketId: live.id, commentId: outcome.value.id }
        })
    )
  })
}

/** Adds what every received message leaves behind: its line in the log, and the id by which answers to it are found. */
const logged = (
  { inboundId, message, steps }: IntakeContext,
  outcome: Outcome<Pick<IntakeResult, "outcome" | "commentId"> & { readonly ticketId: TicketId }>
): Outcome<IntakeResult> => {
  const { commentId, ticketId } = outcome.value
  return {
    ...outcome,
    value: { ...outcome.value, inboundId, duplicate: false },
    inbound: { id: inboundId, message, status: "processed", steps, ...outcome.value },
    messageIds: [{ messageId: message.externalId, ticketId, commentId, direction: "in" }]
  }
}

const filesOf = ({ message, scope, state }: IntakeContext): ReadonlyArray<Attachment> =>
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

const participantsOf = (message: InboundMessage) => {
  const others = message.participants.filter(({ email }) => email !== message.sender.email)
  return others.length === 0 ? undefined : others.map((person) => ({ ...person, verified: false }))
}

/** The title stays; a subject that differs from it, answer marks aside, stays with the comment. */
const subjectChange = ({ subject }: InboundMessage, ticket: Ticket) =>
  subject === undefined || subject === "" || bare(subject) === bare(ticket.title) ? {} : { subject }

const bare = (subject: string) =>
  subject
    .replace(/^(?:\s*(?:re|aw|fwd?|wg|sv|antw|tr|rv)\s*:)+/i, "")
    .trim()
    .toLowerCase()

const blockedStep = (blocked: boolean): IntakeStep =>
  blocked
    ? { check: "blocked_sender", result: "matched", detail: "the customer is blocked: the ticket is marked as spam" }
    : { check: "blocked_sender", result: "not_matched", detail: "the customer is not blocked" }
