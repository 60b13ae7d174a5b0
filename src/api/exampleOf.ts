import { type Kind, prefixes } from "../domain/Ids.ts"
import { ofMember } from "./ofMember.ts"
import { openEnum } from "./Shapes.ts"
import { sampleId, samples } from "./samples.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

const sampleOf = ofMember(samples)

/** Requests that need more than their required members, or other values than those above. */
const requests: { readonly [schema: string]: unknown } = {
  AddressCreate: { address: "support@acme.example", kind: "forwarded" },
  ApiKeyScope: { brandIds: [sampleId("brand")] },
  BulkAction: { action: "setStatus", ticketIds: [sampleId("ticket")], status: "pending" },
  ChannelReceipt: { externalId: "chat-4711", status: "delivered" },
  CustomerCreate: { email: "ada@example.com", name: "Ada Lovelace" },
  FieldDefinitionCreate: { key: "order_number", label: "Order number", type: "text", showOnCreate: true },
  InboundPost: {
    externalId: "chat-4711",
    threadId: "room-12",
    sender: { externalId: "u-7", name: "Ada Lovelace" },
    text: "It should have come on Friday."
  },
  SlackAppCreate: { name: "Support desk" },
  SlackTest: { channelId: "C0123456789" },
  SmsNumberCreate: {
    number: "+14155550100",
    provider: "twilio",
    accountSid: "AC0123456789abcdef0123456789abcdef",
    authToken: "0123456789abcdef0123456789abcdef",
    enabled: true
  },
  SmsTest: { to: "+14155550123" },
  SimulatedMail: {
    brandId: sampleId("brand"),
    from: "Ines Roth <ines@north.example>",
    text: "It should have come on Friday."
  },
  SimulatedText: { brandId: sampleId("brand"), from: "+14155550123", text: "It should have come on Friday." }
}

/** The kind of id in members that are not named after it. */
const kindsOfMembers: { readonly [member: string]: Kind } = {
  assignee: "member",
  invite: "member",
  newOwner: "member",
  sourceTicket: "ticket",
  sourceCustomer: "customer",
  mergedInto: "ticket",
  followUpOf: "ticket",
  sourceTag: "tag",
  parent: "comment",
  connection: "address"
}

/** An example for a member that holds ids, by its name; `undefined` for any other. */
const idNamed = (member: string): string | undefined => {
  const name = /^(\w+?)Ids?$/.exec(member)?.[1]
  if (name === undefined) return undefined
  const kind = kindsOfMembers[name] ?? kinds.find((known) => known === name)
  return kind === undefined ? undefined : sampleId(kind)
}

// `Object.keys` of a literal returns exactly its keys.
const kinds = Object.keys(prefixes) as ReadonlyArray<Kind>

/** Adds an example to every JSON body and response of the document, built from its schema. */
export const addExamples = (document: Node) => {
  for (const operation of Object.values<Node>(document["paths"]).flatMap((methods) => Object.values<Node>(methods))) {
    const body = operation["requestBody"]?.content["application/json"]
    if (body !== undefined) body.example = example(document, body.schema, true)
    for (const [status, response] of Object.entries<Node>(operation["responses"])) {
      const answer = response["content"]?.["application/json"]
      if (answer !== undefined && status.startsWith("2")) answer.example = example(document, answer.schema)
    }
  }
}

/** Optional members that the example of a request shows. */
const shownOptional = new Set(["customerEmail", "body", "customFields", "name", "status", "enabled"])

const maxDepth = 6

/** An example of a schema's values; for a request, only with the members that make it useful. */
const example = (document: Node, schema: Node, request = false, member = "", depth = 0, owner = ""): unknown => {
  const named =
    String(schema["$ref"] ?? "")
      .split("/")
      .at(-1) ?? ""
  if (request && named in requests) return requests[named]
  const node = resolve(document, schema)
  const sample = sampleOf(owner, member)
  const values = node["enum"] ?? node[openEnum]
  if (values !== undefined) return values.includes(sample) ? sample : values[0]
  if (node["examples"] !== undefined) return node["examples"][0]
  if (node["anyOf"] !== undefined) {
    const isNull = sample === null && node["anyOf"].some((one: Node) => one["type"] === "null")
    return isNull ? null : example(document, node["anyOf"][0], request, member, depth, owner)
  }
  if (isOf(document, sample, node)) return sample
  if (node["properties"] !== undefined) {
    if (depth >= maxDepth) return {}
    const required: ReadonlyArray<string> = node["required"] ?? []
    return Object.fromEntries(
      Object.entries<Node>(node["properties"])
        .filter(([name]) => required.includes(name) || (request && shownOptional.has(name)))
        .map(([name, property]) => [name, example(document, property, request, name, depth + 1, named || owner)])
    )
  }
  switch (node["type"]) {
    case "array": {
      const item = () => example(document, node["items"] ?? {}, request, member, depth + 1, owner)
      return depth + 1 >= maxDepth ? [] : Array.from({ length: node["minItems"] ?? 1 }, item)
    }
    case "boolean":
      return request
    case "integer":
    case "number":
      return Math.max(0, node["minimum"] ?? 0)
    case "string":
      return idNamed(member) ?? formats[node["format"]] ?? "…"
    default:
      return {}
  }
}

const formats: { readonly [format: string]: string } = {
  "date-time": "2026-11-20T09:30:00.000Z",
  email: "ada@example.com",
  uri: "https://example.com"
}

/** Whether a sample is of a schema's type; a schema without a type accepts anything. */
const isOf = (document: Node, sample: unknown, schema: Node): boolean => {
  if (sample === undefined || sample === null) return false
  const { items = {}, properties, type } = resolve(document, schema)
  if (Array.isArray(sample)) return type === "array" && isOf(document, sample[0], items)
  if (properties !== undefined)
    return typeof sample === "object" && Object.keys(sample).some((key) => key in properties)
  return type === undefined || (type === "integer" ? Number.isInteger(sample) : type === typeof sample)
}

/** The schema that a reference points to, or the schema itself. */
export const resolve = (document: Node, schema: Node): Node =>
  typeof schema["$ref"] === "string" ? document["components"].schemas[schema["$ref"].split("/").at(-1) ?? ""] : schema
