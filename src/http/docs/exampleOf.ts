import type { openApiDocument } from "../../api/openApiDocument.ts"

type Node = ReturnType<typeof openApiDocument>

/** Values that say more than their type. */
const samples: { readonly [member: string]: unknown } = {
  title: "Where is my parcel?",
  body: "It should have come on Friday.",
  customerEmail: "ada@example.com",
  email: "ada@example.com",
  name: "Ada Lovelace",
  customFields: { order: "R-77" },
  status: "open",
  publicId: "ACME-1042",
  ticketNumber: 1042,
  nextTicketNumber: 1043,
  ticketPrefix: "ACME",
  slug: "acme",
  url: "https://example.com/hooks",
  events: ["ticket.created", "comment.created"],
  tags: [],
  prefix: "sk_live_4f9K",
  keyPreview: "sk_live_4f9K…x2Qe",
  secret: "…",
  key: "…",
  color: "#6366f1",
  priority: "normal",
  version: 1,
  livemode: true,
  enabled: true,
  notifyEmail: true,
  inboundEmailEnabled: true,
  isDefault: true,
  isActive: true
}

/** Members that a short request shows besides the required ones. */
const shownOptional = new Set(["customerEmail", "body", "customFields", "name", "status", "enabled"])

const maxDepth = 4

/** An example of a schema's values; of a request, only with what it takes to be useful. */
export const example = (document: Node, schema: Node, request = false, member = "", depth = 0): unknown => {
  const node = resolve(document, schema)
  if (member in samples && node["properties"] === undefined) return samples[member]
  if (node["examples"] !== undefined) return node["examples"][0]
  if (node["enum"] !== undefined) return node["enum"][0]
  if (node["anyOf"] !== undefined) return example(document, node["anyOf"][0], request, member, depth)
  if (node["properties"] !== undefined) {
    if (depth >= maxDepth) return {}
    const required: ReadonlyArray<string> = node["required"] ?? []
    return Object.fromEntries(
      Object.entries<Node>(node["properties"])
        .filter(([name]) => required.includes(name) || (request && shownOptional.has(name)))
        .map(([name, property]) => [name, example(document, property, request, name, depth + 1)])
    )
  }
  switch (node["type"]) {
    case "array":
      return depth >= maxDepth ? [] : [example(document, node["items"] ?? {}, request, member, depth + 1)]
    case "boolean":
      return request
    case "integer":
    case "number":
      return Math.max(0, node["minimum"] ?? 0)
    case "string":
      return node["format"] === "date-time" ? "2026-11-20T09:30:00.000Z" : "…"
    default:
      return {}
  }
}

/** A schema's type in a word or two. */
export const typeOf = (document: Node, schema: Node): string => {
  if (typeof schema["$ref"] === "string") return schema["$ref"].split("/").at(-1) ?? "object"
  if (schema["enum"] !== undefined) return schema["enum"].map((value: unknown) => JSON.stringify(value)).join(" | ")
  if (schema["anyOf"] !== undefined) return schema["anyOf"].map((member: Node) => typeOf(document, member)).join(" | ")
  if (schema["type"] === "array") {
    const item = typeOf(document, schema["items"] ?? {})
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`
  }
  return schema["type"] === undefined ? "any JSON" : [schema["type"]].flat().join(" | ")
}

/** The limits that a schema states, in words. */
export const limitsOf = (schema: Node): string => {
  const node: Node = schema["anyOf"]?.find((member: Node) => member["type"] !== "null") ?? schema
  const { format, maxItems, maximum, maxLength, minimum, minLength, pattern } = node
  const words = [
    format === "email" ? "one e-mail address" : "",
    format === "uri" ? "http or https URL" : "",
    format === "date-time" ? "RFC 3339 time or date" : "",
    maxLength !== undefined && format === undefined
      ? `${minLength > 0 ? `${minLength} to` : "at most"} ${maxLength} characters`
      : "",
    maximum !== undefined && Number.isSafeInteger(maximum + 1) ? `${minimum} to ${maximum}` : "",
    maxItems === undefined ? "" : `at most ${maxItems} entries`,
    pattern === undefined ? "" : `matches \`${pattern}\``
  ].filter((word) => word !== "")
  const text = words.join(", ")
  return text === "" ? "" : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

const resolve = (document: Node, schema: Node): Node =>
  typeof schema["$ref"] === "string" ? document["components"].schemas[schema["$ref"].split("/").at(-1) ?? ""] : schema
