import { resolve } from "../../api/exampleOf.ts"
import type { openApiDocument } from "../../api/openApiDocument.ts"
import { escapeHtml, inline, page } from "./page.ts"
import { limitsOf, typeOf } from "./schemaWords.ts"

type Node = ReturnType<typeof openApiDocument>

const jsonType = "application/json"
/** The type of file bodies; each file has its own. */
const anyType = "*/*"

interface Operation {
  readonly method: string
  readonly path: string
  readonly node: Node
}

/**
 * The API reference: every operation of the OpenAPI document by group, with parameters, bodies, responses and a curl
 * command.
 */
export const referencePage = (document: Node): string => {
  const operations: ReadonlyArray<Operation> = Object.entries<Node>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, node]) => ({ method, path, node }))
  )
  const groups: ReadonlyArray<{ name: string; description: string; operations: ReadonlyArray<Operation> }> = document[
    "tags"
  ].map((tag: Node) => ({
    name: headingOf(String(tag["name"])),
    description: String(tag["description"] ?? ""),
    operations: operations.filter(({ node }) => node["tags"].includes(tag["name"]))
  }))
  const events: ReadonlyArray<Node> = Object.values<Node>(document["webhooks"]).map(({ post }) => post)
  const nav = `<p class="title">${escapeHtml(document["info"].title)}</p><ul><li><a href="#start">Getting started</a></li><li><a href="/docs/errors">Errors</a></li><li><a href="/openapi.json">OpenAPI document</a></li></ul>${groups
    .map(
      (group) =>
        `<h2>${escapeHtml(group.name)}</h2><ul>${group.operations
          .map(({ node }) => `<li><a href="#${node["operationId"]}">${escapeHtml(node["summary"])}</a></li>`)
          .join("")}</ul>`
    )
    .join(
      ""
    )}<h2>Webhook events</h2><ul>${events.map(({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`).join("")}</ul>`
  const main = `${intro(document)}${groups
    .map(
      (group) =>
        `<section><h2>${escapeHtml(group.name)}</h2><p>${inline(group.description)}</p>${group.operations
          .map((operation) => article(document, operation))
          .join("")}</section>`
    )
    .join("")}${webhooks(document, events)}`
  return page(`${document["info"].title} reference`, nav, main)
}

/** The heading of a tag: "Custom channels" for `customChannels`. */
const headingOf = (tag: string) =>
  tag
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^sms\b/, "SMS")
    .replace(/^./, (letter) => letter.toUpperCase())

const intro = (document: Node) => {
  const base = escapeHtml(document["servers"][0].url)
  return `<section id="start"><h1>${escapeHtml(document["info"].title)}</h1>
<p>Version ${escapeHtml(document["info"].version)}. Requests and responses are JSON. Send an API key with every request:</p>
<pre><code>curl ${base}/v1/brands -H "Authorization: Bearer $TRUNKLINE_KEY"</code></pre>
<p>Keys that start with <code>sk_test_</code> work on isolated test data and never reach customers. Send an
<code>Idempotency-Key</code> with writes to make them safe to retry, and <code>If-Match</code> with the <code>ETag</code>
of a record to change only the version you have seen. Lists are paginated: pass <code>nextCursor</code> as
<code>cursor</code> to get the next page. Every response has an <code>X-Request-Id</code> and <code>RateLimit</code> headers. Every error
is one of the <a href="/docs/errors">documented errors</a>.</p></section>`
}

const article = (document: Node, { method, node, path }: Operation) => {
  const content: Node = node["requestBody"]?.content ?? {}
  const [[type = "", body] = []] = Object.entries<Node>(content)
  const answers = Object.entries<Node>(node["responses"]).filter(([status]) => status.startsWith("2"))
  return `<article id="${node["operationId"]}"><h3>${escapeHtml(node["summary"])}</h3>
<p class="path"><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code></p>
${node["description"] === undefined ? "" : `<p>${inline(node["description"])}</p>`}
${callers(node["security"])}
${parameters(document, node["parameters"])}
${body === undefined ? "" : `<h4>Body</h4>${type === jsonType ? "" : typed(type)}${type === anyType ? "" : members(document, body["schema"])}`}
<h4>Example</h4><pre><code>${escapeHtml(curl(document, method, path, node))}</code></pre>
${answers.map(([status, answer]) => answerOf(document, status, answer)).join("")}
<h4>Errors</h4><p class="codes">${(node["x-error-codes"] as ReadonlyArray<string>)
    .map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`)
    .join(" ")}</p></article>`
}

const credentials: Readonly<Record<string, string>> = {
  apiKey: "an API key",
  sessionToken: "a session",
  portalToken: "a portal token",
  channelSignature: "the signature of a custom channel"
}

