import { type Block, blocks } from "../../../../web/message/blocks.ts"
import type { Stretch } from "../../../../web/message/stretches.ts"

/** The team's markup, parsed as on the pages, but in one piece and with as many marks as a mail may have. */
const blocksOf = (source: string): ReadonlyArray<Block> =>
  blocks(source.replace(/\r\n?/g, "\n"), {
    isMarked: true,
    longestWhole: Number.POSITIVE_INFINITY,
    mostMarks: 10_000
  })

/** Markup as plain text: links show their targets, and marks that a reader needs stay. */
export const markupText = (source: string): string => blocksOf(source).map(textOf).join("")

const textOf = (block: Block): string => {
  if ("code" in block) return `\`\`\`\n${block.code}\n\`\`\`\n`
  if ("quoted" in block) return quotedText(block.quoted.map(textOf).join(""))
  return block.stretches.map(stretchText).join("")
}

const stretchText = ({ as, href, text }: Stretch): string => {
  if (as === "strong") return `**${text}**`
  if (as === "code") return `\`${text}\``
  return href === undefined || href === text ? text : `${text} (${href})`
}

const quotedText = (text: string): string => `> ${text.replace(/\n(?!$)/g, "\n> ")}`.replace(/^> $/gm, ">")

/** Markup as HTML: paragraphs at empty lines, line breaks elsewhere, quotations and code as such. Everything is escaped. */
export const markupHtml = (source: string): string => htmlOf(blocksOf(source))

const htmlOf = (all: ReadonlyArray<Block>): string =>
  all
    .map(blockHtml)
    .filter((html) => html !== "")
    .join("\n")

const blockHtml = (block: Block): string => {
  if ("code" in block)
    return `<pre style="margin:0 0 1em;white-space:pre-wrap"><code>${escapeHtml(block.code)}</code></pre>`
  if ("quoted" in block)
    return `<blockquote type="cite" style="margin:0 0 1em;padding:0 0 0 0.75em;border-left:2px solid">
${htmlOf(block.quoted)}
</blockquote>`
  return paragraphsHtml(block.stretches.map(stretchHtml).join(""))
}

const paragraphsHtml = (html: string): string =>
  html
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map(
      (paragraph) => `<p style="margin:0 0 1em">${paragraph.replace(/^\n+|\n+$/g, "").replaceAll("\n", "<br>\n")}</p>`
    )
    .join("\n")

const stretchHtml = ({ as, href, text }: Stretch): string => {
  const escaped = escapeHtml(text)
  if (as !== undefined) return `<${as}>${escaped}</${as}>`
  return href === undefined ? escaped : `<a href="${escapeHtml(href)}">${escaped}</a>`
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
