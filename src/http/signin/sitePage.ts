import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"
import { escapeHtml } from "../docs/page.ts"
import { iconSource, pageIcon } from "../docs/pageIcon.ts"

/** A page for people: one card, no script, nothing from elsewhere. `main` is HTML. */
export const sitePage = (
  title: string,
  main: string,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> | undefined } = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${pageIcon}
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M4 5h7v14M13 5h7M13 12h5M13 19h7" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>Trunkline</p>
${main}
</main>
</body>
</html>`,
    {
      status: options.status ?? 200,
      contentType: "text/html; charset=utf-8",
      headers: { ...options.headers, ...pageHeaders }
    }
  )

const style = `
:root{--ink:#1c2430;--soft:#5a6675;--line:#dde3ea;--back:#f5f7fa;--card:#fff;--accent:#3b4cca;--on:#fff;--bad:#b91c1c}
@media (prefers-color-scheme:dark){:root{--ink:#e4e9f0;--soft:#9aa7b8;--line:#2b3442;--back:#11161d;--card:#1a212b;--accent:#9aa8ff;--on:#11161d;--bad:#fca5a5}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--back)}
main{width:100%;max-width:28rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem;box-shadow:0 1px 2px rgb(0 0 0/.05),0 12px 32px rgb(0 0 0/.07)}
.brand{display:flex;align-items:center;gap:.5rem;margin:0 0 1.5rem;font-weight:650;color:var(--accent)}
h1{font-size:1.45rem;line-height:1.25;margin:0 0 .5rem}
p{margin:.5rem 0}
.soft{color:var(--soft);font-size:.92rem}
.bad{color:var(--bad)}
form{margin:1.25rem 0}
label{display:block;font-weight:600;font-size:.92rem;margin-bottom:.3rem}
input{width:100%;padding:.65rem .8rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:.5rem}
button{width:100%;margin-top:.75rem;padding:.7rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:1px solid var(--accent);border-radius:.5rem;cursor:pointer}
button.quiet{color:var(--accent);background:none;border-color:var(--line)}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:1.25rem 0;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.92rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
`

/** The page may load nothing, run nothing, not be framed, and send its forms only here. */
const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ${iconSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer"
}
