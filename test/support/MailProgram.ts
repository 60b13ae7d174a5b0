import { randomBytes, randomUUID } from "node:crypto"
import { simpleParser } from "mailparser"
import { createTransport } from "nodemailer"

/** A mail as its recipient's mail program parses it. */
export interface Letter {
  readonly raw: Buffer
  /** With angle brackets, like the other ids. */
  readonly messageId: string
  readonly inReplyTo: string | undefined
  readonly references: ReadonlyArray<string>
  readonly subject: string
  readonly from: { readonly address: string; readonly name: string }
  /** The address to which a mail program sends a reply. */
  readonly answerTo: string
  readonly text: string
  readonly html: string
  readonly threadIndex: string | undefined
  readonly files: ReadonlyArray<{ readonly filename: string; readonly content: Buffer }>
}

/** Parses a mail from any source, with a parser that our server does not rely on for untrusted mail either. */
export const openLetter = async (raw: Buffer): Promise<Letter> => {
  const mail = await simpleParser(raw, { keepCidLinks: true })
  const from = { address: mail.from?.value[0]?.address ?? "", name: mail.from?.value[0]?.name ?? "" }
  return {
    raw,
    messageId: mail.messageId ?? "",
    inReplyTo: mail.inReplyTo,
    references: [mail.references ?? []].flat(),
    subject: mail.subject ?? "",
    from,
    answerTo: mail.replyTo?.value[0]?.address ?? from.address,
    text: mail.text ?? "",
    html: typeof mail.html === "string" ? mail.html : "",
    threadIndex: mail.headers.get("thread-index")?.toString(),
    files: mail.attachments.map(({ content, filename = "" }) => ({ filename, content }))
  }
}

interface Written {
  readonly text: string
  readonly html: string
  readonly textEncoding?: "quoted-printable" | "base64"
  readonly headers?: Record<string, string>
}

