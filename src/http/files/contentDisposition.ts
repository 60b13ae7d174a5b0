/**
 * A `Content-Disposition` with a filename (RFC 6266): in ASCII for all clients, and also in UTF-8 (RFC 8187) if ASCII cannot
 * represent it. The name cannot leave its quotes or end the header.
 */
export const contentDisposition = (filename: string, kind: "attachment" | "inline"): string => {
  const name = filename.toWellFormed().normalize("NFC")
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_")
  return `${kind}; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encode(name)}`}`
}

/** Percent-encodes everything that is no `attr-char` of RFC 8187. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
