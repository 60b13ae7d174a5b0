import type { Bounce } from "../../src/domain/InboundMessage.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { normalizeEmail } from "./mime/mailboxes.ts"
import { oneLine } from "./mime/oneLine.ts"

/** Characters of what the other side said that are kept. */
const maxDiagnostic = 500
/** Groups of a report that are read: the first is about the message, each other about a recipient. */
const maxGroups = 20

/** The first bytes of a part of the report. */
export interface ReportPart {
  readonly contentType: string
  readonly start: Uint8Array
}

/**
 * What a mail system says of a mail that it could not deliver: from the machine-readable part of its report (RFC 3464),
 * else from its words. The mail meant is found by its Message-ID in the part that was returned, or in the text below it.
 */
export const readBounce = (text: string, parts: ReadonlyArray<ReportPart>): Bounce => {
  const report = parts.find(({ contentType }) => contentType === "message/delivery-status")
  const groups = report === undefined ? [] : groupsOf(report.start)
  const recipients = groups.filter((group) => group.count("final-recipient") > 0 || group.count("action") > 0)
  // Of several recipients the one that failed says more than one that may still be reached.
  const about = recipients.find((group) => group.raw("action").toLowerCase() === "failed") ?? recipients[0]
  const action = about?.raw("action").toLowerCase() ?? ""
  const status = statusIn(about?.raw("status") ?? "") ?? statusIn(about?.raw("diagnostic-code") ?? "") ?? statusIn(text)
  const said = about?.text("diagnostic-code").replace(/^[\w-]{1,20}\s*;\s*/, "") ?? ""
  const isDelayed = action === "delayed" || (action === "" && status?.startsWith("4.") === true) || delayed.test(text)
  return {
    messageIds: idsIn(text, parts),
    recipient: addressIn(about?.raw("original-recipient")) ?? addressIn(about?.raw("final-recipient")),
    action: isDelayed && action !== "failed" ? "delayed" : "failed",
    status,
    diagnostic: oneLine(said === "" ? (refusalIn(text) ?? "") : said, maxDiagnostic) || undefined
  }
}

/** What mail systems write whose report has no part for machines. */
const delayed =
  /\b(?:delivery (?:is |has been )?(?:temporarily )?(?:delayed|deferred)|this is a warning message only)\b/i

const groupsOf = (start: Uint8Array): ReadonlyArray<HeaderFields> =>
  Buffer.from(start.buffer, start.byteOffset, start.byteLength)
    .toString("latin1")
    .split(/(?:\r?\n[ \t]*){2,}/, maxGroups)
    .map((group) => new HeaderFields(Buffer.from(`${group}\r\n\r\n`, "latin1")))

/** An enhanced status code (RFC 3463); of a bare reply code its class. */
const statusIn = (text: string): string | undefined => {
  const [, enhanced] = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?:$|[^\d.])/.exec(text.slice(0, 20_000)) ?? []
  if (enhanced !== undefined) return enhanced
  const [, code] = /(?:^|\s)([45])\d\d[ -]/.exec(text.slice(0, 20_000)) ?? []
  return code === undefined ? undefined : `${code}.0.0`
}

const refusalIn = (text: string): string | undefined =>
  /^.{0,80}?\b[45]\d\d[ -][^\r\n]{3,400}/m.exec(text.slice(0, 20_000))?.[0]

/** `rfc822; ines@north.example` */
const addressIn = (field: string | undefined): string | undefined =>
  normalizeEmail(
    (field ?? "")
      .slice(0, 500)
      .replace(/^[\w-]{1,20}\s*;/, "")
      .replace(/[<>]/g, "")
  )

const idsIn = (text: string, parts: ReadonlyArray<ReportPart>): ReadonlyArray<string> => {
  const returned = parts
    .filter(({ contentType }) => contentType === "message/rfc822" || contentType === "text/rfc822-headers")
    .map(({ start }) => new HeaderFields(start).raw("message-id"))
  const quoted = [...text.slice(0, 200_000).matchAll(/^[> \t]*message-id:\s*(<[^<>\s]{1,900}>)/gim)].map(
    ([, id = ""]) => id
  )
  return [...new Set([...returned, ...quoted].flatMap((id) => /<([^<>\s]{1,900})>/.exec(id)?.[1] ?? []))].slice(0, 10)
}
