import { type Readable, Transform } from "node:stream"
import { MailParser } from "mailparser"
import { isForeignCharset, readText } from "./decodeText.ts"
import { likelyCharsets } from "./likelyCharsets.ts"
import { type PartHead, partHead } from "./partHead.ts"
import { unflow } from "./unflow.ts"

/**
 * Bytes of text read from one message. In any charset, that is more text than a body accepts (bodyText, htmlToText), so a
 * longer message is always known to be cut.
 */
const maxTextBytes = 8 * 1024 * 1024
/** Bytes of one part's header; a message with a larger one is left to the fallback reader. */
const maxHeadSize = 256 * 1024
/** Bytes of an HTML page that are searched for its charset (HTML, 4.2.5.4): mail programs put styles before it. */
const maxPageHead = 4_096
/** Limit on mailparser's own count of parts, for those that the boundary repair, which counts first, does not see. */
const maxChildNodes = 1_000
/** Alternative views of the same text, for watches and lists of emails: neither a text of their own nor a file. */
const otherViews = new Set(["text/x-amp-html", "text/watch-html", "text/enriched", "text/richtext"])
/** Text types meant for programs, which are always files. */
const dataTexts =
  /^text\/(?:calendar|css|csv|directory|javascript|rfc822-headers|rtf|tab-separated-values|x-vcalendar|(?:x-)?vcard|xml)$/

/** A part of the message. Its text is available once the message has been read. */
export interface MimePart {
  readonly contentType: string | false
  readonly textContent?: string | undefined
  readonly children: ReadonlyArray<MimePart>
}

type LiveHead = ReadonlyMap<never, never>

interface LivePart extends MimePart {
  parent?: LivePart
  isAttachment?: boolean
  disposition?: string
  charset?: string | undefined
  readonly headers: LiveHead
}

/** Undeclared internals of mailparser 3.9.31; the tests of `readBody` check each of these names. */
interface Internals {
  readonly tree: LivePart | false
  curnode: { readonly decoder?: { readonly writableEnded: boolean } } | false
  endStream(): void
  decoder: { decodeStream(charset: string): Transform }
  createNode(node: MimeNode): LivePart
  processHeaders(): LiveHead
}

interface MimeNode {
  readonly root?: boolean
  flowed: boolean
  readonly delSp: boolean
  contentType: string | false
  encoding: string | false
  readonly headers: { getList(): ReadonlyArray<{ readonly key: string; readonly line: string }> }
}

/** A file part, to be read or released before the next part arrives. */
export interface MimeFile {
  readonly type: "attachment"
  readonly content: Readable
  readonly contentType: string
  readonly headers: LiveHead
  readonly release: () => void
}

/**
 * mailparser with our own handling of headers and charsets: it passes text on as UTF-8 whatever the sender declared
 * (decodeText), and leaves HTML, links, delivery reports and embedded messages unchanged. Bytes stream through; what it
 * holds is bounded. `repairs` collects wrong declarations.
 */
