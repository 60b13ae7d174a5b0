import type { MimePart } from "./MimeReader.ts"

/** The message as HTML, not yet sanitized, with its plain text parts in between; `undefined` if it has no HTML. */
export const htmlPage = (root: MimePart): string | undefined => {
  const pieces = shown(root)
  return pieces.some(({ rich }) => rich) ? pieces.map(({ html }) => html).join("\n") : undefined
}

interface Piece {
  readonly html: string
  readonly rich: boolean
}

const shown = (part: MimePart): ReadonlyArray<Piece> => {
  const { children, contentType, textContent = "" } = part
  if (children.length === 0) {
    if (textContent.trim() === "") return []
    if (contentType === "text/html") return [{ html: textContent, rich: true }]
    return contentType === "text/plain" ? [{ html: `<pre>${escaped(textContent)}</pre>`, rich: false }] : []
  }
  const pieces = children.map(shown).filter(({ length }) => length > 0)
  if (contentType !== "multipart/alternative") return pieces.flat()
  return pieces.findLast((alternative) => alternative.some(({ rich }) => rich)) ?? pieces.at(-1) ?? []
}

const escaped = (text: string) => text.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
