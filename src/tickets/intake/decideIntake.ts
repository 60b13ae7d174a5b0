import { Result } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { InboundId, TicketId } from "../../domain/Ids.ts"
import {
  type InboundMessage,
  type IntakeResult,
  type IntakeStep,
  SenderOverLimit
} from "../../domain/InboundMessage.ts"
import { isSeen } from "../../domain/isSeen.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { UploadRefusal } from "../files/claimUploads.ts"
import { openTicket } from "../openTicket.ts"
import { emailPromptDrafts } from "../outbound/messageDrafts.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import type { TicketRefusal } from "../writableTicket.ts"
import { continueTicket } from "./continueTicket.ts"
import { customerWrites } from "./customerWrites.ts"
import { decideBounce } from "./decideBounce.ts"
import { type Conversation, findConversation, isByMember } from "./findConversation.ts"
import { step } from "./IntakeChecks.ts"
import { isUndisputed, participants } from "./intakeAuthor.ts"
import { filesOf, type IntakeContext, ignored, logged, mailFacts, reportTaken } from "./intakeRecord.ts"
import { recognised, withoutPhone } from "./knownSender.ts"
import { ownMail } from "./ownMail.ts"
import { peopleToAdd } from "./peopleToAdd.ts"
import { sourceIdOf } from "./sourceIdOf.ts"
import { suggestedCustomer } from "./suggestedCustomer.ts"

/** Title of a ticket whose first message has no subject. */
const untitled = "(no subject)"

export type IntakeRefusal = TicketRefusal | UploadRefusal | SenderOverLimit

type Decision = Result.Result<Outcome<IntakeResult>, IntakeRefusal>

/**
 * Decides what becomes of a message (lifeCycle.test.ts, rules 5 to 15). A message that was received before, or is
 * our own, has no effect. A report about a mail of ours changes the status of that mail. A message that continues a
 * ticket becomes a comment. An automatic reply that continues none has no effect either, and neither does a keyword that
 * the provider answers. Everything else opens a ticket. Each check is recorded with its result.
 */
export const decideIntake = (
  seen: TicketState,
  scope: BrandScope,
  inboundId: InboundId,
  arrived: InboundMessage,
  /** `released`: somebody wants it to become a ticket, although it is an automatic reply. */
  { released = false }: { readonly released?: boolean } = {}
): Decision => {
  if (seen.duplicate !== undefined)
    return Result.succeed({ value: { ...seen.duplicate, duplicate: true }, events: [], audit: [] })
  const { former, received, state } = recognised(seen, arrived)

  const { mail } = received
  const recent = state.arrival?.recent ?? 0
  if (mail?.hourlyLimits !== undefined && recent >= mail.hourlyLimits.refused)
    return Result.fail(new SenderOverLimit({ limit: mail.hourlyLimits.refused }))

  const own = ownMail(state, scope, received)
  const isOften = mail?.hourlyLimits !== undefined && recent >= mail.hourlyLimits.flagged
  const message: InboundMessage =
    mail === undefined || own === undefined ? received : { ...received, mail: { ...mail, acknowledge: "none" } }
  const flags = [
    ...(state.arrival?.namesake === undefined ? [] : [namesakeFlag]),
    ...(isOften ? [oftenFlag] : []),
    ...(mail?.spam === "relay" ? [relaySpamFlag] : []),
    ...(former === undefined ? [] : [formerOwnerFlag])
  ]
  const first = [
    step(
      "duplicate",
      false,
      flags.includes(namesakeFlag)
        ? "another message has its Message-ID but different content"
        : "received for the first time"
    ),
    automaticStep(message, own?.detail)
  ]
  const intake: IntakeContext = { state, scope, inboundId, message, flags, steps: first, former }

  if (own?.effect === "drop") return Result.succeed(ignored(intake, "none"))
  if (mail?.kind === "bounce") {
    const { detail, known, outcome } = decideBounce(state, message)
    return Result.succeed(reportTaken({ ...intake, steps: [...first, step("bounce", true, detail)] }, outcome, known))
  }
  const steps = mail === undefined ? first : [...first, step("bounce", false, "is not a report about an email of ours")]

  const isBlocked = state.customer?.isBlocked === true && message.author === undefined && !isByMember(state, message)
  const conversation: Conversation =
    mail?.spam === "disowned"
      ? { steps: [step("signed_reply_address", false, "continues no ticket: it fails its domain's DMARC policy")] }
      : leavingInTrash(findConversation(state, isBlocked ? quiet(message) : message), isBlocked)
  const known: IntakeContext = { ...intake, steps: [...steps, ...conversation.steps] }
  const { continues } = conversation
  if (continues === undefined)
    return opensTicket(message, released)
      ? reaching(known, (reached) => open(reached, conversation))
      : Result.succeed(ignored(known, "none"))
  if (continues.deletedAt !== undefined && isHeldBack(message, released)) return Result.succeed(ignored(known, "none"))
  return reaching(held(known, continues, isBlocked), (reached) => {
    const added = continueTicket(reached, named(continues, reached.state.customer))
    return Result.isFailure(added) && added.failure._tag === "LimitReached"
      ? open(reached, { followUpOfId: continues.id, isSpam: continues.isSpam })
      : added
  })
}

/** Whether a message that continues no ticket opens one. Messages of the team and automatic replies do not. */
const opensTicket = (message: InboundMessage, released: boolean): boolean =>
  message.author === undefined && !isHeldBack(message, released)

/** Whether an automatic reply sent it: as a comment on an existing ticket it is kept, otherwise it has no effect. */
const isHeldBack = ({ isAutomated, mail }: InboundMessage, released: boolean): boolean =>
  mail === undefined ? isAutomated : mail.kind === "auto-replied" && !released

