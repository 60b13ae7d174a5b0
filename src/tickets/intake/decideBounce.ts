import { Result } from "effect"
import type { Bounce, InboundMessage, RecipientReport } from "../../domain/InboundMessage.ts"
import type { CopiesReport, DeliveryReport } from "../../domain/OutboundMessage.ts"
import { type RefusalCause, refusalCause, refusalText } from "../../domain/refusalCause.ts"
import { complaintTaken } from "../outbound/complaintTaken.ts"
import { copiesUndelivered, deliveryReported } from "../outbound/deliveryReported.ts"
import type { Outcome, RestedAddress, TicketState } from "../TicketCommand.ts"

/** Maximum number of recipients of one report that the inbound log names. */
const maxNamed = 10

/** The effect of a report, and its description. */
export interface BounceDecision {
  readonly outcome: Outcome<unknown>
  readonly known: boolean
  readonly detail: string
}

const nothing: Outcome<unknown> = { value: undefined, events: [], audit: [] }

/**
 * Decides the effect of a report about a mail of ours: it changes the status of that mail and which addresses are
 * suppressed, and nothing else. A report never becomes a ticket or a comment. Reports about copied recipients do not
 * change the message's status.
 */
export const decideBounce = (state: TicketState, { mail }: InboundMessage): BounceDecision => {
  const bounce = mail?.bounce
  if (bounce === undefined)
    return { outcome: nothing, known: false, detail: "a report from a mail system that could not be read" }
  const said = sentenceOf(bounce.recipients)
  if (bounce.of === undefined)
    return { outcome: nothing, known: false, detail: `${said}; it is not about a known email of ours` }
  if (bounce.of.noticeTo !== undefined) return aboutNotice(bounce.of.noticeTo, bounce.recipients, said)
  const taken = aboutMessage(state, bounce.of, bounce.recipients)
  return Result.isSuccess(taken)
    ? { ...taken.success, known: true, detail: `${said}; ${taken.success.detail}` }
    : { outcome: nothing, known: false, detail: `${said}; the message no longer exists` }
}

/** A watcher's notification is no message of the ticket and has no status, but its reader may lack a mailbox too. */
const aboutNotice = (to: string, reports: ReadonlyArray<RecipientReport>, said: string): BounceDecision => {
  const reason = reports.map(restReason).find((one) => one !== undefined)
  return reason === undefined
    ? { outcome: nothing, known: true, detail: `${said}; it is about a notification, which has no status` }
    : {
        outcome: { ...nothing, restedAddresses: [{ address: to, reason }] },
        known: true,
        detail: `${said}; no email is sent to ${to} for a while`
      }
}

const aboutMessage = (
  state: TicketState,
  { messageId }: NonNullable<Bounce["of"]>,
  reports: ReadonlyArray<RecipientReport>
) => {
  const to = state.messages.find(({ id }) => id === messageId)?.to
  // Copied recipients have mailboxes of their own. Any other address is one to which the recipient's forwards; it counts
  // if nothing is said about the recipient's own.
  const others = new Set((state.ticket?.participants ?? []).map(({ email }) => email).filter((email) => email !== to))
  const isCopy = (report: RecipientReport): report is RecipientReport & { readonly recipient: string } =>
    report.recipient !== undefined && others.has(report.recipient)
  const ofCopies = reports.filter(isCopy)
  const copies = ofCopies.flatMap((report): ReadonlyArray<RestedAddress> => {
    const reason = restReason(report)
    return reason === undefined ? [] : [{ address: report.recipient, reason }]
  })
  const copiesLost = ofCopies
    .filter(({ action }) => action === "failed")
    .map((report) => ({ address: report.recipient, reason: whyOf(report) || "It bounced" }))
  const direct = reports.filter(({ recipient }) => recipient === undefined || recipient === to)
  const own = weightiest(direct.length > 0 ? direct : reports.filter((report) => !isCopy(report)))
  const rested = [...new Set(copies.map(({ address }) => address))]
  return Result.map(effectOf(state, messageId, own, { copiesLost }), ({ detail, outcome }) => ({
    outcome: { ...outcome, restedAddresses: [...(outcome.restedAddresses ?? []), ...copies] },
    detail: [detail, ...rested.slice(0, maxNamed).map((address) => `no email is sent to ${address} for a while`)].join(
      "; "
    )
  }))
}

