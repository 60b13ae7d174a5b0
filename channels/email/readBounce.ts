import type { Bounce, RecipientReport } from "../../src/domain/InboundMessage.ts"
import { statusIn } from "../../src/domain/refusalCause.ts"
import { decodeText } from "./mime/decodeText.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { normalizeEmail } from "./mime/mailboxes.ts"
import { oneLine } from "./mime/oneLine.ts"

/** Characters kept of the remote server's diagnostic. */
const maxDiagnostic = 500
/** Recipients read per report: more than an email of ours has. */
const maxRecipients = 100
/** Messages in a report that are searched for their ids: a report returns one. */
const maxReturned = 3
/** Characters read of the human-readable text. */
const maxText = 20_000

/** The first bytes of a part of the report. */
export interface ReportPart {
  readonly contentType: string
  readonly start: Uint8Array
}

/**
 * Reads what a mail system reports about an email of ours, per recipient: from the machine-readable part of its report (RFC
 * 3464), otherwise from its text. The email is identified by its Message-ID in the returned part, or in the text.
 */
export const readBounce = (whole: string, parts: ReadonlyArray<ReportPart>): Omit<Bounce, "of"> => {
  const text = whole.slice(0, maxText)
  const report = parts.find(({ contentType }) => deliveryStatus.has(contentType))
  const groups = groupsOf(report === undefined ? inlineReport(text) : report.start)
  const recipients = groups.filter((group) => group.count("final-recipient") + group.count("original-recipient") > 0)
  const told = recipients.length > 0 ? recipients : groups.filter((group) => group.count("action") > 0)
  return {
    messageIds: idsIn(whole, parts),
    recipients: told.length > 0 ? inFields(told, text) : inWords(text)
  }
}

/** In ASCII form, and in that for internationalized email (RFC 6533). */
const deliveryStatus: ReadonlySet<string> = new Set(["message/delivery-status", "message/global-delivery-status"])

/** Some gateways put the fields below their text. */
const inlineReport = (text: string): Uint8Array => {
  const at = text.search(/^(?:reporting-mta|final-recipient):/im)
  return at === -1 ? new Uint8Array() : Buffer.from(text.slice(at))
}

const groupsOf = (start: Uint8Array): ReadonlyArray<HeaderFields> =>
  Buffer.from(start.buffer, start.byteOffset, start.byteLength)
    .toString("latin1")
    .trim()
    // The first group is about the whole message.
    .split(/(?:\r?\n[ \t]*){2,}/, 1 + maxRecipients)
    .map((group) => new HeaderFields(Buffer.from(`${group}\r\n\r\n`, "latin1")))

const inFields = (groups: ReadonlyArray<HeaderFields>, text: string): ReadonlyArray<RecipientReport> => {
  const paragraphs = paragraphsIn(text)
  return groups.map((group) => {
    const addresses = ["original-recipient", "final-recipient"].map((name) => addressIn(group.raw(name)))
    const paragraph = paragraphs.find(({ recipient }) => addresses.includes(recipient))?.lines.join("\n")
    return inGroup(group, addresses[0] ?? addresses[1], paragraph, groups.length === 1 ? text : "")
  })
}

/** Reads a group of fields. The recipient's paragraph, and `text` for a single recipient, may add what is left out. */
const inGroup = (group: HeaderFields, recipient: string | undefined, paragraph = "", text: string): RecipientReport => {
  const told = preciser(statusIn(group.raw("status")), statusIn(group.raw("diagnostic-code")))
  const status = preciser(told, statusIn(paragraph)) ?? statusIn(text)
  const said = group.text("diagnostic-code").replace(/^[\w-]{1,20}\s*;\s*/, "")
  const action = group.raw("action").toLowerCase()
  return {
    recipient,
    action: isAction(action) ? action : actionBy(status, text),
    status,
    diagnostic: oneLine(said || (refusalIn(paragraph) ?? refusalIn(text) ?? paragraph), maxDiagnostic) || undefined
  }
}

/** The more precise status: the remote server's, if the reporting one only knows its class. */
const preciser = (status: string | undefined, said: string | undefined) =>
  status === undefined || (status.endsWith(".0.0") && said?.startsWith(status.slice(0, 2)) === true) ? said : status

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const
const isAction = (word: string): word is (typeof actions)[number] => actions.some((action) => action === word)