/** Treats the message like a machine's: it changes no status. */
const quiet = (message: InboundMessage): InboundMessage => ({ ...message, isAutomated: true })

/** Blocked senders do not restore tickets from the trash: their message opens a new ticket instead, which is spam. */
const leavingInTrash = (conversation: Conversation, isBlocked: boolean): Conversation => {
  const { continues, steps } = conversation
  return isBlocked && continues?.deletedAt !== undefined ? { steps, relatedTicketId: continues.id } : conversation
}

/** A ticket with the current name and address of its customer, of which it has copies. */
const named = (ticket: Ticket, customer: Customer | undefined): Ticket =>
  customer?.id === ticket.customerId
    ? { ...ticket, customerEmail: customer.email, customerName: customer.name }
    : ticket

/** Decides about a message, and adds what it says of its sender to the outcome. */
const reaching = (intake: IntakeContext, decide: (intake: IntakeContext) => Decision): Decision => {
  const { message, state } = intake
  const back = customerWrites(state, message)
  return Result.map(
    decide(back.customer === undefined ? intake : { ...intake, state: { ...state, customer: back.customer } }),
    (outcome) => ({
      ...outcome,
      customer: outcome.customer ?? back.customer,
      wokenAddresses: back.wokenAddresses,
      events: [...back.events, ...outcome.events],
      audit: [...back.audit, ...outcome.audit]
    })
  )
}

/** Flags of messages in the inbound log. */
const namesakeFlag = "duplicate_message_id"
const oftenFlag = "sender_over_limit"
const relaySpamFlag = "relay_spam"
const formerOwnerFlag = "number_was_idle"
const heldFlag = "ticket_over_limit"

/**
 * Treats messages like a machine's, so that they change no status, if one sender writes more on a ticket than a person
 * would, or is blocked.
 */
const held = (intake: IntakeContext, ticket: Ticket, isBlocked: boolean): IntakeContext => {
  const { flags, message, state, steps } = intake
  const limit = message.mail?.hourlyLimits?.perTicket ?? Number.POSITIVE_INFINITY
  const isTooMuch = (state.arrival?.recentOn.get(ticket.id) ?? 0) >= limit
  return {
    ...intake,
    message: isTooMuch || isBlocked ? quiet(message) : message,
    flags: isTooMuch ? [...flags, heldFlag] : flags,
    steps: isBlocked
      ? [...steps, step("blocked_sender", true, "the customer is blocked: the status does not change")]
      : steps
  }
}

const open = (
  intake: IntakeContext,
  related: {
    readonly followUpOfId?: TicketId | undefined
    readonly relatedTicketId?: TicketId | undefined
    readonly isSpam?: boolean | undefined
  }
): Decision => {
  const { flags, message, scope, state, steps } = intake
  const { followUpOfId, isSpam, relatedTicketId } = related
  const { mail } = message
  const blocked = state.customer?.isBlocked === true
  const people = peopleToAdd(message, undefined, state.arrival?.ours)
  const files = filesOf(intake)
  return Result.map(
    openTicket(state, scope.brandId, scope.tenant.mode, {
      title: message.subject !== undefined && isSeen(message.subject) ? message.subject : untitled,
      body: message.text,
      customer: {
        email: message.sender.email,
        // Whether a known customer takes the name was already decided (customerWrites).
        name: state.customer === undefined ? message.sender.name : undefined,
        phone: message.sender.phone,
        identities: message.sender.identity && [message.sender.identity]
      },
      metadata: message.metadata,
      priority: message.priority,
      links: message.links,
      attachmentIds: message.attachmentIds,
      source: message.source,
      sourceId: sourceIdOf(message),
      sourceData: {
        ...message.sourceData,
        inboundId: intake.inboundId,
        ...(relatedTicketId === undefined ? {} : { relatedTicketId }),
        ...suggestedCustomer(message, state.arrival?.ours),
        ...mailFacts(message, people.leftOut)
      },
      files,
      participants: people.added.length === 0 ? undefined : participants(people.added, isUndisputed(message)),
      followUpOfId,
      isSpam: isSpam === true || mail?.spam !== undefined,
      isAutomated: message.isAutomated,
      openedByCustomer: !message.isAutomated,
      acknowledge:
        message.isAutomated || flags.includes(oftenFlag) || mail?.acknowledge === "none"
          ? undefined
          : (mail?.acknowledge ?? "plain")
    }),
    (outcome) => {
      const other = withoutPhone(state, intake.former)
      return logged({ ...intake, steps: [...steps, blockedStep(blocked)] }, files, {
        ...outcome,
        ...other,
        events: [...other.events, ...outcome.events],
        audit: [...other.audit, ...outcome.audit],
        drafts: [...(outcome.drafts ?? []), ...emailPromptDrafts(state, message, outcome.value.ticket)],
        value: { outcome: "ticket_created", ticketId: outcome.value.ticket.id }
      })
    }
  )
}

const automaticStep = ({ isAutomated, mail }: InboundMessage, own: string | undefined): IntakeStep => {
  const check = "loop_or_automatic"
  if (own !== undefined) return step(check, true, own)
  if (!isAutomated) return step(check, false, "written by a person")
  const suffix = mail?.kind === "auto-replied" ? "sent by an auto-responder" : "sent by a machine"
  return step(check, true, `${suffix}: the status does not change, and no automatic reply is sent`)
}

const blockedStep = (blocked: boolean): IntakeStep =>
  step(
    "blocked_sender",
    blocked,
    blocked ? "the customer is blocked: the ticket is marked as spam" : "the customer is not blocked"
  )