/** How the most common mail programs build a reply: its layout, and the headers that identify them. */
const programs = {
  gmail: (own: string, to?: Letter): Written => ({
    text: to === undefined ? own : `${own}\n\n${wrote(to)}\n\n${marked(to.text)}\n`,
    html: `<div dir="ltr">${escaped(own)}</div>${
      to === undefined
        ? ""
        : `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(wrote(to))}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${bodyOf(to).replaceAll('class="', 'class="m_-4711081547')}</blockquote></div>`
    }`,
    textEncoding: "quoted-printable"
  }),
  outlook: (own: string, to?: Letter): Written => ({
    text: to === undefined ? own : `${own}\n________________________________\n${headerOf(to)}\n\n${to.text}\n`,
    html: `<html><head><style>P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr"><div class="elementToProof">${escaped(own)}</div>${
      to === undefined
        ? ""
        : `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt">${escaped(headerOf(to))}</font><div>&nbsp;</div></div>${bodyOf(to).replaceAll('class="', 'class="x_')}`
    }</body></html>`,
    textEncoding: "base64",
    headers: {
      "Thread-Topic": bare(to?.subject ?? "Invoice 77"),
      "Thread-Index":
        to?.threadIndex ?? Buffer.concat([Buffer.from("01da6eb8c5f0", "hex"), randomBytes(16)]).toString("base64"),
      "X-MS-Has-Attach": "",
      "X-Auto-Response-Suppress": "DR, OOF, AutoReply"
    }
  }),
  apple: (own: string, to?: Letter): Written => ({
    text: to === undefined ? own : `${own}\n\n${marked(`${wrote(to)}\n\n${to.text}`)}\n`,
    html: `<html><head></head><body style="overflow-wrap: break-word;">${escaped(own)}${
      to === undefined
        ? ""
        : `<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escaped(wrote(to))}</div><br class="Apple-interchange-newline"><div>${bodyOf(to)}</div></blockquote></div>`
    }</body></html>`,
    headers: { "X-Mailer": "Apple Mail (2.3774.500.171.1.1)" }
  }),
  thunderbird: (own: string, to?: Letter): Written => ({
    text: to === undefined ? own : `${own}\n\n${wrote(to)}\n${marked(to.text)}\n`,
    html: `<html><body><p>${escaped(own)}</p>${
      to === undefined
        ? ""
        : `<div class="moz-cite-prefix">${escaped(wrote(to))}<br></div><blockquote type="cite" cite="mid:${to.messageId.slice(1, -1)}">${bodyOf(to)}</blockquote>`
    }</body></html>`,
    headers: { "User-Agent": "Mozilla Thunderbird" }
  }),
  yahoo: (own: string, to?: Letter): Written => ({
    text: to === undefined ? own : `${own}\n    ${wrote(to)}  \n \n ${to.text.replaceAll("\n", "\n ")}\n`,
    html: `<html><body><div class="ydp-yahoo-style-wrap"><div dir="ltr">${escaped(own)}</div></div>${
      to === undefined
        ? ""
        : `<div id="yahoo_quoted_4711" class="yahoo_quoted"><div><div>${escaped(wrote(to))}</div><div><br></div><div>${bodyOf(to)}</div></div></div>`
    }</body></html>`,
    headers: { "X-Mailer": "WebService/1.1.21612 YMailNorrin" }
  })
}

export type MailProgram = keyof typeof programs

const idDomains: Record<MailProgram, string> = {
  gmail: "mail.gmail.com",
  outlook: "VI1PR01MB1234.eurprd01.prod.outlook.com",
  apple: "north.example",
  thunderbird: "north.example",
  yahoo: "mail.yahoo.com"
}

const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })

/** The bytes of a mail written with a mail program: a new one, or a reply that quotes the original. */
export const writeLetter = async (
  program: MailProgram,
  mail: {
    readonly from: string
    readonly to: string
    readonly text: string
    readonly subject?: string
    readonly answers?: Letter
    /** Whether to write References; true by default. */
    readonly references?: boolean
    readonly files?: ReadonlyArray<{ readonly filename: string; readonly content: Buffer }>
  }
): Promise<Letter> => {
  const { answers, files = [] } = mail
  const { message } = await writer.sendMail({
    from: mail.from,
    to: mail.to,
    subject: mail.subject ?? `Re: ${bare(answers?.subject ?? "")}`,
    messageId: `<${randomUUID()}@${idDomains[program]}>`,
    ...(answers === undefined
      ? {}
      : {
          inReplyTo: answers.messageId,
          references: mail.references === false ? [] : [...answers.references, answers.messageId]
        }),
    ...programs[program](mail.text, answers),
    attachments: [...files]
  })
  // With `buffer` set, the message is a Buffer.
  return openLetter(message as Buffer)
}

/**
 * The number of threads in which a mail program shows these letters. Letters that name each other's ids share a thread, as in
 * RFC 5256.
 */
export const threadsOf = (letters: ReadonlyArray<Letter>): number => {
  const heads = new Map(letters.map(({ messageId }) => [messageId, messageId]))
  const headOf = (id: string): string => {
    const next = heads.get(id)
    return next === undefined || next === id ? id : headOf(next)
  }
  for (const { inReplyTo, messageId, references } of letters)
    for (const id of [...references, ...(inReplyTo === undefined ? [] : [inReplyTo])])
      if (heads.has(id)) heads.set(headOf(messageId), headOf(id))
  return new Set(letters.map(({ messageId }) => headOf(messageId))).size
}

const wrote = ({ from }: Letter) => `On Tue, Mar 5, 2024 at 3:12 PM ${from.name} <${from.address}> wrote:`
const headerOf = ({ from, subject }: Letter) =>
  `From: ${from.name} <${from.address}>\nSent: Tuesday, March 5, 2024 3:12 PM\nTo: Ines Roth <ines@north.example>\nSubject: ${subject}`
const marked = (text: string) => text.trimEnd().replace(/^/gm, "> ")
const bare = (subject: string) => subject.replace(/^(?:re|aw): /i, "")
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>")
/** What mail programs quote of a page. */
const bodyOf = ({ html, text }: Letter) =>
  /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1]?.trim() ?? (html === "" ? escaped(text) : html)
