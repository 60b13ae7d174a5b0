import { type Readable, Transform } from "node:stream"
import { MailParser } from "mailparser"
import { decodeText } from "./decodeText.ts"

/** A part of the message as mailparser builds it. Text is there once the message has been read. */
export interface MimePart {
  readonly contentType: string | false
  readonly textContent?: string | undefined
  readonly children: ReadonlyArray<MimePart>
}

/** What mailparser 3.9.31 keeps inside and does not declare; a test holds each of these names. */
interface Internals {
  readonly tree: MimePart | false
  decoder: { decodeStream(charset: string): Transform }
  createNode(node: unknown): { charset?: string | undefined }
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
 * leaves HTML, links and delivery reports as they are. Bytes stream through.
 */
export const mimeReader = () => {
  const parser = new MailParser({
    keepCidLinks: true,
    keepDeliveryStatus: true,
    skipTextToHtml: true,
    skipHtmlToText: true,
    skipTextLinks: true,
    skipImageLinks: true
  } as ConstructorParameters<typeof MailParser>[0])
  // The names below are not in the declared types, but are what this exact version does.
  const internals = parser as unknown as Internals
  const createNode = internals.createNode.bind(parser)
  internals.createNode = (node) => {
    const part = createNode(node)
    // Never "utf8" or "ascii", which mailparser would decode by itself.
    part.charset = `declared:${part.charset ?? ""}`
    return part
  }
  internals.decoder = { decodeStream: (charset) => charsetDecoder(charset.slice("declared:".length)) }
  return { parser, tree: () => internals.tree }
}

/** Collects the bytes of a text part and gives them on as UTF-8. */
const charsetDecoder = (charset: string) => {
  const chunks: Array<Buffer> = []
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
    flush(done) {
      this.push(Buffer.from(decodeText(Buffer.concat(chunks), charset)))
      done()
    }
  })
}
