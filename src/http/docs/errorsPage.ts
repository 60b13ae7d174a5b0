import { catalogue, codes } from "../../api/ProblemCatalogue.ts"
import { escapeHtml, inline, page } from "./page.ts"

/** Every error code, under the address that answers name as `type`. */
export const errorsPage = (): string =>
  page(
    "Trunkline API errors",
    `<p class="title">Errors</p><ul><li><a href="/docs">API reference</a></li></ul><ul>${codes
      .map((code) => `<li><a href="#${code}">${code}</a></li>`)
      .join("")}</ul>`,
    `<section><h1>Errors</h1>
<p>Every failure is one JSON object (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) with a fixed
<code>code</code>, a <code>detail</code> about this occurrence, and the <code>requestId</code> under which the server
logged it. Decide by <code>code</code>; show <code>detail</code>.</p>
${codes
  .map((code) => {
    const { remedy, status, title, when } = catalogue[code]
    return `<article id="${code}"><h2>${escapeHtml(title)}</h2><p class="path"><code>${status}</code> <code>${code}</code></p>
<p>${inline(when)}</p><p><strong>What to do:</strong> ${inline(remedy)}</p></article>`
  })
  .join("")}</section>`
  )
