import { oneLine } from "./oneLine.ts"

/** Bytes of UTF-8 that common file systems allow in a file name. */
const maxBytes = 255

/** Names of unnamed parts that programs look for by name. */
const names: Record<string, string> = {
  "text/calendar": "invite.ics",
  "text/x-vcalendar": "invite.vcs",
  "application/ics": "invite.ics",
  "application/ms-tnef": "winmail.dat",
  "application/vnd.ms-tnef": "winmail.dat",
  "application/pkcs7-mime": "smime.p7m",
  "application/x-pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/x-pkcs7-signature": "smime.p7s",
  "application/pgp-signature": "signature.asc"
}

/** Extensions of other unnamed parts, by content type; `.bin` if it is not listed. */
const extensions: Record<string, string> = {
  "message/rfc822": "eml",
  "message/delivery-status": "txt",
  "message/disposition-notification": "txt",
  "message/global": "eml",
  "message/feedback-report": "txt",
  "text/rfc822-headers": "txt",
  "text/plain": "txt",
  "text/html": "html",
  "text/csv": "csv",
  "text/markdown": "md",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/heic": "heic",
  "image/tiff": "tif",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/mpeg": "mp3",
  "audio/amr": "amr",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/3gpp": "3gp",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/json": "json",
  "application/rtf": "rtf"
}

/**
 * Returns a file name that is safe to show and to save: in NFC, without characters that are special to a file system or
 * shell, without control or bidirectional characters, at most 255 bytes long, and not in `taken`. `number` names an unnamed
 * file.
 */
export const attachmentName = (
  given: string | undefined,
  contentType: string,
  number: number,
  taken: ReadonlySet<string>
): string => {
  const clean = oneLine((given ?? "").normalize("NFC").replace(/[/\\:"<>|*?]+/g, "_"))
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .normalize("NFC")
  const name = clean === "" ? (names[contentType] ?? `attachment-${number}.${extensions[contentType] ?? "bin"}`) : clean
  const dot = name.lastIndexOf(".")
  const [stem, extension] = dot > 0 && name.length - dot <= 20 ? [name.slice(0, dot), name.slice(dot)] : [name, ""]
  for (let copy = 1; ; copy++) {
    const tail = copy === 1 ? extension : ` (${copy})${extension}`
    const candidate = `${cutToBytes(stem, maxBytes - Buffer.byteLength(tail))}${tail}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

/** As much of `text` as fits into `bytes` bytes of UTF-8, in whole characters. */
export const cutToBytes = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read)
