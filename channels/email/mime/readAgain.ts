import type { FileShelf } from "./FileShelf.ts"
import type { MimePart } from "./MimeReader.ts"

/** Bytes of all headers, and levels of nesting: more than anybody sends, but still quick to read. */
const limits = { maxHeadersSize: 4 * 1024 * 1024, maxNestingDepth: 250 }

/**
 * The fallback reader, postal-mime, for what mailparser rejects, such as headers of megabytes. Holds the whole message in
 * memory. Rejects if it cannot read it either.
 */
export const readAgain = async (bytes: Uint8Array, shelf: FileShelf): Promise<MimePart> => {
  // Loaded on demand, since it is rarely needed.
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
