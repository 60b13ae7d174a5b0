import { beginningOf } from "../../../domain/beginningOf.ts"
import { publicId } from "../../../domain/Ticket.ts"
import type { MailDraft } from "./MailDraft.ts"
import { answerSubject, oneLine } from "./mailSubject.ts"

/** What a mail says in words; the body in the markup of comments. */
export interface MailWords {
  readonly subject: string
  readonly body: string
  /** Whether what the customer said last is quoted under it. */
  readonly quotes: boolean
}

/** What the brand says where it has not written an acknowledgement of its own. */
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

/** The words of each kind of mail about a ticket. `unwatchUrl`: where the reader of a notice ends them. */
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

/** An answer has the subject of what it answers; the first mail of a conversation has the ticket's title. */
const replySubject = ({ conversation, ticket }: MailDraft): string =>
  conversation.messageIds.length === 0 ? oneLine(ticket.title) : answerSubject(conversation.subject ?? ticket.title)

/** Nothing of what a sender wrote who is not certain is repeated, name included: it might be sent to somebody else. */
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

/** Code units of a comment that a notice repeats: a stranger may write a megabyte, and fifty may watch. */
const mostTold = 20_000

const told = (text: string) => (text.length <= mostTold ? text : `${beginningOf(text, mostTold)}…`)

const statusLine = ({ brand, context }: MailDraft): string | undefined => {
  const { status } = context
  if (typeof status !== "object" || status === null || !("from" in status) || !("to" in status)) return undefined
  const name = (key: unknown) => brand.statusNames.get(String(key)) ?? String(key)
  return `Status: ${name(status.from)} → ${name(status.to)}`
}