/** Who may call an operation. */
const callers = (security: ReadonlyArray<Node>) => {
  const named = security.flatMap(Object.keys).flatMap((scheme) => credentials[scheme] ?? [])
  const isOptional = security.some((one) => Object.keys(one).length === 0)
  return named.length === 0
    ? "<p>No credential required.</p>"
    : `<p>${isOptional ? "Accepts" : "Requires"} ${named.join(" or ")}${isOptional ? ", or no credential" : ""}.</p>`
}

/** Webhook events: the headers, which are the same for all, and an example and the members of each event. */
const webhooks = (document: Node, events: ReadonlyArray<Node>) =>
  `<section id="posted"><h2>Webhook events</h2><p>${inline("Each event is sent as an HTTP POST and retried until your server responds with 2xx. Verify `webhook-signature` before you trust the content, and store `webhook-id` to recognize repeats: an event that was not acknowledged is sent again.")}</p><article><h3>Headers</h3>${parameters(document, events[0]?.["parameters"])}</article>${events
    .map(({ description, operationId, requestBody, summary }) => {
      const { example, schema } = requestBody.content[jsonType]
      return `<article id="${operationId}"><h3><code>${escapeHtml(summary)}</code></h3><p>${inline(description)}</p>
<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>
<details><summary>All members of <code>data</code></summary>${members(document, resolve(document, schema)["properties"].data)}</details></article>`
    })
    .join("")}</section>`

const parameters = (document: Node, list: ReadonlyArray<Node>) =>
  list.length === 0
    ? ""
    : `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th>Meaning</th></tr></thead><tbody>${list
        .map((parameter) =>
          row(
            String(parameter["name"]),
            `${parameter["in"]}, ${typeOf(document, parameter["schema"])}`,
            [
              parameter["description"] ?? resolve(document, parameter["schema"])["description"] ?? "",
              limitsOf(parameter["schema"])
            ]
              .filter(Boolean)
              .join(" "),
            parameter["required"] === true
          )
        )
        .join("")}</tbody></table>`

const members = (document: Node, schema: Node) => {
  const { properties = {}, required = [] } = resolve(document, schema)
  const rows = Object.entries<Node>(properties).map(([name, member]) =>
    row(
      name,
      typeOf(document, member),
      [member["description"] ?? resolve(document, member)["description"] ?? "", limitsOf(member)]
        .filter(Boolean)
        .join(" "),
      required.includes(name)
    )
  )
  return rows.length === 0
    ? "<p>Any JSON object.</p>"
    : `<table><thead><tr><th>Member</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

const row = (name: string, type: string, meaning: string, required: boolean) =>
  `<tr><td><code>${escapeHtml(name)}</code>${required ? '<span class="must">required</span>' : ""}</td><td class="type">${escapeHtml(type)}</td><td>${inline(meaning)}</td></tr>`

const answerOf = (document: Node, status: string, answer: Node) => {
  const [[type = "", content] = []] = Object.entries<Node>(answer["content"] ?? {})
  if (content === undefined) return `<h4>Response ${status}</h4><p>No body.</p>`
  return type === jsonType
    ? `<h4>Response ${status}</h4><pre><code>${escapeHtml(JSON.stringify(content["example"], null, 2))}</code></pre>
<details><summary>All members</summary>${members(document, content["schema"])}</details>`
    : `<h4>Response ${status}</h4>${typed(type)}`
}

/** A body that is not JSON. */
const typed = (type: string) =>
  `<p>${type === anyType ? "The bytes of the file, with its own media type." : `<code>${escapeHtml(type)}</code>`}</p>`

const curl = (document: Node, method: string, path: string, { requestBody, responses, security }: Node) => {
  const url = `${document["servers"][0].url}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.replace(/Id$/, "").toUpperCase()}`)}`
  const [[type = "", body] = []] = Object.entries<Node>(requestBody?.content ?? {})
  const isStream = responses["200"]?.content?.["text/event-stream"] !== undefined
  return [
    `curl ${isStream ? "-N " : ""}${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${url}"`,
    ...bearerOf(security),
    ...(body === undefined ? [] : bodyOf(type, body))
  ].join(" \\\n  ")
}

/** The credential as curl arguments; a key, if there is a choice. */
const bearerOf = (security: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const names = { apiKey: "$TRUNKLINE_KEY", sessionToken: "$SESSION_TOKEN", portalToken: "$PORTAL_TOKEN" }
  const [name] = Object.entries(names).flatMap(([scheme, name]) =>
    security.some((one) => scheme in one) ? [name] : []
  )
  return name === undefined ? [] : [`-H "Authorization: Bearer ${name}"`]
}

/** A body as curl arguments. */
const bodyOf = (type: string, { example }: Node): ReadonlyArray<string> => {
  if (type === jsonType) return [`-H "Content-Type: ${jsonType}"`, `-d '${JSON.stringify(example)}'`]
  return type === "multipart/form-data"
    ? [`-F "file=@invoice.pdf"`]
    : [`-H "Content-Type: ${type === anyType ? "application/pdf" : type}"`, "--data-binary @invoice.pdf"]
}
