import { beginningOf } from "../../../domain/beginningOf.ts"
import { publicId } from "../../../domain/Ticket.ts"
import type { MailDraft } from "./MailDraft.ts"
import { answerSubject, oneLine } from "./mailSubject.ts"

/** The texts of a mail, with the body in the markup of comments. */
export interface MailWords {
  readonly subject: string
  readonly body: string
  /** Whether the customer's last message is quoted below. */
  readonly quotes: boolean
}

/** The default acknowledgement for brands without their own. */
const acknowledgement = {
  subject: "We have received your request ({{ticketNumber}})",
  body: [
    "Hello {{customerName}},",
    "",
    "Thank you for your message. Its number is {{ticketNumber}}, and we will reply as soon as we can.",
    "To add something, reply to this email.",
    "",
    "{{brandName}}"
  ].join("\n")
} as const

/** The texts of each kind of mail about a ticket. `unwatchUrl` is where the reader of a notice can stop watching. */
export const mailWords = (draft: MailDraft, unwatchUrl?: string): MailWords => {
  switch (draft.kind) {
    case "reply":
      return { subject: replySubject(draft), body: draft.comment?.body ?? "", quotes: true }
    case "autoresponse":
      return acknowledged(draft)
    case "notification":
      return announced(draft)
    case "notice":
      return noticed(draft, unwatchUrl)
  }
}

const numberOf = ({ brand, ticket }: MailDraft) => publicId(brand.ticketPrefix, ticket.number)

/** A reply has the subject of the message it replies to; the first mail of a conversation has the ticket's title. */
const replySubject = ({ conversation, ticket }: MailDraft): string =>
  conversation.messageIds.length === 0 ? oneLine(ticket.title) : answerSubject(conversation.subject ?? ticket.title)

/** Repeats nothing that an unauthenticated sender wrote, not even the name: the mail may reach somebody else. */
const acknowledged = (draft: MailDraft): MailWords => {
  const { brand, context, ticket } = draft
  const full = context["acknowledge"] === "full"
  const values: Record<string, string> = {
    ticketNumber: numberOf(draft),
    ticketTitle: full ? oneLine(ticket.title) : "your request",
    customerName: (full ? ticket.customerName : undefined) ?? ticket.customerEmail,
    brandName: brand.name
  }
  const filled = (template: string) =>
    template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole)
  return {
    subject: oneLine(filled(brand.autoresponseSubject ?? acknowledgement.subject)),
    body: filled(brand.autoresponseBody ?? acknowledgement.body),
    quotes: false
  }
}

const announced = (draft: MailDraft): MailWords => {
  const { brand, ticket } = draft
  return {
    subject: oneLine(ticket.title),
    body: [
      `Hello ${ticket.customerName ?? ticket.customerEmail},`,
      "",
      `We have opened request ${numberOf(draft)} for you: ${oneLine(ticket.title)}`,
      ...(ticket.body === undefined ? [] : ["", ticket.body]),
      "",
      "To add something, reply to this email.",
      "",
      brand.name
    ].join("\n"),
    quotes: false
  }
}

const noticed = (draft: MailDraft, unwatchUrl: string | undefined): MailWords => {
  const { comment, context, ticket } = draft
  const actor = typeof context["actor"] === "string" ? oneLine(context["actor"]) : undefined
  const status = statusLine(draft)
  const author = oneLine(comment?.authorName ?? actor ?? "Someone")
  const what = comment?.isInternal === true ? "added an internal note" : "commented"
  const isWordless = comment?.body.trim() === ""
  return {
    subject: oneLine(`[${numberOf(draft)}] ${ticket.title}`),
    body: [
      ...(comment === undefined
        ? []
        : [
            `${author}${comment.isUnproven ? " (unverified sender)" : ""} ${what}${isWordless ? " without text." : ":"}`,
            ...(isWordless ? [] : ["", told(comment.body)])
          ]),
      ...(status === undefined
        ? []
        : [
            ...(comment === undefined ? [] : [""]),
            `${status}${comment === undefined && actor !== undefined ? ` (by ${actor})` : ""}`
          ]),
      "",
      `You receive this because you watch ${numberOf(draft)}. Replies to this email are not read.`,
      ...(unwatchUrl === undefined ? [] : [`[Stop watching](${unwatchUrl})`])
    ].join("\n"),
    quotes: false
  }
}

/** Code units of a comment that a notice repeats: a stranger may write a megabyte, and fifty people may watch. */
const mostTold = 20_000

const told = (text: string) => (text.length <= mostTold ? text : `${beginningOf(text, mostTold)}…`)

const statusLine = ({ brand, context }: MailDraft): string | undefined => {
  const { status } = context
  if (typeof status !== "object" || status === null || !("from" in status) || !("to" in status)) return undefined
  const name = (key: unknown) => brand.statusNames.get(String(key)) ?? String(key)
  return `Status: ${name(status.from)} → ${name(status.to)}`
}
