import { decodeEntities } from "./entities.ts"
import { Lists } from "./Lists.ts"
import { tagAttribute } from "./tagAttribute.ts"

/** Characters of HTML that are read; a longer page is cut. */
export const maxHtml = 2 * 1024 * 1024
/** Links whose addresses are written out. */
const maxLinks = 5_000
/** Nesting levels of quotes that are marked. */
const maxDepth = 10

const blocks = new Set(
  "address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul".split(
    " "
  )
)
/** Blocks that are set off by an empty line. */
const spaced = new Set("blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "))
/** Elements whose content is not text for people. */
export const silent = new Set(["script", "style", "title", "template"])

/**
 * Converts HTML email to text for people: paragraphs, lists, links with their addresses, quotes as `> `. One pass over the
 * input, whatever it contains; broken markup becomes text.
 */
export const htmlToText = (html: string): string => {
  const input = html.slice(0, maxHtml)
  const page = new Page()
  const lists = new Lists(input)
  let lower: string | undefined
  let links = 0
  let link: { readonly href: string; readonly from: number } | undefined
  let at = 0
  while (at < input.length) {
    const open = input.indexOf("<", at)
    page.text(input.slice(at, open === -1 ? input.length : open))
    if (open === -1) break
    if (input.startsWith("<!--", open)) {
      const end = input.indexOf("-->", open + 4)
      if (end === -1) break
      at = end + 3
      continue
    }
    const end = /[a-z/!?]/i.test(input[open + 1] ?? "") ? input.indexOf(">", open) : open
    if (end === -1) {
      page.text(input.slice(open))
      break
    }
    if (end === open) {
      page.text("<")
      at = open + 1
      continue
    }
    const tag = input.slice(open + 1, end)
    at = end + 1
    const name = /^\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase()
    if (name === undefined) continue
    const closes = tag.startsWith("/")
    if (silent.has(name) && !closes) {
      lower ??= input.toLowerCase()
      const after = lower.indexOf(`</${name}`, at)
      if (after === -1) break
      at = after
      continue
    }
    if (name === "br") page.line()
    else if (name === "img") page.text(tagAttribute(tag, "alt").trim())
    else if (name === "a") {
      if (link !== undefined) page.link(link.href, link.from)
      link = undefined
      const href = closes ? "" : tagAttribute(tag, "href").trim()
      if (/^(?:https?|mailto):/i.test(href) && links++ < maxLinks) link = { href, from: page.position }
    } else if (name === "td" || name === "th") page.space()
    else if (blocks.has(name)) {
      if (closes || !page.isAtMark || name === "blockquote") page.block(spaced.has(name))
      if (name === "ul" || name === "ol") lists.change(closes ? undefined : tag, at)
      if (name === "blockquote") page.quote(closes ? -1 : 1)
      if (name === "pre") page.preformatted = !closes
      if (name === "li" && !closes) page.item(lists.mark(tag))
      if (name === "hr") page.text("---")
      if (name === "hr") page.block(false)
    }
  }
  return page.toString()
}

/** Lays out text: white space collapses, blocks start new lines, quotes are marked. */
class Page {
  readonly #parts: Array<string> = []
  #newlines = 0
  #space = false
  #depth = 0
  /** The quote depth of the last written line. */
  #lineDepth = 0
  preformatted = false
  /**
   * Whether only the marker of a list item has been written: a block that starts there starts no new line, except for a
   * quote, whose marks have to be at the start of a line.
   */
  isAtMark = false

  get position() {
    return this.#parts.length
  }

  text(raw: string) {
    if (raw === "") return
    const text = decodeEntities(raw)
    if (this.preformatted) {
      this.#preformattedText(text)
      return
    }
    const words = text.replace(/[\s\u200b\u200c\u00ad]+/g, " ")
    if (words.startsWith(" ")) this.space()
    const trimmed = words.trim()
    if (trimmed === "") return
    this.#write(trimmed)
    if (words.endsWith(" ")) this.space()
  }

  #preformattedText(text: string) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) this.line()
      if (line !== "") this.#write(line)
    }
  }

  space() {
    this.#space = true
  }

  line() {
    this.#newlines = Math.min(this.#newlines + 1, 2)
    this.#space = false
  }

  block(isSpaced: boolean) {
    this.#newlines = Math.max(this.#newlines, isSpaced ? 2 : 1)
    this.#space = false
  }

  item(mark: string) {
    this.block(false)
    this.#write(mark)
    this.space()
    this.isAtMark = true
  }

  quote(change: 1 | -1) {
    this.#depth = Math.max(0, this.#depth + change)
  }

  /** Writes a link's address after its text, which began at `from`, unless the text already contains it. */
  link(href: string, from: number) {
    const label = this.#parts
      .slice(from, from + 50)
      .join("")
      .trim()
    const target = href.replace(/^mailto:/i, "")
    if (label !== "" && !target.includes(label.replace(/^https?:\/\//, "").replace(/\/$/, "")))
      this.#write(` (${target})`)
  }

  #write(text: string) {
    if (this.#parts.length === 0) this.#parts.push(mark(this.#depth))
    else if (this.#newlines > 0) {
      const empty = `\n${mark(Math.min(this.#depth, this.#lineDepth)).trimEnd()}`.repeat(this.#newlines - 1)
      this.#parts.push(`${empty}\n${mark(this.#depth)}`)
    } else if (this.#space) this.#parts.push(" ")
    this.#lineDepth = this.#depth
    this.#newlines = 0
    this.#space = false
    this.isAtMark = false
    this.#parts.push(text)
  }

  toString() {
    return this.#parts.join("")
  }
}

const mark = (depth: number) => "> ".repeat(Math.min(depth, maxDepth))
