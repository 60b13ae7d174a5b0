/** Number of servers with remote pictures that are named. */
const maxHosts = 5
/** Pictures shown in an email. A megabyte of HTML can contain forty thousand, each of which needs a signed address. */
const mostPictures = 1_000
/** Characters after which a long word may break: browsers take minutes to find a break in a word of a megabyte. */
const longestWord = 500

/** An element and an attribute in sanitized HTML: values are quoted and contain no `>`. */
const image = /<img\b[^>]*>/gi
const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i")
const [source, alternative] = [attribute("src"), attribute("alt")]

/** An element, or a word between elements. */
const elementOrWord = /<[^>]*>|[^\s<]+/g
/**
 * What may follow `&` to form one character. Each text must match in only one way, as backtracking between two would never
 * end.
 */
const named = "#?\\w{1,32};"
const longPiece = new RegExp(`(?:&(?:${named}|(?!${named}))|[^&]){${longestWord}}`, "gu")

/** The remote pictures in an email. */
export interface RemotePictures {
  readonly count: number
  /** Their servers, those with most pictures first; at most 5. */
  readonly hosts: ReadonlyArray<string>
}

/** What loading the pictures of an email would request from other servers. */
export const remotePictures = (html: string): RemotePictures => {
  const counts = new Map<string, number>()
  for (const [tag] of html.matchAll(image)) {
    const host = hostOf(sourceOf(tag))
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a)
  return {
    count: ranked.reduce((sum, [, count]) => sum + count, 0),
    hosts: ranked.slice(0, maxHosts).map(([host]) => host)
  }
}

const hostOf = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.host : undefined
}

/** The source of a picture in an email: `cid:` and an id, or a web address. */
const sourceOf = (tag: string): string => unescaped(source.exec(tag)?.[1] ?? "")

/** The content id of one of the email's own files, in lower case (RFC 2392). */
export const contentIdOf = (address: string): string | undefined =>
  /^cid:(.{1,255})$/is
    .exec(address)?.[1]
    ?.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()

/**
 * A document that shows an email in its original design. `addressOf` returns the address to load a picture from; a picture
 * without one, and each one beyond a thousand, is replaced by its alternative text.
 */
export const mailPage = (html: string, addressOf: (address: string) => string | undefined): string => {
  let pictures = 0
  const shown = bodyOf(html).replaceAll(image, (tag) => {
    const address = pictures < mostPictures ? addressOf(sourceOf(tag)) : undefined
    if (address !== undefined) pictures++
    return address === undefined
      ? (alternative.exec(tag)?.[1] ?? "")
      : tag.replace(source, ` src="${escaped(address)}"`)
  })
  const breakable = shown.replaceAll(elementOrWord, (piece) =>
    piece.length <= longestWord || piece.startsWith("<") ? piece : piece.replaceAll(longPiece, "$&<wbr>")
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>Mail</title>
<base target="_blank">
<style>${style}</style>
</head>
<body>${breakable}</body>
</html>
`
}

/** Emails are designed for a white background, whatever surrounds them. */
const style =
  "html{background:#fff;color:#000}body{margin:12px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}"

/** The body of a whole document; sanitized HTML has nothing around it. */
const bodyOf = (html: string) => /<body\b[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html

/**
 * What the document may do: show itself and its pictures, which come from this server, in a frame of our own pages. It runs
 * no script, has no origin, and opens links in a new window. With a policy of its own, inline styles need no exception on
 * the page around it. `ours` are the origins of this server and of our pages: in Safari, a frame without an origin has no
 * `'self'` either, and loads only from origins that are named.
 */
export const mailPolicy = (ours: Iterable<string>): string => {
  const own = ["'self'", ...ours].join(" ")
  return [
    "default-src 'none'",
    `img-src ${own}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${own}`,
    "sandbox allow-popups allow-popups-to-escape-sandbox"
  ].join("; ")
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "")
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
