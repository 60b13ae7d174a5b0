import sanitizeHtml from "sanitize-html"
import { allowedStyle } from "./allowedStyle.ts"

/** Characters of HTML that are sanitized; of a longer page, only the text is shown. */
const maxPage = 1024 * 1024
/** Nesting levels of elements; deeper ones are dropped. */
const nestingLimit = 200
/** Concurrently open elements: far more than any email has, and few enough that matching closing tags is quick. */
const maxOpen = 5_000

const elements =
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"
const layout = ["align", "bgcolor", "border", "cellpadding", "cellspacing", "height", "valign", "width"]

const options: sanitizeHtml.IOptions = {
  allowedTags: elements.split(" "),
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "template", "svg", "math", "object"],
  allowedAttributes: {
    "*": ["style", "class", "dir", "lang", "title"],
    a: ["href", "rel", "target"],
    img: ["src", "alt", "width", "height", "align", "border"],
    blockquote: ["cite", "type"],
    font: ["color", "face", "size"],
    ol: ["start", "type", "reversed"],
    ul: ["type"],
    li: ["value"],
    time: ["datetime"],
    col: ["span", "width"],
    colgroup: ["span", "width"],
    hr: ["align", "color", "noshade", "size", "width"],
    ...Object.fromEntries(
      ["table", "tbody", "thead", "tfoot", "tr", "div", "p", "center"].map((name) => [name, layout])
    ),
    td: [...layout, "colspan", "rowspan", "nowrap"],
    th: [...layout, "colspan", "rowspan", "nowrap", "scope"]
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https", "cid"] },
  allowedSchemesAppliedToAttributes: ["href", "src", "cite"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  enforceHtmlBoundary: false,
  nestingLimit,
  // Our own style filter is a hundred times as fast as a CSS parser.
  parseStyleAttributes: false,
  transformTags: {
    "*": (tagName, attribs) => {
      if (Object.keys(attribs).length === 0) return { tagName, attribs }
      const { class: kind, href, src, style, ...others } = attribs
      const kept = style === undefined ? "" : allowedStyle(style)
      const marks = quoteMarks(kind)
      return {
        tagName,
        attribs: {
          ...others,
          // A URL without a scheme would be relative to whatever shows the email.
          ...(href !== undefined && /^(?:https?:|mailto:|#)/i.test(href.trim()) ? { href: href.trim() } : {}),
          ...(src !== undefined && /^(?:https?:|cid:)/i.test(src.trim()) ? { src: src.trim() } : {}),
          ...(kept === "" ? {} : { style: kept }),
          ...(marks === "" ? {} : { class: marks })
        }
      }
    },
    body: (tagName, { bgcolor, dir, style, text }) => {
      const ground = bgcolor === undefined ? [] : [`background-color: ${styleColour(bgcolor)}`]
      const letters = text === undefined ? [] : [`color: ${styleColour(text)}`]
      const kept = allowedStyle([...ground, ...letters, style ?? ""].join(";"))
      if (kept === "" && dir === undefined) return { tagName, attribs: {} }
      return { tagName: "div", attribs: { ...(dir === undefined ? {} : { dir }), style: kept } }
    },
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, rel: "noopener noreferrer nofollow", target: "_blank" }
    })
  }
}

/** An attribute's colour as a CSS colour: attributes may omit the `#`. */
const styleColour = (colour: string): string => (/^(?:[\da-f]{3}){1,2}$/i.test(colour) ? `#${colour}` : colour)

/** The classes by which mail programs mark quotes; all others mean nothing outside of the email. */
const quoteMarks = (kind = ""): string =>
  kind
    .split(/\s+/)
    .filter((name) => /^(?:gmail_|moz-|yahoo_|protonmail_|tutanota_)[\w-]{1,40}$/.test(name))
    .join(" ")

/**
 * Sanitizes an email's HTML: keeps elements, attributes, schemes and styles of a fixed list; no code, forms or frames.
 * Remote images keep their URLs, for the viewer to block. Returns `undefined` if it is too large, or built to take long.
 */
export const sanitizeMail = (page: string): string | undefined => {
  if (page.length > maxPage || openElements(page) > maxOpen) return undefined
  return sanitizeHtml(page.replaceAll("\0", ""), options).trim().toWellFormed()
}

const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "))

/** The maximum number of concurrently open elements, as far as the tags show. */
const openElements = (page: string): number => {
  let open = 0
  let most = 0
  for (const [, closes, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]{0,19})/gi)) {
    if (closes === "/") open = Math.max(0, open - 1)
    else if (!empty.has(name.toLowerCase())) most = Math.max(most, ++open)
  }
  return most
}
