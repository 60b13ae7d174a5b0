import { DateTime } from "effect"
import { beginningOf } from "../../../domain/beginningOf.ts"
import type { Said } from "./MailDraft.ts"
import { escapeHtml, markupHtml, markupText } from "./mailMarkup.ts"

/** The content of a mail, from top to bottom, in the markup of comments. */
export interface MailContent {
  readonly body: string
  /** Files that are downloaded from here, because the mail would be too large with them or they have not been scanned yet. */
  readonly links: ReadonlyArray<{ readonly filename: string; readonly url: string }>
  /** The message to which it replies. */
  readonly quoted?: Said | undefined
}

/**
 * Class of the element around the whole content of our mail. Mail programs keep it when they quote (some add a prefix),
 * so that its contents are known to be ours and not written by the customer.
 */
export const messageClass = "trunkline-message"

/** How much of the previous message a mail quotes, to show what it is about: the customer has the rest. */
const quoteLimits = { lines: 15, characters: 1_500 } as const

const linksNote = "Download these files from the links below, which work for seven days:"

/** The whole mail as plain text. */
export const layoutText = ({ body, links, quoted }: MailContent): string => {
  const parts = [
    [markupText(body).trimEnd()],
    links.length === 0 ? [] : [linksNote, ...links.map(({ filename, url }) => `${filename}: ${url}`)],
    quoted === undefined ? [] : [attribution(quoted), ...excerpt(quoted.text).map((line) => `> ${line}`.trimEnd())]
  ].map((lines) => lines.join("\n"))
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`
}

/**
 * The whole mail as HTML. It sets no text or background colours, so that it follows the reader's mail program, light or
 * dark; what stands out does so in the text colour.
 */
export const layoutHtml = ({ body, links, quoted }: MailContent): string =>
  `<!DOCTYPE html>
<html lang="und" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
</style>
</head>
<body style="margin:0;padding:0">
<div class="${messageClass}" dir="auto" style="font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere">
${[
  markupHtml(body),
  ...(links.length === 0 ? [] : [linkList(links)]),
  ...(quoted === undefined ? [] : [quotation(quoted)])
].join("\n")}
</div>
</body>
</html>
`

const linkList = (links: MailContent["links"]) =>
  `<p style="margin:0 0 0.25em">${linksNote}</p>
<ul style="margin:0 0 1em">
${links.map(({ filename, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(filename)}</a></li>`).join("\n")}
</ul>`

const quotation = (quoted: Said) =>
  `<p style="margin:1.5em 0 0.25em;opacity:0.7">${escapeHtml(attribution(quoted))}</p>
<blockquote type="cite" style="margin:0;padding:0 0 0 0.75em;border-left:2px solid;opacity:0.7">
${excerpt(quoted.text).map(escapeHtml).join("<br>\n")}
</blockquote>`

const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
  hourCycle: "h23"
})

const attribution = ({ at, author }: Said): string =>
  `On ${moment.format(DateTime.toEpochMillis(at))} UTC, ${author.replace(/\s+/g, " ")} wrote:`

/** The beginning of a message; if it is longer, the last line says so. */
const excerpt = (text: string): ReadonlyArray<string> => {
  const whole = text.replace(/\r\n?/g, "\n").trim()
  const beginning = beginningOf(whole, quoteLimits.characters)
  const lines = beginning.split("\n")
  const kept = lines.slice(0, quoteLimits.lines)
  return beginning.length < whole.length || kept.length < lines.length ? [...kept, "…"] : kept
}
