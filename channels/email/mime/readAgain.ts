import type { FileShelf } from "./FileShelf.ts"
import type { MimePart } from "./MimeReader.ts"

/** Bytes of all headers, and multiparts within each other: more than anybody sends, and soon read. */
const limits = { maxHeadersSize: 4 * 1024 * 1024, maxNestingDepth: 250 }

/**
 * The second reader, postal-mime: it takes what mailparser gives up on, such as headers of megabytes. It holds the whole
 * message. Rejects when it cannot read it either.
 */
export const readAgain = async (bytes: Uint8Array, shelf: FileShelf): Promise<MimePart> => {
  // Loaded when it is needed, which is seldom.
  const { default: PostalMime } = await import("postal-mime")
  const mail = await PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true })
  for (const { content, contentId, disposition, filename, mimeType } of mail.attachments) {
    await shelf.keep(
      {
        filename: filename ?? undefined,
        contentType: mimeType,
        disposition: disposition ?? undefined,
        contentId: contentId?.replace(/^<|>$/g, "")
      },
      typeof content === "string" ? Buffer.from(content) : new Uint8Array(content)
    )
  }
  return {
    contentType: "multipart/alternative",
    children: [leaf("text/plain", mail.text), leaf("text/html", mail.html)]
  }
}

const leaf = (contentType: string, textContent = ""): MimePart => ({ contentType, textContent, children: [] })
