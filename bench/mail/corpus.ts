import { generateKeyPairSync } from "node:crypto"
import { createTransport, type SendMailOptions } from "nodemailer"

/** Domains of the senders. Each mail is signed by its sender's domain (DKIM, 2,048-bit RSA). */
const domains = Array.from({ length: 50 }, (_, n) => `company-${n}.example`)
const selector = "s1"
/** Network of the clients, which the domains' SPF records permit (TEST-NET-2, RFC 5737). */
const network = "198.51.100"
/** Kinds of everyday mail, with the percentage of each. Their mean size is 16 kB. */
const shares = { phone: 27, webmail: 36, office: 19, picture: 11, document: 7 } as const

/** A finished mail without the header fields that make it unique: Message-ID, Date, Subject and In-Reply-To. */
export interface Template {
  readonly sender: string
  /** The address that the sender's client connects from. */
  readonly client: string
  /** The rest as it goes over the wire: dot-stuffed, with the terminating line. */
  readonly rest: Buffer
}

export interface Corpus {
  readonly templates: ReadonlyArray<Template>
  /** TXT records that the DNS server must have, by name. */
  readonly records: ReadonlyMap<string, string>
}

/** One mail, ready to send. */
export interface Letter {
  readonly sender: string
  readonly client: string
  /** The bytes to send after `354`. */
  readonly data: Buffer
}

/** Creates `size` mails from as many senders, so that each sender writes rarely however many mails are sent. */
export const makeCorpus = async (size: number): Promise<Corpus> => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  const random = pseudoRandom(1)
  const templates: Array<Template> = []
  for (let n = 0; n < size; n++) {
    const domain = domains[n % domains.length] ?? ""
    const sender = `person-${n}@${domain}`
    const { message } = await writer.sendMail({
      from: { name: `Person ${n}`, address: sender },
      to: "support@help.example",
      subject: "-",
      ...contentOf(shapeOf(n), random),
      dkim: {
        domainName: domain,
        keySelector: selector,
        privateKey: key,
        headerFieldNames: "from:to:mime-version:content-type"
      }
    })
    // With `buffer` set, the message is a Buffer.
    templates.push({ sender, client: `${network}.${1 + (n % 250)}`, rest: wired(message as Buffer) })
  }
  const text = publicKey.export({ type: "spki", format: "der" }).toString("base64")
  const records = domains.flatMap(
    (domain): ReadonlyArray<readonly [string, string]> => [
      [domain, `v=spf1 ip4:${network}.0/24 -all`],
      [`${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${text}`],
      [`_dmarc.${domain}`, "v=DMARC1; p=reject"]
    ]
  )
  return { templates, records: new Map(records) }
}

/** The header fields that make a mail unique, line by line. */
export const ownFields = (run: string, n: number): ReadonlyArray<string> => [
  `Message-ID: ${messageId(run, n)}`,
  "Date: Fri, 20 Nov 2026 09:30:00 +0000",
  `Subject: Order ${run} ${n} is late`
]

const messageId = (run: string, n: number) => `<${run}.${n}@mail.example>`

/** The `n`th mail of a run. Every third one replies to the mail that its sender sent before. */
export const letterOf = (corpus: Corpus, run: string, n: number): Letter => {
  const { client, rest, sender } = templateOf(corpus, n)
  const before = n - corpus.templates.length
  const answered = before >= 0 && n % 3 === 0 ? [`In-Reply-To: ${messageId(run, before)}`] : []
  const head = [...ownFields(run, n), ...answered, ""].join("\r\n")
  return { sender, client, data: Buffer.concat([Buffer.from(head), rest]) }
}

export const templateOf = ({ templates }: Corpus, n: number): Template => {
  const template = templates[n % templates.length]
  if (template === undefined) throw new Error("a corpus has templates")
  return template
}

type Shape = keyof typeof shares

/** Alternates the shapes so that any hundred consecutive mails contain them in their shares. */
const shapeOf = (n: number): Shape => {
  // 37 and 100 are coprime, so each of the hundred places comes up exactly once.
  let place = (n * 37) % 100
  for (const [shape, share] of Object.entries(shares) as Array<[Shape, number]>) {
    place -= share
    if (place < 0) return shape
  }
  return "phone"
}

type Content = Pick<SendMailOptions, "text" | "html" | "attachments">

const contentOf = (shape: Shape, random: () => number): Content => {
  const said = prose(random, 3)
  const quoted = prose(random, 8)
  const attribution = "On Fri, Nov 20, 2026 at 9:12 AM Acme Support <support@help.example> wrote:"
  const text = `${said}\n\n${attribution}\n\n${quoted.replace(/^/gm, "> ")}\n`
  switch (shape) {
    case "phone":
      return { text: `${said}\n\nSent from my iPhone\n` }
    case "webmail":
      return {
        text,
        html: `<div dir="ltr">${paragraphs(said)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${paragraphs(quoted)}</blockquote></div>`
      }
    case "office":
      return { text, html: officePage(said, quoted) }
    case "picture":
      return {
        text,
        html: `${officePage(said, quoted)}<img src="cid:photo@mail.example" width="300">`,
        attachments: [{ filename: "photo.png", cid: "photo@mail.example", content: noise(random, 24_000) }]
      }
    case "document":
      return { text, attachments: [{ filename: "Order confirmation.pdf", content: noise(random, 82_000) }] }
  }
}

/** Style sheet and paragraphs as office programs write them. */
const officePage = (said: string, quoted: string) => {
  const style = Array.from(
    { length: 40 },
    (_, n) =>
      `p.Mso${n}, li.Mso${n}, div.Mso${n} {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}`
  ).join("\n")
  const lines = (text: string) =>
    text
      .split("\n")
      .map(
        (line) => `<p class="Mso1"><span lang="EN-US" style="mso-fareast-language:EN-US">${line}<o:p></o:p></span></p>`
      )
      .join("\n")
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!--\n${style}\n--></style></head><body lang="DE" link="#0563C1"><div class="WordSection1">${lines(said)}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="Mso1"><b>From:</b> Acme Support &lt;support@help.example&gt;<br><b>Sent:</b> Friday, November 20, 2026 9:12 AM<br><b>Subject:</b> Order</p></div>${lines(quoted)}</div></body></html>`
}

const paragraphs = (text: string) => text.split("\n").join("<br>\n")

const words =
  "the order parcel invoice wrong address customer Straße größer été señor please correct it again when will arrive because nobody answered at our office yesterday thank you number delivery".split(
    " "
  )

const prose = (random: () => number, lines: number) =>
  Array.from({ length: lines }, () =>
    Array.from({ length: 8 + Math.floor(random() * 8) }, () => words[Math.floor(random() * words.length)]).join(" ")
  ).join("\n")

const noise = (random: () => number, bytes: number) => Buffer.from(Array.from({ length: bytes }, () => random() * 256))

/** A linear congruential generator: the same numbers in every run. */
const pseudoRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Removes the fields that make a mail unique, dot-stuffs the rest, and appends the terminating line. */
const wired = (message: Buffer): Buffer => {
  const end = message.indexOf("\r\n\r\n")
  const head = message
    .subarray(0, end)
    .toString("latin1")
    .replace(/^(?:Message-ID|Date|Subject): .*\r\n/gm, "")
  const body = message
    .subarray(end)
    .toString("latin1")
    .replace(/\r\n\./g, "\r\n..")
  return Buffer.from(`${head}${body.endsWith("\r\n") ? body : `${body}\r\n`}.\r\n`, "latin1")
}
