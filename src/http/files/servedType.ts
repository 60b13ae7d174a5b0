/** type/subtype of RFC 6838, 4.2, without parameters. */
export const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i

/** The type that a file is served as: the declared one, unless a mail declared an invalid one. */
export const servedType = (declared: string): string =>
  mediaType.test(declared) ? declared : "application/octet-stream"

/** Types that browsers may show in place, by how their files begin. None of them can contain scripts. */
const beginnings: { readonly [type: string]: (text: string) => boolean } = {
  "image/png": (text) => text.startsWith("\x89PNG\r\n\x1a\n"),
  "image/jpeg": (text) => text.startsWith("\xff\xd8\xff"),
  "image/gif": (text) => text.startsWith("GIF87a") || text.startsWith("GIF89a"),
  "image/webp": (text) => text.startsWith("RIFF") && text.startsWith("WEBP", 8),
  "application/pdf": (text) => text.startsWith("%PDF-")
}

/**
 * The type for an object store, which sends no `nosniff`: pictures and PDFs keep theirs, and anything else is plain bytes,
 * so that browsers never take it for a page or a script.
 */
export const storeType = (declared: string): string =>
  Object.hasOwn(beginnings, declared.toLowerCase()) ? declared.toLowerCase() : "application/octet-stream"

/** Bytes at the start of a file that identify its type. */
export const signatureLength = 16

/** The type of a picture that browsers can show, from its first bytes alone. */
export const pictureType = (start: Uint8Array): string | undefined => {
  const text = Buffer.from(start.subarray(0, signatureLength)).toString("latin1")
  return Object.keys(beginnings).find((type) => type.startsWith("image/") && beginnings[type]?.(text) === true)
}

/** The type as which a file may be shown in place: the declared one, if its first bytes match. */
export const inlineType = (declared: string, start: Uint8Array): string | undefined => {
  const type = declared.toLowerCase()
  return Object.hasOwn(beginnings, type) && beginnings[type]?.(Buffer.from(start).toString("latin1")) === true
    ? type
    : undefined
}