const actionBy = (status: string | undefined, text: string) =>
  status?.startsWith("4.") === true || delayed.test(text)
    ? "delayed"
    : status?.startsWith("2.") === true
      ? "delivered"
      : "failed"

/** What mail systems write in reports without a machine-readable part. */
const delayed =
  /\b(?:delivery (?:is |has been )?(?:temporarily )?(?:delayed|deferred)|this is a warning message only|has not yet been delivered)\b/i

/**
 * The first line of a paragraph about a recipient: `<address>:` as in qmail and its descendants, `<address>` as in
 * sendmail, indented as in Exim, or before the diagnostic as in OpenSMTPD.
 */
const about =
  /^(?:<([^<>\s]{1,320})>(?::|$)|[ ]{2}([^\s<>()":;,]{1,320}@[^\s<>()":;,]{1,320})$|([^\s<>()":;,]{1,320}@[^\s<>()":;,]{1,320}):(?= ))/
const copyBelow = /^-{3,} ?(?:below this line is|this is a copy|the original message|returned message)/i

interface Paragraph {
  readonly recipient: string
  readonly lines: Array<string>
}

const paragraphsIn = (text: string): ReadonlyArray<Paragraph> => {
  const paragraphs: Array<Paragraph> = []
  let isOpen = false
  for (const line of text.split(/\r?\n/)) {
    if (copyBelow.test(line) || paragraphs.length > maxRecipients) break
    const [start = "", bracketed, indented, bare] = about.exec(line) ?? []
    const recipient = normalizeEmail(bracketed ?? indented ?? bare ?? "")
    isOpen = line.trim() !== "" && (isOpen || recipient !== undefined)
    if (recipient !== undefined) paragraphs.push({ recipient, lines: [line.slice(start.length)] })
    else if (isOpen) paragraphs.at(-1)?.lines.push(line)
  }
  return paragraphs
}

const inWords = (text: string): ReadonlyArray<RecipientReport> => {
  const paragraphs = paragraphsIn(text)
  const tells = ({ lines }: Paragraph) => statusIn(lines.join("\n")) !== undefined
  const told = paragraphs.some(tells) ? paragraphs.slice(0, maxRecipients) : []
  return told.length === 0
    ? [wordsOf(undefined, text, text)]
    : told.map(({ lines, recipient }) => wordsOf(recipient, lines.join("\n"), text))
}

const wordsOf = (recipient: string | undefined, said: string, text: string): RecipientReport => {
  const status = statusIn(said)
  // The text says that it gave up, whatever the last server said.
  const action = delayed.test(text)
    ? "delayed"
    : /\b(?:permanent error|given up|giving up)\b/i.test(text)
      ? "failed"
      : actionBy(status, text)
  return {
    recipient,
    action,
    status,
    diagnostic: oneLine(refusalIn(said) ?? (recipient === undefined ? "" : said), maxDiagnostic) || undefined
  }
}

const refusalIn = (text: string): string | undefined => /^.{0,80}?\b[45]\d\d[ -][^\r\n]{3,400}/m.exec(text)?.[0]

/** The address in a field such as `rfc822; ines@north.example`. */
export const addressIn = (field: string | undefined): string | undefined =>
  normalizeEmail(
    // RFC 6533 allows UTF-8.
    decodeText(Buffer.from((field ?? "").slice(0, 500), "latin1"))
      .replace(/^(?:[\w-]{1,20}\s*;\s*){1,2}/, "")
      .replace(/[<>]/g, "")
  )

/** Message ids in the returned parts and in headers quoted in the text: only printable ASCII, as ours are. */
export const idsIn = (text: string, parts: ReadonlyArray<ReportPart>): ReadonlyArray<string> => {
  const returned = parts
    .filter(({ contentType }) => returnedTypes.has(contentType))
    .slice(0, maxReturned)
    .map(({ start }) => new HeaderFields(start).raw("message-id"))
  const quoted = [...text.slice(0, 200_000).matchAll(/^[> \t]*message-id:\s*(<[^<>\s]{1,900}>)/gim)].map(
    ([, id = ""]) => id
  )
  return [...new Set([...returned, ...quoted].flatMap((id) => /<([!-;=?-~]{1,900})>/.exec(id)?.[1] ?? []))].slice(0, 10)
}

const returnedTypes: ReadonlySet<string> = new Set([
  "message/rfc822",
  "text/rfc822-headers",
  "message/rfc822-headers",
  "message/global",
  "message/global-headers"
])
