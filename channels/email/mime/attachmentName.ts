import { oneLine } from "./oneLine.ts"

/** Bytes of UTF-8 that a file name may take on common file systems. */
const maxBytes = 255

/** What a nameless part is called, by its type; `.bin` for every other. */
const extensions: Record<string, string> = {
  "message/rfc822": "eml",
  "message/delivery-status": "txt",
  "text/plain": "txt",
  "text/html": "html",
  "text/calendar": "ics",
  "text/csv": "csv",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/json": "json",
  "application/pkcs7-signature": "p7s",
  "application/pgp-signature": "asc"
}

/**
 * A file name that is safe to show and to save: NFC, no separators, control or direction characters, at most 255
 * bytes, and not among `taken`. `number` names a nameless file.
 */
export const attachmentName = (
  given: string | undefined,
  contentType: string,
  number: number,
  taken: ReadonlySet<string>
): string => {
  const clean = oneLine((given ?? "").normalize("NFC").replace(/[/\\]+/g, "_")).replace(/^\.+/, "")
  const name = clean === "" ? `attachment-${number}.${extensions[contentType] ?? "bin"}` : clean
  const dot = name.lastIndexOf(".")
  const [stem, extension] = dot > 0 && name.length - dot <= 20 ? [name.slice(0, dot), name.slice(dot)] : [name, ""]
  for (let copy = 1; ; copy++) {
    const tail = copy === 1 ? extension : ` (${copy})${extension}`
    const candidate = `${cutToBytes(stem, maxBytes - Buffer.byteLength(tail))}${tail}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

/** As much of `text` as fits into `bytes` bytes of UTF-8, without cutting a character. */
export const cutToBytes = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read)
