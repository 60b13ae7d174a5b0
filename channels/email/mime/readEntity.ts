import type { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { boundaryRepair } from "./boundaryRepair.ts"
import type { FileShelf } from "./FileShelf.ts"
import { type MimeFile, type MimePart, mimeReader } from "./MimeReader.ts"
import { readAgain } from "./readAgain.ts"

/** The texts of a MIME entity. */
export interface Entity {
  readonly root: MimePart | undefined
  /** Parts were cut off. */
  readonly cut: boolean
}

/** A line between parts, with a header behind it: in a text only when the reader did not see what it was. */
const leftBoundary = /^--\S[^\n]{0,200}\n(?:content-(?:type|transfer-encoding|disposition|id)[ \t]*:)/im

/**
 * Reads a MIME entity: its texts are returned, its files go to the shelf. Where mailparser fails, or leaves boundaries in
 * a text, postal-mime reads it again. Rejects when neither can.
 */
export const readEntity = async (open: () => Readable, shelf: FileShelf, repairs: Set<string>): Promise<Entity> => {
  const again = async (): Promise<Entity> => {
    const { report, stream } = boundaryRepair()
    const [bytes] = await Promise.all([buffer(stream), pipeline(open(), stream)])
    return { root: await readAgain(bytes, shelf), cut: report.cut }
  }
  let first: Entity
  try {
    first = await readOnce(open(), shelf, repairs)
  } catch (error) {
    repairs.add(
      `read by the second reader: ${error instanceof Error ? error.message.slice(0, 200) : "no reason given"}`
    )
    return (await shelf.instead(again, () => true)) ?? { root: undefined, cut: true }
  }
  if (first.root === undefined || first.root.children.length === 0 || !leavesBoundary(first.root)) return first
  const second = await shelf.instead(again, (files, before) => files > before)
  if (second !== undefined) repairs.add("read by the second reader: boundaries were left in the text")
  return second ?? first
}

const readOnce = async (source: Readable, shelf: FileShelf, repairs: Set<string>): Promise<Entity> => {
  const { report, stream } = boundaryRepair()
  const { headOf, parser, tree } = mimeReader(repairs)
  const failed = new Promise<never>((_, reject) => parser.once("error", reject))
  const collect = async () => {
    for await (const item of parser as AsyncIterable<MimeFile | { readonly type: "text" }>) {
      if (item.type === "text") continue
      const head = headOf(item)
      await shelf.keep(
        {
          filename: head?.filename,
          contentType: item.contentType,
          disposition: head?.disposition,
          contentId: head?.contentId
        },
        item.content
      )
      item.release()
    }
  }
  await Promise.race([Promise.all([collect(), pipeline(source, stream, parser, { end: true })]), failed])
  if (report.mended > 0) repairs.add("boundaries of parts were mended")
  const root = tree()
  return { root: root === false ? undefined : root, cut: report.cut }
}

const leavesBoundary = ({ children, textContent = "" }: MimePart): boolean =>
  (textContent.includes("--") && leftBoundary.test(textContent)) || children.some(leavesBoundary)
