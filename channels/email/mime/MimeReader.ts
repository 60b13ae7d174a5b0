import { type Readable, Transform } from "node:stream"
import { MailParser } from "mailparser"
import { decodeText } from "./decodeText.ts"
import { unflow } from "./unflow.ts"

/**
 * Bytes of text that are read of one message. Whatever its charset, they say more than a body takes (bodyText,
 * htmlToText), so that a longer message is always known to be cut.
 */
const maxTextBytes = 8 * 1024 * 1024
/** Bytes of one part's header; a message with more is unreadable. */
const maxHeadSize = 256 * 1024
/** Fields that a part is read by. The others may hold a million addresses, and are not taken apart. */
const neededFields = new Set(["content-type", "content-disposition", "content-id", "content-transfer-encoding"])

/** A part of the message as mailparser builds it. Text is there once the message has been read. */
export interface MimePart {
  readonly contentType: string | false
  readonly textContent?: string | undefined
  readonly children: ReadonlyArray<MimePart>
}

/** What mailparser 3.9.31 keeps inside and does not declare; the tests of `readBody` hold each of these names. */
interface Internals {
  readonly tree: MimePart | false
  decoder: { decodeStream(charset: string): Transform }
  createNode(node: { flowed: boolean; readonly delSp: boolean }): { charset?: string | undefined }
  processHeaders(lines: ReadonlyArray<{ readonly key: string }> | false): unknown
}

/** A file part, to be read or released before the next part comes. */
export interface MimeFile {
  readonly type: "attachment"
  readonly content: Readable
  readonly contentType: string
  readonly filename?: string
  readonly cid?: string
  readonly release: () => void
}

/**
 * mailparser with our own charset decoding: it hands text over as UTF-8 whatever the sender declared (decodeText), and
 * leaves HTML, links and delivery reports as they are. Bytes stream through; what it keeps is bounded.
 */
export const mimeReader = () => {
  const parser = new MailParser({
    keepCidLinks: true,
    keepDeliveryStatus: true,
    skipTextToHtml: true,
    skipHtmlToText: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHeadSize
  } as ConstructorParameters<typeof MailParser>[0])
  // The names below are not in the declared types, but are what this exact version does.
  const internals = parser as unknown as Internals

  const processHeaders = internals.processHeaders.bind(parser)
  internals.processHeaders = (lines) =>
    processHeaders(lines === false ? lines : lines.filter(({ key }) => neededFields.has(key)))

  const createNode = internals.createNode.bind(parser)
  internals.createNode = (node) => {
    const part = createNode(node)
    const format = node.flowed ? (node.delSp ? "flowed-delsp" : "flowed") : "fixed"
    // Never "utf8" or "ascii", which mailparser would decode by itself.
    part.charset = `${format}:${part.charset ?? ""}`
    node.flowed = false
    return part
  }

  const budget = { bytes: maxTextBytes }
  internals.decoder = { decodeStream: (charset) => textDecoder(charset, budget) }
  return { parser, tree: () => internals.tree }
}

/** Collects the bytes of a text part, as far as the message's budget goes, and gives them on as UTF-8. */
const textDecoder = (kind: string, budget: { bytes: number }) => {
  const format = kind.slice(0, kind.indexOf(":"))
  const chunks: Array<Buffer> = []
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const kept = chunk.subarray(0, budget.bytes)
      budget.bytes -= kept.length
      if (kept.length > 0) chunks.push(kept)
      done()
    },
    flush(done) {
      const text = decodeText(Buffer.concat(chunks), kind.slice(format.length + 1))
      this.push(Buffer.from(format === "fixed" ? text : unflow(text, format === "flowed-delsp")))
      done()
    }
  })
}
