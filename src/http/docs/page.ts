import { createHash } from "node:crypto"
import { iconSource, pageIcon } from "./pageIcon.ts"

/** Escapes text for use between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Escapes text, with `code` between backticks. */
export const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")

/** A whole page without scripts, which loads nothing from elsewhere. */
export const page = (title: string, nav: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${pageIcon}
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<nav aria-label="Contents">${nav}</nav>
<main id="main">${main}</main>
</body>
</html>`

const style = `
:root{--ink:#1c2430;--soft:#5a6675;--line:#dde3ea;--back:#fff;--panel:#f5f7fa;--accent:#3b4cca;--get:#0f766e;--post:#1d4ed8;--patch:#a16207;--put:#7e22ce;--delete:#b91c1c}
@media (prefers-color-scheme:dark){:root{--ink:#e4e9f0;--soft:#9aa7b8;--line:#2b3442;--back:#11161d;--panel:#1a212b;--accent:#9aa8ff;--get:#2dd4bf;--post:#7aa7ff;--patch:#fbbf24;--put:#d8b4fe;--delete:#fca5a5}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--back);display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100dvh;overflow:auto;padding:1.5rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);background:var(--panel);font-size:.875rem}
.title{font-weight:700;font-size:1.05rem;margin:0 0 1rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.4rem 0 .35rem}
nav ul{list-style:"";margin:0;padding:0}
nav a{display:block;padding:.12rem 0;color:inherit;text-decoration:none}
nav a:hover,nav a:focus-visible{color:var(--accent)}
main{max-width:60rem;padding:2rem 2.5rem 6rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .75rem}
main>section>h2{font-size:1.4rem;margin:3.5rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--line)}
h3,article h2{font-size:1.1rem;margin:0 0 .35rem}
h4{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:1.25rem 0 .35rem}
p{margin:.35rem 0 .75rem}
article{margin:1.75rem 0;padding:1.25rem 1.4rem;border:1px solid var(--line);border-radius:.6rem}
article:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--panel);padding:.08em .3em;border-radius:.25em;overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.4rem;padding:.8rem 1rem;overflow:auto;margin:.35rem 0}
pre code{background:none;padding:0}
.path{margin:.1rem 0 .6rem;overflow-wrap:anywhere}
.path code{background:none;padding:0;font-size:.95em}
.method{font:700 .75rem/1 ui-monospace,monospace;padding:.25rem .45rem;border:1px solid currentColor;border-radius:.3rem;margin-right:.5rem}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.put{color:var(--put)}.delete{color:var(--delete)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
td,th{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:.8rem}
.type{color:var(--soft);max-width:16rem;overflow-wrap:break-word}
td:first-child{white-space:nowrap}
td:last-child{min-width:16rem}
.must{color:var(--delete);font-size:.75rem;margin-left:.3rem}
details>summary{cursor:pointer;color:var(--accent);font-size:.9rem}
a{color:var(--accent)}
.codes a{margin-right:.5rem}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem;z-index:1}
@media (max-width:56rem){body{display:block}nav{position:static;height:auto;max-height:40dvh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.25rem}article{padding:1rem}td,.type{overflow-wrap:anywhere}td:first-child{min-width:6.5rem;white-space:normal}td:last-child{min-width:0}}
@media print{nav{display:none}body{display:block}article{break-inside:avoid}}
`

/** The page may load and run nothing; its one style sheet is inline. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ${iconSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer"
}
