import type { Bounce } from "../../src/domain/InboundMessage.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { oneLine } from "./mime/oneLine.ts"
import { addressIn, idsIn, type ReportPart } from "./readBounce.ts"

/** Types of feedback that mean that the reader does not want such email (RFC 5965, 7.3; older providers use more words). */
const unwanted: ReadonlySet<string> = new Set(["abuse", "fraud", "virus", "opt-out", "opt-out-list"])
/** Recipients read per report: more than an email of ours has. */
const maxRecipients = 100

/**
 * Reads a mail provider's report on an email that its user marked as spam (RFC 5965). `undefined` for other feedback: that
 * an email is not spam after all, or a DMARC failure report (RFC 6591).
 */
export const readComplaint = (text: string, parts: ReadonlyArray<ReportPart>): Omit<Bounce, "of"> | undefined => {
  const report = parts.find(({ contentType }) => contentType === "message/feedback-report")
  if (report === undefined) return undefined
  // The part consists of a header only, sometimes after an empty line.
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
