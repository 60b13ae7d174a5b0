import { catalogue, codes } from "../../api/ProblemCatalogue.ts"
import { escapeHtml, inline, page } from "./page.ts"

/** The page with all error codes, at the address that the `type` of an error names. */
export const errorsPage = (): string =>
  page(
    "Trunkline API errors",
    `<p class="title">Errors</p><ul><li><a href="/docs">API reference</a></li></ul><ul>${codes
      .map((code) => `<li><a href="#${code}">${code}</a></li>`)
      .join("")}</ul>`,
    `<section><h1>Errors</h1>
<p>Every error response is a JSON object (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) with a fixed
<code>code</code>, a <code>detail</code> that describes this occurrence, and the <code>requestId</code> that the server
logged it under. Branch on <code>code</code> and show <code>detail</code> to people.</p>
${codes
  .map((code) => {
    const { remedy, status, title, when } = catalogue[code]
    return `<article id="${code}"><h2>${escapeHtml(title)}</h2><p class="path"><code>${status}</code> <code>${code}</code></p>
<p>${inline(when)}</p><p><strong>What to do:</strong> ${inline(remedy)}</p></article>`
  })
  .join("")}</section>`
  )
