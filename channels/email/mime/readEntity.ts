import { once } from "node:events"
import { boundaryRepair } from "./boundaryRepair.ts"
import { decodeText } from "./decodeText.ts"
import type { FileShelf } from "./FileShelf.ts"
import { maxHeaderBytes } from "./HeaderFields.ts"
import { type MimeFile, type MimePart, mimeReader } from "./MimeReader.ts"
import { readAgain } from "./readAgain.ts"

/** The bytes of an entity, in chunks. */
export type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>

/** The text parts of a MIME entity. */
export interface Entity {
  readonly root: MimePart | undefined
  /** Whether parts were cut off. */
  readonly cut: boolean
}

/** A boundary followed by a header, which is in a text only if the reader did not recognize it. */
const leftBoundary = /^--\S[^\n]{0,200}\n(?:content-(?:type|transfer-encoding|disposition|id)[ \t]*:)/im

/**
 * Reads a MIME entity: returns its texts and puts its files on the shelf. If mailparser fails or leaves boundaries in a
 * text, postal-mime reads it again. Rejects if neither can.
 */
export const readEntity = async (open: () => Chunks, shelf: FileShelf, repairs: Set<string>): Promise<Entity> => {
  const again = async (): Promise<Entity> => {
    const repair = boundaryRepair()
    const pieces: Array<Buffer> = []
    for await (const chunk of open()) pieces.push(repair.push(chunk))
    const bytes = Buffer.concat([...pieces, repair.end()])
    return { root: await readAgain(bytes, shelf), cut: repair.cut }
  }
  /** A multipart in which no part was found is shown as text, unchanged, from below its header. */
  const asText = async (): Promise<Entity> => {
    repairs.add("its parts could not be separated, so it is shown as received")
    return { root: { contentType: "text/plain", textContent: await textBelowHeader(open()), children: [] }, cut: true }
  }
  let first: Entity
  try {
    first = await readOnce(open(), shelf, repairs)
  } catch (error) {
    repairs.add(
      `read by the fallback parser: ${error instanceof Error ? error.message.slice(0, 200) : "no reason given"}`
    )
    return (await shelf.instead(again, () => true)) ?? { root: undefined, cut: true }
  }
  const { root } = first
  if (root === undefined) return first
  if (isMultipart(root) && root.children.length === 0 && shelf.files.length === 0) return asText()
  if (root.children.length === 0 || !leavesBoundary(root)) return first
  const second = await shelf.instead(again, (files, before) => files > before)
  if (second !== undefined) repairs.add("read by the fallback parser: boundaries were left in the text")
  return second ?? first
}

const readOnce = async (chunks: Chunks, shelf: FileShelf, repairs: Set<string>): Promise<Entity> => {
  const repair = boundaryRepair()
  const { headOf, parser, tree } = mimeReader(repairs)
  const keep = async (file: MimeFile) => {
    const head = headOf(file)
    const { contentId, disposition, filename } = head ?? {}
    await shelf.keep({ filename, contentType: file.contentType, disposition, contentId }, file.content)
    // The next part arrives once this one is released.
    file.release()
  }
  const kept: Array<Promise<void>> = []
  // Events, because an iterator and a pipeline cause three errors for every message that is read to its end.
  const read = new Promise<void>((resolve, reject) => {
    parser.once("error", reject).once("end", resolve)
    parser.on("data", (item: MimeFile | { readonly type: "text" }) => {
      if (item.type === "text") return
      const keeping = keep(item)
      keeping.catch(reject)
      kept.push(keeping)
    })
  })
  const write = async () => {
    for await (const chunk of chunks)
      if (!parser.write(repair.push(chunk))) await Promise.race([once(parser, "drain"), read])
    parser.end(repair.end())
  }
  await Promise.all([read, write()])
  // The last file may still be on its way to the shelf.
  await Promise.all(kept)
  if (repair.mended > 0) repairs.add("part boundaries were repaired")
  const root = tree()
  return { root: root === false ? undefined : root, cut: repair.cut }
}

const leavesBoundary = ({ children, textContent = "" }: MimePart): boolean =>
  (textContent.includes("--") && leftBoundary.test(textContent)) || children.some(leavesBoundary)

const isMultipart = ({ contentType }: MimePart) => contentType !== false && /^multipart\//i.test(contentType)

/** Bytes below a header that are read as text. */
const maxBelow = 1024 * 1024

const textBelowHeader = async (chunks: Chunks): Promise<string> => {
  const pieces: Array<Buffer> = []
  let size = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    size += chunk.length
    if (size > maxHeaderBytes + maxBelow) break
  }
  const bytes = Buffer.concat(pieces)
  const [header = ""] = /^.*?(?:\r\n\r\n|\n\n|\r\r|$)/s.exec(bytes.toString("latin1")) ?? []
  return decodeText(bytes.subarray(header.length, header.length + maxBelow))
}
