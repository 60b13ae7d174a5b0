import { bytesOf, type FileShelf, type FoundFile } from "./FileShelf.ts"
import type { MimePart } from "./MimeReader.ts"
import { oneLine } from "./oneLine.ts"
import { readEntity } from "./readEntity.ts"
import { readTnef } from "./readTnef.ts"
import { unwrapSigned } from "./unwrapSigned.ts"

/** Levels of nested signatures and containers that are opened. */
const maxDepth = 3
/** Bytes. The largest container that is opened in memory. */
const maxBytes = 40 * 1024 * 1024
/** Characters of the id by which the HTML refers to a file. */
const maxContentId = 255

/** What was found in files that contain further email. */
export interface Unpacked {
  readonly parts: Array<MimePart>
  /** Whether a part is encrypted, so that only its sender and recipient can read it. */
  encrypted: boolean
  cut: boolean
}

/**
 * Opens files that wrap email: Exchange's winmail.dat, and opaquely signed S/MIME. Their contents are added to the shelf
 * and to `unpacked`; the file itself stays, too.
 */
export const unpackFiles = async (
  shelf: FileShelf,
  from: number,
  unpacked: Unpacked,
  repairs: Set<string>,
  depth = 0
): Promise<void> => {
  for (const file of shelf.files.slice(from)) {
    if (file.size > maxBytes || depth >= maxDepth) continue
    if (isTnef(file)) await unpackTnef(file, shelf, unpacked, repairs)
    else if (isSmime(file)) await unpackSmime(file, shelf, unpacked, repairs, depth)
  }
}

const isTnef = ({ contentType, filename = "" }: FoundFile) =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(contentType) || /^winmail\.dat$/i.test(filename)

const isSmime = ({ contentType, filename = "" }: FoundFile) =>
  /^application\/(?:x-)?pkcs7-mime$/.test(contentType) ||
  (contentType === "application/octet-stream" && /^smime\.p7m$/i.test(filename))

const unpackTnef = async (file: FoundFile, shelf: FileShelf, { parts }: Unpacked, repairs: Set<string>) => {
  const content = readTnef(await bytesOf(file))
  if (content === undefined) return
  repairs.add("winmail.dat was unpacked")
  for (const { bytes, contentId, contentType, filename } of content.files) {
    const head = {
      filename,
      contentId: contentId === undefined ? undefined : oneLine(contentId, maxContentId).replace(/^<|>$/g, ""),
      contentType: contentType ?? typeOf(filename)
    }
    await shelf.keep(head, bytes.slice())
  }
  parts.push({
    contentType: "multipart/alternative",
    children: [leaf("text/plain", content.text), leaf("text/html", content.html)]
  })
  if (content.rtf !== undefined && content.text.trim() === "" && content.html.trim() === "")
    await shelf.keep({ filename: "message.rtf", contentType: "application/rtf" }, content.rtf.slice())
}

const unpackSmime = async (
  file: FoundFile,
  shelf: FileShelf,
  unpacked: Unpacked,
  repairs: Set<string>,
  depth: number
) => {
  const signed = unwrapSigned(await bytesOf(file))
  if (signed === undefined) {
    unpacked.encrypted = true
    return
  }
  if (signed.length === 0) return
  repairs.add("the content of an opaque signature was read")
  const from = shelf.files.length
  const { cut, root } = await readEntity(() => [Buffer.from(signed)], shelf, repairs)
  unpacked.cut ||= cut
  if (root !== undefined) unpacked.parts.push(root)
  await unpackFiles(shelf, from, unpacked, repairs, depth + 1)
}

const leaf = (contentType: string, textContent: string): MimePart => ({ contentType, textContent, children: [] })

const types: Record<string, string> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  txt: "text/plain",
  csv: "text/csv",
  zip: "application/zip",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
}

/** A file's content type, judged by its name alone. */
export const typeOf = (filename = ""): string =>
  types[filename.slice(filename.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream"
