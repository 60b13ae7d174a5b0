import type { Bounce } from "../../src/domain/InboundMessage.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { oneLine } from "./mime/oneLine.ts"
import { addressIn, idsIn, type ReportPart } from "./readBounce.ts"

/** Kinds of feedback that mean that the reader wants no such mail (RFC 5965, 7.3; older providers have more words). */
const unwanted: ReadonlySet<string> = new Set(["abuse", "fraud", "virus", "opt-out", "opt-out-list"])
/** Recipients of one report that are read: more than a mail of ours has. */
const maxRecipients = 100

/**
 * What a mail provider says of a mail that its user calls spam (RFC 5965). Undefined for other feedback: that a mail is no
 * spam after all, or what somebody's DMARC record asks for (RFC 6591).
 */
export const readComplaint = (text: string, parts: ReadonlyArray<ReportPart>): Omit<Bounce, "of"> | undefined => {
  const report = parts.find(({ contentType }) => contentType === "message/feedback-report")
  if (report === undefined) return undefined
  // The part is a header and nothing else, sometimes behind an empty line.
  const fields = new HeaderFields(
    Buffer.from(`${Buffer.from(report.start).toString("latin1").trimStart()}\r\n\r\n`, "latin1")
  )
  const type = fields.raw("feedback-type").toLowerCase()
  if (!unwanted.has(type)) return undefined
  const named = fields.all("original-rcpt-to").slice(0, maxRecipients)
  const recipients = [...new Set(named.flatMap((field) => addressIn(field) ?? []))]
  const said = { action: "complained", diagnostic: oneLine(`${type}, by ${fields.raw("user-agent")}`, 200) } as const
  return {
    messageIds: idsIn(text, parts),
    recipients: recipients.length === 0 ? [said] : recipients.map((recipient) => ({ ...said, recipient }))
  }
}
