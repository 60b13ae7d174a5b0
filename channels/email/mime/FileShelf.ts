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

/** Files of one message that are kept one by one (docs/api.md, Limits); with more, the message itself is kept beside them. */
const maxFiles = 50
/** First bytes of an embedded message, in which it says its subject. */
const startBytes = 16 * 1024
/** Characters of its subject that it is named by. */
const maxSubject = 100

/** What a part says of the file that it is. */
export interface FileHead {
  readonly filename: string | undefined
  readonly contentType: string
  readonly disposition?: string | undefined
  readonly contentId?: string | undefined
}

/** A file before it has its name. */
export interface FoundFile extends FileHead {
  readonly size: number
  readonly sha256: string
  readonly content: MailFile["content"]
}

/** Where the files of a message are put while it is read: in memory, or beside the message when it is a file itself. */
export class FileShelf {
  readonly #folder: string | undefined
  #written = 0
  files: Array<FoundFile> = []
  /** How many files there was no room for. */
  leftOut = 0

  constructor({ folder, source }: RawMail) {
    this.#folder = "path" in source ? folder : undefined
  }

  /** Runs `read` on an empty shelf, and keeps what it found if `isBetter` says so. What was there stays in any case. */
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

  /** Keeps a file, or counts it as left out. */
  async keep(head: FileHead, content: Readable | Uint8Array): Promise<void> {
    // Those of this reading: one that was given up may still be storing a file when the next one has begun.
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

/** The bytes of a file. */
export const bytesOf = async ({ content }: FoundFile): Promise<Uint8Array> =>
  "bytes" in content ? content.bytes : readFile(content.path)

const toMemory = async (content: Readable): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  // A buffer of its own: it is handed over to another process, and must not take others with it.
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