export const mimeReader = (repairs: Set<string>) => {
  const parser = new MailParser({
    keepCidLinks: true,
    keepDeliveryStatus: true,
    skipTextToHtml: true,
    skipHtmlToText: true,
    skipTextLinks: true,
    skipImageLinks: true,
    ignoreEmbedded: true,
    maxHeadSize,
    maxChildNodes
  } as ConstructorParameters<typeof MailParser>[0])
  // The names below are undeclared, but are those of this exact version.
  const internals = parser as unknown as Internals
  const heads = new WeakMap<LiveHead, PartHead>()

  // None of its own header parsing is needed, and a field may hold a million addresses.
  internals.processHeaders = () => new Map<never, never>()

  // It ends the last part's decoder twice, which causes an error on every message that nobody ever sees.
  const endStream = internals.endStream.bind(parser)
  internals.endStream = () => {
    if (internals.curnode !== false && internals.curnode.decoder?.writableEnded === true) internals.curnode = false
    endStream()
  }

  const createNode = internals.createNode.bind(parser)
  let texts = 0
  /** The first charset that the message declares, which the names of its files are most likely in. */
  let declared = ""
  /** The charset of the subject, which a text that declares none is most likely in. */
  let titled = ""
  /** The charsets common in the sender's region. */
  let likely: ReadonlyArray<string> = []
  internals.createNode = (node) => {
    const fields = node.headers.getList()
    if (node.root === true) {
      titled = charsetInTitle(fields)
      likely = likelyCharsets(fields.find(({ key }) => key === "from")?.line ?? "")
    }
    const head = partHead(fields, declared)
    node.encoding = head.encoding
    if (node.contentType === "text" || (texts === 0 && isWritten(head, node.root === true)))
      node.contentType = "text/plain"
    const part = createNode(node)
    heads.set(part.headers, head)
    const isText = part.isAttachment === false
    if (part.parent?.contentType === "multipart/alternative") {
      if (otherViews.has(head.contentType)) read(part)
    } else if (isText && head.isFile && texts > 0) {
      // An attached log or note, although it is declared as displayable inline.
      part.isAttachment = true
    }
    if (isText) texts++
    if (declared === "") declared = part.charset ?? ""
    const format = node.flowed ? (node.delSp ? "flowed-delsp" : "flowed") : "fixed"
    // Never plain "utf8" or "ascii", which mailparser would decode by itself.
    part.charset = `${format}:${part.charset ?? ""}`
    node.flowed = false
    return part
  }

  const budget = { bytes: maxTextBytes }
  internals.decoder = { decodeStream: (charset) => textDecoder(charset, { titled, likely }, budget, repairs) }
  return {
    parser,
    tree: () => internals.tree,
    headOf: (file: MimeFile) => heads.get(file.headers)
  }
}

/** Whether it is a text for people in a format such as Markdown, which is readable as it is (RFC 2046, 4.1.4). */
const isWritten = ({ contentType, disposition, filename }: PartHead, alone: boolean) =>
  /^text\/(?!plain$|html$)/.test(contentType) &&
  filename === undefined &&
  ["", "inline"].includes(disposition) &&
  !dataTexts.test(contentType) &&
  (alone || !otherViews.has(contentType))

const read = (part: LivePart) => {
  part.isAttachment = false
  part.disposition = "inline"
}

/** The charset that an HTML page itself declares, for use if the part's header declares none. */
const charsetInPage = (bytes: Buffer): string =>
  /<meta\s[^>]{0,200}?\bcharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(
    bytes.toString("latin1", 0, maxPageHead)
  )?.[1] ?? ""

/** The first charset of the encoded words in the subject (RFC 2047, 2), if it is other than ASCII and UTF-8. */
const charsetInTitle = (fields: ReturnType<MimeNode["headers"]["getList"]>): string => {
  const title = fields.find(({ key }) => key === "subject")?.line ?? ""
  const name = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,40})?\?[bq]\?/i.exec(title)?.[1] ?? ""
  return isForeignCharset(name) ? name : ""
}

/** Collects the bytes of a text part, within the message's budget, and passes them on as UTF-8. */
const textDecoder = (
  kind: string,
  { likely, titled }: { readonly likely: ReadonlyArray<string>; readonly titled: string },
  budget: { bytes: number },
  repairs: Set<string>
) => {
  const format = kind.slice(0, kind.indexOf(":"))
  const declared = kind.slice(format.length + 1)
  const chunks: Array<Buffer> = []
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const kept = chunk.subarray(0, budget.bytes)
      budget.bytes -= kept.length
      if (kept.length > 0) chunks.push(kept)
      done()
    },
    flush(done) {
      const bytes = Buffer.concat(chunks)
      const { charset, isDeclared, text } = readText(bytes, declared, charsetInPage(bytes) || titled, likely)
      if (!isDeclared)
        repairs.add(
          `text ${declared === "" ? "without a charset" : `declared as ${declared.slice(0, 40)}`} is in ${charset}`
        )
      this.push(Buffer.from(format === "fixed" ? text : unflow(text, format === "flowed-delsp")))
      done()
    }
  })
}
