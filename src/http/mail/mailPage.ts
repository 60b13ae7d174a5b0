/** Names of servers that are told, of those that pictures would come from. */
const maxHosts = 5
/** Pictures that a mail is shown with; a megabyte of HTML holds forty thousand, each with an address of ours to sign. */
const mostPictures = 1_000
/** Characters of a word behind which a line may end: browsers take minutes to look for an end in a word of a megabyte. */
const longestWord = 500

/** An element and its attributes, as HTML is written by who made it safe: quoted, and without `>` in values. */
const image = /<img\b[^>]*>/gi
const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i")
const [source, alternative] = [attribute("src"), attribute("alt")]

/** An element, or a word of what stands between them. */
const elementOrWord = /<[^>]*>|[^\s<]+/g
/** What stands behind `&` for one character. Each text can be read in one way alone: to try all of two ways takes for ever. */
const named = "#?\\w{1,32};"
const longPiece = new RegExp(`(?:&(?:${named}|(?!${named}))|[^&]){${longestWord}}`, "gu")

/** The pictures of a mail that are kept elsewhere. */
export interface RemotePictures {
  readonly count: number
  /** Servers that they are on, the one with most of them first; at most 5. */
  readonly hosts: ReadonlyArray<string>
}

/** What loading a mail's pictures would ask of others. */
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

/** Where a picture is, as its mail says: `cid:` and an id, or an address of the web. */
const sourceOf = (tag: string): string => unescaped(source.exec(tag)?.[1] ?? "")

/** A mail's own file that an address names, by its content id in lower case (RFC 2392). */
export const contentIdOf = (address: string): string | undefined =>
  /^cid:(.{1,255})$/is
    .exec(address)?.[1]
    ?.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()

/**
 * A document that shows a mail as its sender made it. `addressOf` says where the picture of an address is loaded from;
 * the words that stand for a picture take the place of one that is not to be loaded, and of those beyond a thousand.
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

/** Mail is written for white paper, whatever surrounds it. */
const style =
  "html{background:#fff;color:#000}body{margin:12px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}"

/** Of a whole document what stands in it; what was made safe has nothing around it. */
const bodyOf = (html: string) => /<body\b[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html

/**
 * What the document may do: show itself and its pictures, which come from this server, in a frame of our own pages. No
 * script runs in it, it has no origin, and what it links to opens in a window of its own. Its policy is its alone, so that
 * styles in elements need no exception on the page around it. `ours` are the origins of this server and of our pages: to
 * Safari, a frame without origin has no `'self'` either, and loads what is named alone.
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
