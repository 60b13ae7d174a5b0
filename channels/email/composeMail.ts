import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { MailParts } from "../../src/domain/SimulatedMail.ts"

/** Domain of the ids of mails that name none; no mail server answers for it (RFC 2606). */
const idDomain = "simulator.invalid"

/** Writes a message (RFC 5322, MIME) to a buffer instead of sending it. */
const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })

/**
 * The bytes of a mail with these parts, from `from` to `to`. It has no date unless a header names one, so that the same
 * parts are the same mail. `name` makes the Message-ID where the parts have none.
 */
export const composeMail = (parts: MailParts, to: string, name: string = randomUUID()): Effect.Effect<Uint8Array> =>
  Effect.promise(() =>
    writer.sendMail({
      from: parts.from,
      to: parts.to === undefined ? to : [...parts.to],
      ...(parts.cc === undefined ? {} : { cc: [...parts.cc] }),
      ...(parts.subject === undefined ? {} : { subject: parts.subject }),
      text: parts.text ?? (parts.html === undefined ? "" : undefined),
      ...(parts.html === undefined ? {} : { html: parts.html }),
      messageId: parts.messageId ?? `<${name}@${idDomain}>`,
      ...(parts.inReplyTo === undefined ? {} : { inReplyTo: parts.inReplyTo }),
      ...(parts.references === undefined ? {} : { references: [...parts.references] }),
      headers: Object.entries(parts.headers ?? {}).map(([key, value]) => ({ key, value })),
      attachments: (parts.attachments ?? []).map(({ content, contentType, filename }) => ({
        filename,
        contentType,
        content: Buffer.from(content)
      })),
      disableFileAccess: true,
      disableUrlAccess: true
    })
  ).pipe(
    // With `buffer`, a message is a buffer.
    Effect.map(({ message }) => (hasDate(parts) ? (message as Buffer) : withoutDate(message as Buffer)))
  )

const hasDate = ({ headers = {} }: MailParts) => Object.keys(headers).some((name) => name.toLowerCase() === "date")

/** The writer dates every message. */
const withoutDate = (message: Buffer): Buffer => {
  const end = message.indexOf("\r\n\r\n")
  const header = message.subarray(0, end).toString("latin1")
  return Buffer.concat([Buffer.from(header.replace(/^Date: .*\r\n/m, ""), "latin1"), message.subarray(end)])
}