const effectOf = (
  state: TicketState,
  id: NonNullable<Bounce["of"]>["messageId"],
  own: RecipientReport | undefined,
  copies: CopiesReport
) => {
  const beside = (detail: string) =>
    Result.map(copiesUndelivered(state, id, copies), (outcome) => ({ outcome, detail }))
  if (own === undefined) return beside("it is only about a copy")
  if (own.action === "complained")
    return Result.map(complaintTaken(state, id), (outcome) => ({
      outcome,
      detail: "the recipient is sent no more email"
    }))
  const status = statusOf[own.action]
  if (status === undefined) return beside("the message was sent, and no further reports will arrive")
  const cause = causeOf(own)
  const report: DeliveryReport = {
    ...copies,
    status,
    permanent: own.action === "failed" && own.status?.startsWith("4.") !== true,
    cause,
    error: refusalText(cause, status === "delivered" ? "" : whyOf(own))
  }
  return Result.map(deliveryReported(state, id, report), (outcome) => {
    const marked =
      outcome.events.length === 0 ? "a later status was already known" : `the message is marked as ${status}`
    return { outcome, detail: cause === undefined ? marked : `${marked}; ${effects[cause]}` }
  })
}

const whyOf = ({ diagnostic, status }: RecipientReport) =>
  [status, diagnostic].filter((part) => part !== undefined).join(" ")

/** The status that a mail gets from each action of a mail system; the other actions do not change it. */
const statusOf: Partial<Record<RecipientReport["action"], "bounced" | "delayed" | "delivered">> = {
  failed: "bounced",
  delayed: "delayed",
  delivered: "delivered"
}

/** Of several reports about one mailbox, such as those about its forwards, the first in this order counts. */
const order: ReadonlyArray<RecipientReport["action"]> = [
  "complained",
  "failed",
  "delayed",
  "delivered",
  "relayed",
  "expanded"
]
const weightiest = (reports: ReadonlyArray<RecipientReport>): RecipientReport | undefined =>
  order.flatMap((action) => reports.filter((report) => report.action === action))[0]

/** The cause of a failure; `undefined` if nothing failed. */
const causeOf = ({ action, diagnostic, status }: RecipientReport): RefusalCause | undefined =>
  action === "failed" ? refusalCause(status, diagnostic) : undefined

/** The consequence of each cause for the address, as the inbound log describes it. */
const effects: Record<RefusalCause, string> = {
  no_mailbox: "no email is sent to the address for a while",
  mailbox_full: "the mailbox is full; later email is still sent to it",
  too_large: "the email was too large; other email is still sent to the address",
  policy: "the email was refused as spam or by a policy; other email is still sent to the address",
  other: "it does not say that the mailbox does not exist, so email is still sent to the address"
}

/** Why the reported address is suppressed for a while: it has no mailbox, or its owner reported our mail as spam. */
const restReason = (report: RecipientReport): RestedAddress["reason"] | undefined =>
  report.action === "complained" ? "complaint" : causeOf(report) === "no_mailbox" ? "bounce" : undefined

const words: Record<RecipientReport["action"], (to: string) => string> = {
  failed: (to) => `delivery failed${to}`,
  delayed: (to) => `delivery is delayed${to}`,
  delivered: (to) => `delivered${to}`,
  relayed: (to) => `forwarded${to}, to a mail system that sends no reports`,
  expanded: (to) => `forwarded${to}, which is the address of several people`,
  complained: (to) => `reported as spam${to === "" ? "" : to.replace(/^ to/, " by")}`
}

const sentenceOf = (reports: ReadonlyArray<RecipientReport>): string => {
  const named = reports.slice(0, maxNamed).map(({ action, recipient, status }) => {
    const what = words[action](recipient === undefined ? "" : ` to ${recipient}`)
    return status === undefined ? what : `${what} (${status})`
  })
  const more = reports.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
