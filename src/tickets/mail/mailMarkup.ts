/**
 * What people write into comments, as text and as HTML: paragraphs and line breaks as they are, and of Markdown only what
 * cannot be taken for anything else (`**bold**`, `` `code` ``, links, references to members and files, and `>` before what is
 * quoted). Whatever else there is stays as it was written.
 */
interface Token {
  readonly kind: "text" | "bold" | "code" | "link" | "name"
  readonly text: string
  readonly url?: string
}

/**
 * In this order: a member, a file, a link with a text, an address, code, bold. None goes on over a line's end, and what
 * stands in brackets holds none, so that a text is read once, whatever a stranger wrote into it.
 */
const inline =
  /@\[([^[\]\n]{1,200})\]\(mem_[0-9a-z]{26}\)|!?\[([^[\]\n]{0,300})\]\(attachment:att_[0-9a-z]{26}\)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|(https?:\/\/[^\s<>"']{1,2000})|`([^`\n]{1,1000})`|\*\*([^*\n]{1,1000})\*\*/g

/** What ends an address in running text without being part of it. */
const trailing = new Set(".,;:!?)]")

/** Character by character from the end: an expression would begin at every one of them. */
const withoutTrailing = (address: string): string => {
  let end = address.length
  while (trailing.has(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

/** Marks of one text that mean anything; a megabyte holds a third of a million. */
const mostMarks = 10_000

const tokensOf = (source: string): ReadonlyArray<Token> => {
  const text = source.replace(/\r\n?/g, "\n")
  const tokens: Array<Token> = []
  let end = 0
  const plain = (until: number) => {
    if (until > end) tokens.push({ kind: "text", text: text.slice(end, until) })
  }
  for (const match of text.matchAll(inline)) {
    if (tokens.length > mostMarks) break
    const [whole, member, file, label, target, address, code, bold] = match
    plain(match.index)
    end = match.index + whole.length
    if (member !== undefined) tokens.push({ kind: "name", text: member })
    else if (file !== undefined) tokens.push({ kind: "name", text: file === "" ? "(file)" : file })
    else if (target !== undefined) tokens.push({ kind: "link", text: label ?? target, url: target })
    else if (address !== undefined) {
      const url = withoutTrailing(address)
      tokens.push({ kind: "link", text: url, url })
      end -= address.length - url.length
    } else if (code !== undefined) tokens.push({ kind: "code", text: code })
    else tokens.push({ kind: "bold", text: bold ?? "" })
  }
  plain(text.length)
  return tokens
}

/** As plain text: links show where they lead, and marks that a reader needs stay. */
export const markupText = (source: string): string =>
  tokensOf(source)
    .map(({ kind, text, url }) => {
      if (kind === "bold") return `**${text}**`
      if (kind === "code") return `\`${text}\``
      return url === undefined || url === text ? text : `${text} (${url})`
    })
    .join("")

/** As HTML: paragraphs at empty lines, line breaks elsewhere, quotations as such. Everything is escaped. */
export const markupHtml = (source: string): string => blocksHtml(tokensOf(source).map(htmlOf).join(""), mostQuoted)

/** Quotations within quotations that are shown as such; deeper ones keep their marks. */
const mostQuoted = 5
/** What stands before a line that is quoted, in HTML. */
const quoteMark = /^&gt; ?/gm
/** Lines that are quoted and such that are not, by turns: `split` keeps the former. */
const quotedLines = /^((?:&gt;.*(?:\n|$))+)/m

/** Lines of HTML: those that are quoted, and between them paragraphs. */
const blocksHtml = (html: string, depth: number): string =>
  html
    .split(quotedLines)
    .map((part, at) => (at % 2 === 0 || depth === 0 ? paragraphsHtml(part) : quotationHtml(part, depth)))
    .filter((block) => block !== "")
    .join("\n")

const quotationHtml = (lines: string, depth: number) =>
  `<blockquote type="cite" style="margin:0 0 1em;padding:0 0 0 0.75em;border-left:2px solid">
${blocksHtml(lines.replace(quoteMark, ""), depth - 1)}
</blockquote>`

const paragraphsHtml = (html: string): string =>
  html
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map(
      (paragraph) => `<p style="margin:0 0 1em">${paragraph.replace(/^\n+|\n+$/g, "").replaceAll("\n", "<br>\n")}</p>`
    )
    .join("\n")

const htmlOf = ({ kind, text, url }: Token): string => {
  const escaped = escapeHtml(text)
  switch (kind) {
    case "bold":
      return `<strong>${escaped}</strong>`
    case "code":
      return `<code>${escaped}</code>`
    case "link":
      return `<a href="${escapeHtml(url ?? "")}">${escaped}</a>`
    default:
      return escaped
  }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
