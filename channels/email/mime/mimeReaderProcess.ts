import { isForwardSubject } from "../../../src/tickets/outbound/mail/mailSubject.ts"
import { forwardedSender } from "../reply/forwardedSender.ts"
import { visibleReply } from "../reply/visibleReply.ts"
import type { MailBody, MailHead, RawMail, ReaderReply } from "./Mail.ts"
import type { Mailbox } from "./mailboxes.ts"
import { oneLine } from "./oneLine.ts"
import { readBody } from "./readBody.ts"
import { readHead } from "./readHead.ts"
import { startOf } from "./startOf.ts"

// A process that reads one message after another and exits with its parent, which limits its memory and time. Ctrl-C
// signals every process of the terminal; the current message is finished all the same.

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
process.once("disconnect", () => process.exit())

/** Bytes of a message, and characters of its HTML, up to which it is read quickly, whatever it contains. */
const soonRead = 256 * 1024

const tell = (reply: ReaderReply) => process.send?.(reply)

/** Resolves once the whole reply has been written, so that it arrives even if this process hangs afterwards. */
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

/** The body has been sent by now, so a failure here only costs the HTML. */
const safeHtml = async (page: string): Promise<string | undefined> => {
  try {
    // Loaded with the first HTML.
    const { sanitizeMail } = await import("./sanitizeMail.ts")
    return sanitizeMail(page)
  } catch {
    // The sanitizer cannot process the markup; the text has the content.
    return undefined
  }
}

/** The author of the only message that an email forwards as a file. */
const attachedSender = async ({ files, text }: MailBody, { subject }: MailHead): Promise<Mailbox | undefined> => {
  const [message, ...others] = files.filter(({ contentType }) => contentType === "message/rfc822")
  if (message === undefined || others.length > 0 || !(text === "" || isForwardSubject(subject))) return undefined
  return readHead(await startOf(message.content), "").sender
}
