import { hash } from "node:crypto"
import { createReadStream } from "node:fs"
import { attachmentName } from "./attachmentName.ts"
import { bodyText, rawTexts, saysSomething, writtenText } from "./bodyText.ts"
import { decodeText } from "./decodeText.ts"
import { bytesOf, FileShelf, type FoundFile } from "./FileShelf.ts"
import { htmlPage } from "./htmlPage.ts"
import { invitationText } from "./invitationText.ts"
import { endsLinesWithCr, withLineFeeds } from "./lineEnds.ts"
import type { MailBody, MailFile, RawMail } from "./Mail.ts"
import type { MimePart } from "./MimeReader.ts"
import { oneLine } from "./oneLine.ts"
import { type Chunks, readEntity } from "./readEntity.ts"
import { startOf } from "./startOf.ts"
import { strayText } from "./strayText.ts"
import { takeArmoured } from "./takeArmoured.ts"
import { typeOf, type Unpacked, unpackFiles } from "./unpackFiles.ts"
import { takeUuencoded } from "./uuencode.ts"

const encrypted = "This message is encrypted and cannot be read here. It is attached as received."
/** In a message that was cut off, the number of further files is unknown. */
const leftOut = (files: number, isCut: boolean) =>
  `${isCut ? "More files are" : files === 1 ? "One more file is" : `${files} more files are`} in message.eml, which is attached.`

/** The body of a message, and its HTML as received, which is not safe to show. */
export interface ReadMail {
  readonly body: MailBody
  readonly page: string | undefined
}

/** Reads the body of a message. Rejects if it is not readable MIME. */
export const readBody = async (mail: RawMail): Promise<ReadMail> => {
  const repairs = new Set<string>()
  const shelf = new FileShelf(mail)
  const start = await startOf(mail.source)
  const isMended = endsLinesWithCr(start)
  if (isMended) repairs.add("its lines ended with a bare CR")
  const stray = isMended ? "" : strayText(start)
  if (stray !== "") repairs.add("no empty line separated its header from its text")
  const { cut, root } = await readEntity(() => (isMended ? withLineFeeds(source(mail)) : source(mail)), shelf, repairs)
  const unpacked: Unpacked = { parts: [], encrypted: root?.contentType === "multipart/encrypted", cut }
  await unpackFiles(shelf, 0, unpacked, repairs)
  const first: MimePart = { contentType: "text/plain", textContent: stray, children: [] }
  const found = [...(stray === "" ? [] : [first]), ...(root === undefined ? [] : [root]), ...unpacked.parts]
  const texts = await withoutUuencoded(found, shelf, repairs)
  const whole: MimePart = { contentType: "multipart/mixed", children: texts }

  const isEncrypted = unpacked.encrypted || shelf.files.some(isVersion)
  const hashed = contentHash(rawTexts(whole), shelf.files)
  const written = takeArmoured(writtenText(whole))
  const said = saysSomething(written.text) ? written.text : await invitationIn(shelf.files)
  for (const { armour, contentType, filename } of written.files)
    await shelf.keep({ filename, contentType }, new Uint8Array(Buffer.from(armour)))
  if (written.files.length > 0) repairs.add("PGP-armored data was moved from the text into files")

  const notes = [
    ...(isEncrypted ? [encrypted] : []),
    ...(shelf.leftOut > 0 ? [leftOut(shelf.leftOut, unpacked.cut)] : [])
  ]
  const text = bodyText(whole, said, notes)
  const page = htmlPage(whole)
  return {
    page,
    body: {
      text: text.text,
      files: namedFiles(shelf.files, imagesOf(page)),
      incomplete: text.cut || unpacked.cut || shelf.leftOut > 0,
      // They may contain a sender's text, such as the name of a charset.
      repairs: [...repairs].slice(0, 20).map((repair) => oneLine(repair)),
      contentHash: hashed
    }
  }
}

const source = ({ source }: RawMail): Chunks =>
  "path" in source ? createReadStream(source.path) : slices(source.bytes)

/** Splits a message in memory into chunks, so that the parser yields between them. */
function* slices(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536))
}

/** Returns the parts without uuencoded files, which it moves from their texts to the shelf. */
const withoutUuencoded = (
  parts: ReadonlyArray<MimePart>,
  shelf: FileShelf,
  repairs: Set<string>
): Promise<ReadonlyArray<MimePart>> =>
  Promise.all(
    parts.map(async (part): Promise<MimePart> => {
      const children = await withoutUuencoded(part.children, shelf, repairs)
      const { contentType, textContent } = part
      if (contentType !== "text/plain" || textContent === undefined) return { contentType, textContent, children }
      const { files, text } = takeUuencoded(textContent)
      if (files.length > 0) repairs.add("uuencoded files were extracted from the text")
      for (const { bytes, filename } of files) await shelf.keep({ filename, contentType: typeOf(filename) }, bytes)
      return { contentType, textContent: text, children }
    })
  )

/** The files with unique names. An invitation that is both an alternative to the text and a file appears once. */
const namedFiles = (found: ReadonlyArray<FoundFile>, images: ReadonlySet<string>): ReadonlyArray<MailFile> => {
  const calendars = new Set(
    found.flatMap((file) => (isCalendar(file) && file.filename !== undefined ? [file.sha256] : []))
  )
  const taken = new Set<string>()
  return found
    .filter(
      (file) => !isVersion(file) && !(isCalendar(file) && file.filename === undefined && calendars.has(file.sha256))
    )
    .map(({ contentId, contentType, disposition, filename, ...file }, index) => {
      const name = attachmentName(filename, contentType, index + 1, taken)
      taken.add(name.toLowerCase())
      return {
        ...file,
        filename: name,
        contentType,
        inline: contentId !== undefined && images.has(contentId.toLowerCase()),
        ...(disposition === undefined || disposition === "" ? {} : { disposition }),
        ...(contentId === undefined || contentId === "" ? {} : { contentId })
      }
    })
}

/**
 * Whether a part is the "Version: 1" part of an encrypted message (RFC 3156, 4), which announces the encrypted part,
 * wherever a mail system has moved it.
 */
const isVersion = ({ contentType, size }: FoundFile) => contentType === "application/pgp-encrypted" && size <= 32

const isCalendar = ({ contentType }: FoundFile) => /^(?:text\/calendar|application\/ics)$/.test(contentType)

/** The text of the first invitation, for an email without text of its own. */
const invitationIn = async (files: ReadonlyArray<FoundFile>): Promise<string> => {
  const invitation = files.find(isCalendar)
  return invitation === undefined ? "" : invitationText(decodeText(await bytesOf(invitation)))
}

/** Content ids that the HTML refers to, in lower case. */
const imagesOf = (page = ""): ReadonlySet<string> =>
  new Set([...page.matchAll(/\bcid:([^'"\s<>)]{1,255})/gi)].map(([, id = ""]) => unescaped(id).toLowerCase()))

const unescaped = (id: string): string => {
  try {
    return decodeURIComponent(id.replaceAll("&amp;", "&"))
  } catch {
    // Not an escaped id, so it is taken literally.
    return id
  }
}

const contentHash = (texts: ReadonlyArray<string>, files: ReadonlyArray<FoundFile>): Uint8Array => {
  const pieces = [...texts.map((text) => `${Buffer.byteLength(text)}:${text}`), ...files.map(({ sha256 }) => sha256)]
  return new Uint8Array(hash("sha256", pieces.join(""), "buffer"))
}
