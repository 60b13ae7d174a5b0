import { isForwardSubject } from "../../../src/tickets/outbound/mail/mailSubject.ts"
import { forwardedSender } from "../reply/forwardedSender.ts"
import { visibleReply } from "../reply/visibleReply.ts"
import type { MailBody, MailHead, RawMail, ReaderReply } from "./Mail.ts"
import type { Mailbox } from "./mailboxes.ts"
import { oneLine } from "./oneLine.ts"
import { readBody } from "./readBody.ts"
import { readHead } from "./readHead.ts"
import { startOf } from "./startOf.ts"

// A program that reads one message after the other, and ends with the one that started it. That one limits its memory
// and its time. Ctrl-C reaches every process of a terminal; the message in hand is finished all the same.

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
process.once("disconnect", () => process.exit())

/** Bytes of a message, and characters of its HTML, up to which it is soon read, whatever is in it. */
const soonRead = 256 * 1024

const tell = (reply: ReaderReply) => process.send?.(reply)

/** Resolves once all of it has left: whatever holds this process up from then on, it is told. */
const told = (reply: ReaderReply) => new Promise<void>((resolve) => process.send?.(reply, () => resolve()))

process.on("message", async (mail: RawMail) => {
  try {
    const isSmall = "bytes" in mail.source && mail.source.bytes.byteLength <= soonRead
    const head = readHead(await startOf(mail.source), mail.returnPath)
    if (!isSmall) tell({ type: "head", head })
    const { body: found, page } = await readBody(mail)
    const reply = visibleReply({ text: found.text, html: page, subject: head.subject })
    const forwardedFrom = forwardedSender(found.text, head.subject) ?? (await attachedSender(found, head))
    const body = { ...found, reply, forwardedFrom }
    if (isSmall && (page === undefined || page.length <= soonRead)) {
      tell({ type: "all", head, body, html: page === undefined ? undefined : await safeHtml(page) })
      return
    }
    if (isSmall) tell({ type: "head", head })
    await told({ type: "body", body, htmlFollows: page !== undefined })
    if (page !== undefined) tell({ type: "html", html: await safeHtml(page) })
  } catch (error) {
    tell({ type: "unreadable", reason: oneLine(error instanceof Error ? error.message : String(error)) })
  }
})

tell({ type: "ready" })

/** The body is told already, so what goes wrong here costs the HTML only. */
const safeHtml = async (page: string): Promise<string | undefined> => {
  try {
    // Loaded with the first HTML that comes.
    const { sanitizeMail } = await import("./sanitizeMail.ts")
    return sanitizeMail(page)
  } catch {
    // Markup that the sanitiser cannot take: the text says what the mail says.
    return undefined
  }
}

/** Who wrote the one message that a mail passes on as a file. */
const attachedSender = async ({ files, text }: MailBody, { subject }: MailHead): Promise<Mailbox | undefined> => {
  const [message, ...others] = files.filter(({ contentType }) => contentType === "message/rfc822")
  if (message === undefined || others.length > 0 || !(text === "" || isForwardSubject(subject))) return undefined
  return readHead(await startOf(message.content), "").sender
}
