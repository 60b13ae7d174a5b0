import { createHash, hash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { mediaTypeOf } from "../../../src/domain/mediaTypeOf.ts"
import { HeaderFields } from "./HeaderFields.ts"
import type { MailFile, RawMail } from "./Mail.ts"
import { oneLine } from "./oneLine.ts"

/** Files of a message stored separately; if there are more, so is the message (docs/channels/email.md, Text and files). */
const maxFiles = 50
/** First bytes of an embedded message that are searched for its subject. */
const startBytes = 16 * 1024
/** Characters of its subject that become its name. */
const maxSubject = 100

/** What a part's header says about its file. */
export interface FileHead {
  readonly filename: string | undefined
  readonly contentType: string
  readonly disposition?: string | undefined
  readonly contentId?: string | undefined
}

/** A file before it is given its name. */
export interface FoundFile extends FileHead {
  readonly size: number
  readonly sha256: string
  readonly content: MailFile["content"]
}

/** Holds the files of a message while it is read: in memory, or next to the message if that is in a file. */
export class FileShelf {
  readonly #folder: string | undefined
  #written = 0
  files: Array<FoundFile> = []
  /** The number of files that were left out for lack of room. */
  leftOut = 0

  constructor({ folder, source }: RawMail) {
    this.#folder = "path" in source ? folder : undefined
  }

  /** Runs `read` on an empty shelf, and keeps its result if `isBetter` says so; otherwise restores what was there. */
  async instead<A>(
    read: () => Promise<A>,
    isBetter: (files: number, before: number) => boolean
  ): Promise<A | undefined> {
    const { files, leftOut } = this
    this.files = []
    this.leftOut = 0
    const result = await read()
    if (isBetter(this.files.length, files.length)) return result
    this.files = files
    this.leftOut = leftOut
    return undefined
  }

  /** Stores a file, or counts it as left out. */
  async keep(head: FileHead, content: Readable | Uint8Array): Promise<void> {
    // The list of this reading: an abandoned one may still be storing a file after the next has begun.
    const { files } = this
    if (files.length >= maxFiles) {
      this.leftOut++
      return
    }
    const contentType = mediaTypeOf(head.contentType)
    const stored = await this.#store(content)
    const filename = head.filename ?? (contentType === "message/rfc822" ? embeddedName(stored.start) : undefined)
    const { sha256, size } = stored
    files.push({ ...head, filename, contentType, size, sha256, content: stored.content })
  }

  async #store(content: Readable | Uint8Array) {
    const path = this.#folder === undefined ? undefined : join(this.#folder, `${++this.#written}`)
    if (path !== undefined && !(content instanceof Uint8Array)) return toFile(content, path)
    const bytes = content instanceof Uint8Array ? content : await toMemory(content)
    if (path !== undefined) await writeFile(path, bytes, { flag: "wx", mode: 0o600 })
    return {
      size: bytes.byteLength,
      start: bytes.subarray(0, startBytes),
      sha256: hash("sha256", bytes),
      content: path === undefined ? { bytes } : { path }
    }
  }
}

/** The content of a file. */
export const bytesOf = async ({ content }: FoundFile): Promise<Uint8Array> =>
  "bytes" in content ? content.bytes : readFile(content.path)

const toMemory = async (content: Readable): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  // A separate buffer: it is transferred to another process, and must not take other data along.
  return new Uint8Array(Buffer.concat(chunks))
}

const toFile = async (content: Readable, path: string) => {
  const digest = createHash("sha256")
  let size = 0
  let start: Uint8Array | undefined
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      digest.update(chunk)
      size += chunk.byteLength
      start ??= chunk.subarray(0, startBytes)
      done(null, chunk)
    }
  })
  await pipeline(content, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }))
  return { size, start: start ?? new Uint8Array(), sha256: digest.digest("hex"), content: { path } }
}

const embeddedName = (start: Uint8Array): string | undefined => {
  const subject = oneLine(new HeaderFields(start).text("subject"), maxSubject)
  return subject === "" ? undefined : `${subject}.eml`
}
