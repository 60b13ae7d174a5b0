import { htmlTokens } from "./htmlTokens.ts"
import { type Role, roleOf } from "./quoteContainers.ts"
import { plain } from "./replyLines.ts"

/** Letters by which the beginning of a quote is located in the text. */
export const keyLength = 64

/** The first quote of an HTML email, in terms of the letters and digits of its text, which are the same in its plain text. */
export interface HtmlQuote {
  /** How many of them precede it. */
  readonly before: number
  /** Those that it begins with: at most `keyLength`. */
  readonly key: string
  /** Whether the page shows where it ends; Outlook's do not. */
  readonly isClosed: boolean
  /** Whether something is written outside of quotes after its beginning. */
  readonly isAnsweredInside: boolean
}

/** The letters and digits of a text, which survive every way of formatting an email. */
export const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, "")

interface Element {
  readonly name: string
  readonly role: Role | undefined
}

/** The first quote in a page that is marked by a mail program's container. */
export const htmlQuote = (html: string): HtmlQuote | undefined => {
  const open = new OpenElements()
  let before = 0
  let key = ""
  let start: Role | undefined
  let blockquotes = 0
  let isAnsweredInside = false
  for (const token of htmlTokens(html)) {
    if (token.type === "close") open.close(token.name)
    else if (token.type === "open") {
      const role = roleOf(token)
      if (role !== "added") start ??= role
      if (start !== undefined && token.name === "blockquote") blockquotes++
      open.open({ name: token.name, role: token.name === "blockquote" ? "quote" : role })
      if (key.length >= keyLength && start === "history") break
    } else {
      const letters = lettersOf(token.text)
      if (start === undefined) before += letters.length
      else {
        if (key.length < keyLength) key = (key + letters).slice(0, keyLength)
        // Within a frame, text before the first blockquote is the attribution, and text after it is a reply.
        const isQuoted = open.has("quote") || open.has("added") || (open.has("frame") && blockquotes === 0)
        if (!isQuoted && letters !== "") isAnsweredInside = true
      }
    }
  }
  if (start === undefined || key === "") return undefined
  const isClosed = start !== "history"
  return { before, key, isClosed, isAnsweredInside: isClosed && isAnsweredInside }
}

/** The open elements. Closing one closes those inside it; closing one that is not open has no effect. */
class OpenElements {
  readonly #stack: Array<Element> = []
  readonly #names = new Map<string, number>()
  readonly #roles = new Map<Role, number>()

  open(element: Element) {
    this.#stack.push(element)
    this.#count(element, 1)
  }

  close(name: string) {
    if ((this.#names.get(name) ?? 0) === 0) return
    for (;;) {
      const element = this.#stack.pop()
      if (element === undefined) return
      this.#count(element, -1)
      if (element.name === name) return
    }
  }

  has(role: Role): boolean {
    return (this.#roles.get(role) ?? 0) > 0
  }

  #count({ name, role }: Element, change: 1 | -1) {
    this.#names.set(name, (this.#names.get(name) ?? 0) + change)
    if (role !== undefined) this.#roles.set(role, (this.#roles.get(role) ?? 0) + change)
  }
}
