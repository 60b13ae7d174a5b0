import { decodeEntities } from "../mime/entities.ts"
import { silent } from "../mime/htmlToText.ts"
import { type AttributeName, tagAttribute } from "../mime/tagAttribute.ts"

/** A token of an HTML page. */
export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open"; readonly name: string; readonly attribute: (name: AttributeName) => string }
  | { readonly type: "close"; readonly name: string }

/** Characters of HTML that are read. */
const maxHtml = 2 * 1024 * 1024
/** Characters of a tag that are searched for attributes. */
const maxTag = 4_096

const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

/**
 * Yields the tags and texts of a page in one pass, whatever it contains. A void element is closed right after it is opened.
 */
export function* htmlTokens(page: string): Generator<HtmlToken> {
  const html = page.slice(0, maxHtml)
  let lower: string | undefined
  let at = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    if (open !== at) yield { type: "text", text: decodeEntities(html.slice(at, open === -1 ? html.length : open)) }
    if (open === -1) return
    const isComment = html.startsWith("<!--", open)
    const end = html.indexOf(isComment ? "-->" : ">", open)
    if (end === -1) return
    at = end + (isComment ? 3 : 1)
    const tag = isComment ? "" : html.slice(open + 1, Math.min(end, open + maxTag))
    const name = /^\/?([a-z][a-z0-9:]{0,30})/i.exec(tag)?.[1]?.toLowerCase()
    if (name === undefined) continue
    if (tag.startsWith("/")) yield { type: "close", name }
    else if (silent.has(name)) {
      lower ??= html.toLowerCase()
      const close = lower.indexOf(`</${name}`, at)
      if (close === -1) return
      at = close
    } else {
      yield { type: "open", name, attribute: (key) => tagAttribute(tag, key) }
      if (empty.has(name) || html[end - 1] === "/") yield { type: "close", name }
    }
  }
}
