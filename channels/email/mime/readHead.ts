import { classifyMail } from "./classifyMail.ts"
import { decodeWords, HeaderFields } from "./HeaderFields.ts"
import type { MailHead } from "./Mail.ts"
import { type Mailbox, mailboxes, normalizeEmail } from "./mailboxes.ts"
import { oneLine } from "./oneLine.ts"
import { outlookThread } from "./outlookThread.ts"

/** Characters kept of a subject. */
const maxTitle = 255
/** Message ids that are kept; long threads have hundreds. */
const maxReferences = 100

/** Reads the header from the first bytes of a message. Never fails: what is missing or unusable is absent. */
export const readHead = (start: Uint8Array, returnPath: string): MailHead => {
  const fields = new HeaderFields(start)
  const [replyTo] = named(fields, "reply-to")
  const envelope = normalizeEmail(returnPath)
  return {
    messageId: messageIds(fields.raw("message-id"))[0],
    subject: oneLine(fields.text("subject"), maxTitle),
    date: fields.raw("date").slice(0, 200),
    fromFields: fields.count("from"),
    hops: fields.count("received"),
    sender:
      named(fields, "from")[0] ??
      named(fields, "sender")[0] ??
      replyTo ??
      (envelope === undefined ? undefined : { email: envelope }),
    replyTo,
    originalFrom: named(fields, "x-original-from")[0],
    post: postOf(fields, returnPath),
    references: [
      ...new Set([...messageIds(fields.raw("in-reply-to")), ...messageIds(fields.raw("references")).reverse()])
    ].slice(0, maxReferences),
    outlook: outlookThread(fields),
    people: named(fields, "to", "cc"),
    copied: named(fields, "cc").map(({ email }) => email),
    deliveredTo: named(fields, "delivered-to", "x-original-to", "x-forwarded-to", "envelope-to").map(
      ({ email }) => email
    ),
    loopMark: fields.raw("x-trunkline-loop").slice(0, 200),
    suppressesAnswers: /\b(?:all|autoreply|oof|dr)\b/i.test(fields.raw("x-auto-response-suppress").slice(0, 200)),
    kind: classifyMail(fields, returnPath)
  }
}

/** The list that an email was posted to (RFC 2369, 3.4). */
const postOf = (fields: HeaderFields, returnPath: string): MailHead["post"] => {
  const to = normalizeEmail(/<mailto:([^<>?\s]{1,320})/i.exec(fields.raw("list-post").slice(0, 1_000))?.[1] ?? "")
  return to === undefined ? undefined : { to, kind: classifyMail(fields, returnPath, true) }
}

/** Fields read per name: an email that was forwarded repeatedly has several, and so have lists that a program split. */
const maxFields = 10

/** The mailboxes in these fields, each once. */
const named = (fields: HeaderFields, ...names: ReadonlyArray<string>): ReadonlyArray<Mailbox> => [
  ...new Map(names.flatMap((name) => mailboxesOf(fields, name)).map((person) => [person.email, person])).values()
]

const mailboxesOf = (fields: HeaderFields, name: string) =>
  fields
    .all(name)
    .slice(0, maxFields)
    .flatMap((raw) => mailboxes(raw, fields.charsetOf(raw)))

/** The ids in a field, without angle brackets, which a single id may lack. Some programs use encoded words for long ones. */
const messageIds = (field: string): Array<string> => {
  const raw = field.includes("=?") ? decodeWords(field) : field
  const ids = [...raw.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id = ""]) => printable(id))
  if (ids.length > 0 || raw === "" || /[\s<>]/.test(raw) || raw.length > 900) return ids
  return [printable(raw)]
}

/** Ids are compared and stored as text: characters that are not printable ASCII become question marks. */
const printable = (id: string) => id.replace(/[^\x21-\x7e]/g, "?")
