import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { MailParts } from "../../src/domain/SimulatedMail.ts"

/** Domain of generated message ids; no mail server answers for it (RFC 2606). */
const idDomain = "simulator.invalid"

/** Serializes a message (RFC 5322, MIME) to a buffer instead of sending it. */
const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })

/**
 * The bytes of an email with these parts, addressed to `to` if they name no recipient. It has no date unless a header sets
 * one, so that the same parts make the same email. `name` makes the Message-ID if the parts have none.
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
    // With the option `buffer`, the message is a buffer.
    Effect.map(({ message }) => (hasDate(parts) ? (message as Buffer) : withoutDate(message as Buffer)))
  )

const hasDate = ({ headers = {} }: MailParts) => Object.keys(headers).some((name) => name.toLowerCase() === "date")

/** Removes the date, which nodemailer adds to every message. */
const withoutDate = (message: Buffer): Buffer => {
  const end = message.indexOf("\r\n\r\n")
  const header = message.subarray(0, end).toString("latin1")
  return Buffer.concat([Buffer.from(header.replace(/^Date: .*\r\n/m, ""), "latin1"), message.subarray(end)])
}
