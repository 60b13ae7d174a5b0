/**
 * A `Content-Disposition` that names a file (RFC 6266): in ASCII for every reader, and where that loses something also
 * in UTF-8 (RFC 8187). The name cannot end the header or leave its quotes.
 */
export const contentDisposition = (filename: string, kind: "attachment" | "inline"): string => {
  const name = filename.toWellFormed().normalize("NFC")
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_")
  return `${kind}; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encode(name)}`}`
}

/** Percent-encodes what is no `attr-char` of RFC 8187. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
