import { createHash, type Hash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { attachmentName } from "./attachmentName.ts"
import { bodyText, rawTexts } from "./bodyText.ts"
import { boundaryRepair } from "./boundaryRepair.ts"
import { HeaderFields } from "./HeaderFields.ts"
import type { MailBody, MailFile, RawMail } from "./Mail.ts"
import { type MimeFile, mimeReader } from "./MimeReader.ts"
import { oneLine } from "./oneLine.ts"

/** Files of one message that are kept one by one; with more, the message itself is kept beside them. */
const maxFiles = 100

type FoundFile = Omit<MailFile, "inline">

/** Reads the body of a message. Rejects when it is not MIME that anybody could read. */
export const readBody = async (mail: RawMail): Promise<MailBody> => {
  const { parser, tree } = mimeReader()
  const failed = new Promise<never>((_, reject) => parser.once("error", reject))
  const files = collectFiles(mail, parser as AsyncIterable<MimeFile | { readonly type: "text" }>)
  const fed = pipeline(source(mail), boundaryRepair(), parser, { end: true })
  const found = await Promise.race([Promise.all([files, fed]).then(([collected]) => collected), failed])

  const root = tree()
  const body = root === false ? { text: "", cut: false } : bodyText(root)
  const texts = root === false ? [] : rawTexts(root)
  const inlined = referencedImages(texts)
  return {
    text: body.text,
    files: found.files.map((file) => ({
      ...file,
      inline: file.contentId !== undefined && inlined.has(file.contentId)
    })),
    incomplete: body.cut || found.leftOut,
    contentHash: contentHash(texts, found.files)
  }
}

const source = ({ source }: RawMail): Readable =>
  "path" in source ? createReadStream(source.path) : Readable.from(slices(source.bytes), { objectMode: false })

/** A message in memory is handed over in pieces, so that the parser takes breaths. */
function* slices(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536))
}

const collectFiles = async (mail: RawMail, items: AsyncIterable<MimeFile | { readonly type: "text" }>) => {
  const files: Array<FoundFile> = []
  const names = new Set<string>()
  let leftOut = false
  for await (const item of items) {
    if (item.type === "text") continue
    if (files.length < maxFiles) {
      const file = await readFile(mail, item, files.length + 1, names)
      names.add(file.filename.toLowerCase())
      files.push(file)
    } else leftOut = true
    item.release()
  }
  return { files, leftOut }
}

const readFile = async (
  mail: RawMail,
  item: MimeFile,
  number: number,
  names: ReadonlySet<string>
): Promise<FoundFile> => {
  const contentType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(item.contentType)
    ? item.contentType.toLowerCase()
    : "application/octet-stream"
  const hash = createHash("sha256")
  const stored =
    "path" in mail.source ? await toFile(item, join(mail.folder, `${number}`), hash) : await toMemory(item, hash)
  const given =
    contentType === "message/rfc822" && item.filename === undefined ? embeddedName(stored.start) : item.filename
  const contentId = item.cid === undefined ? "" : oneLine(item.cid, 255)
  return {
    filename: attachmentName(given, contentType, number, names),
    contentType,
    size: stored.size,
    sha256: hash.digest("hex"),
    ...(contentId === "" ? {} : { contentId }),
    content: stored.content
  }
}

interface StoredFile {
  readonly content: MailFile["content"]
  readonly size: number
  /** The first bytes, in which an embedded message says its subject. */
  readonly start: Uint8Array
}

const toMemory = async (item: MimeFile, hash: Hash): Promise<StoredFile> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of item.content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  // A buffer of its own: it is handed over to another process, and must not take others with it.
  const bytes = new Uint8Array(Buffer.concat(chunks))
  return { content: { bytes }, size: bytes.byteLength, start: bytes.subarray(0, 16_384) }
}

const toFile = async (item: MimeFile, path: string, hash: Hash): Promise<StoredFile> => {
  let size = 0
  let start: Buffer | undefined
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.byteLength
      start ??= chunk.subarray(0, 16_384)
      done(null, chunk)
    }
  })
  await pipeline(item.content, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }))
  return { content: { path }, size, start: start ?? new Uint8Array() }
}

const embeddedName = (start: Uint8Array): string | undefined => {
  const subject = new HeaderFields(start).text("subject").slice(0, 100)
  return subject === "" ? undefined : `${subject}.eml`
}

/** Content ids that the HTML shows as images. */
const referencedImages = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => [...text.matchAll(/\bcid:([^'"\s<>)]{1,255})/gi)].map(([, id = ""]) => unescaped(id)))
  )

const unescaped = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    // Not an escaped id: it is meant as it stands.
    return id
  }
}

const contentHash = (texts: ReadonlyArray<string>, files: ReadonlyArray<FoundFile>): Uint8Array => {
  const hash = createHash("sha256")
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text)
  for (const file of files) hash.update(file.sha256)
  return new Uint8Array(hash.digest())
}
