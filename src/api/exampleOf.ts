import { idOf, type Kind, prefixes } from "../domain/Ids.ts"
import { ofMember } from "./ofMember.ts"

/** A JSON object of the document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

/** The id that examples have of a kind of record. */
export const sampleId = <K extends Kind>(kind: K) => idOf(kind, "01a21239-c563-7956-ba36-f537d5f5870a")

/** Values that say more than their type, by the member's name, or by `Schema.name` where one name has several meanings. */
const samples: { readonly [member: string]: unknown } = {
  domain: "north.example",
  title: "Where is my parcel?",
  body: "It should have come on Friday.",
  text: "It should have come on Friday.",
  subject: "Where is my parcel?",
  snippet: "It should have come on Friday.",
  customerEmail: "ada@example.com",
  customerName: "Ada Lovelace",
  email: "ada@example.com",
  memberEmail: "nina@acme.example",
  memberName: "Nina Berg",
  displayName: "Nina",
  authorName: "Nina",
  userAgent: "Mozilla/5.0",
  name: "Acme",
  "Company.name": "North Ltd",
  "Customer.name": "Ada Lovelace",
  "PortalToken.name": "Ada Lovelace",
  "PortalMe.customer": { id: sampleId("customer"), email: "ada@example.com", name: "Ada Lovelace" },
  "PortalDomainSet.domain": "help.acme.example",
  "PortalDomain.domain": "help.acme.example",
  "PortalDomain.verified": true,
  "PortalDomain.url": "https://help.acme.example",
  "PortalDomain.records": [
    {
      type: "CNAME",
      name: "help.acme.example",
      value: "desk.example",
      purpose: "address",
      status: "verified",
      found: "192.0.2.10"
    },
    {
      type: "TXT",
      name: "_trunkline.help.acme.example",
      value: "trunkline-verification=3ajjn8at6ea6q4thcmqj8kvk5y",
      purpose: "ownership",
      status: "verified",
      found: "trunkline-verification=3ajjn8at6ea6q4thcmqj8kvk5y"
    }
  ],
  "PortalDomain.failingSince": null,
  actor: { type: "api_key", id: sampleId("key"), name: "billing sync", channel: "api" },
  "Tag.name": "parcel",
  "Category.name": "Billing",
  "Status.name": "Waiting for parts",
  "Status.customerName": "We wait for a part",
  "Status.key": "waiting_for_parts",
  "Status.category": "pending",
  "ApiKey.name": "billing sync",
  "CustomChannel.name": "Web chat",
  "SlackApp.name": "Support desk",
  "SlackChannel.name": "support",
  "Channel.name": "support@acme.example",
  "Presence.name": "Nina",
  "ActorStatus.name": "webhook endpoint",
  "ActorStatus.lastError": null,
  from: "Ada Lovelace <ada@example.com>",
  "OutboundMessage.to": "ada@example.com",
  "MessageDelivery.to": "ada@example.com",
  "CapturedMessage.from": "Acme <no-reply@acme.example>",
  "CapturedMessage.to": "ada@example.com",
  "InboundMessage.to": ["support@acme.example"],
  "InboundMessage.externalId": "CAF7x9@mail.north.example",
  "InboundMessage.flags": ["duplicate_message_id"],
  "InboundExplanation.decision": "It answers a mail of ours, and is a comment on ACME-1042.",
  "InboundExplanation.type": "comment.created",
  check: "message_references",
  detail: "References names a mail of ACME-1042.",
  replyAddress: "reply@acme.example",
  customFields: { order: "R-77" },
  status: "open",
  publicId: "ACME-1042",
  ticketNumber: 1042,
  "PortalTicket.ticketNumber": "ACME-1042",
  statusLabel: "Open",
  nextTicketNumber: 1043,
  ticketPrefix: "ACME",
  slug: "acme",
  inboundEmail: `${sampleId("brand")}@inbound.acme.example`,
  contactFormSenders: ["form@acme.example"],
  portalOrigins: ["https://www.acme.example"],
  fromEmail: "support@acme.example",
  fromName: "Acme Support",
  "Address.address": "support@acme.example",
  code: "481516",
  value: "v=DKIM1; k=rsa; p=…",
  url: "https://example.com/hooks",
  portalUrl: "https://example.com/support",
  redirectUrl: "https://desk.example/settings/slack",
  eventsUrl: "https://desk.example/v1/channels/slack/events",
  inboundUrl: `https://desk.example/v1/channels/sms/${sampleId("number")}/inbound`,
  statusUrl: `https://desk.example/v1/channels/sms/${sampleId("number")}/status`,
  uploadUrl: "https://desk.example/v1/files/…",
  downloadUrl: "https://desk.example/v1/files/…",
  newestUrl: "https://desk.example/widget/1/widget.js",
  teamId: "T0123456789",
  teamName: "Acme",
  botUserId: "U0123456789",
  channelId: "C0123456789",
  "CustomChannel.channelId": sampleId("channel"),
  number: "+14155550100",
  accountSid: "AC0123456789abcdef0123456789abcdef",
  events: ["ticket.created", "comment.created"],
  event: "ticket.created",
  "AuditLogEntry.event": "ticket.updated",
  addedBy: sampleId("member"),
  avatarUrl: "https://example.com/nina.png",
  "AttachmentIds.ids": [sampleId("attachment")],
  "Channel.id": sampleId("address"),
  "SearchResult.id": sampleId("ticket"),
  preview: "pt_4f9K…x2Qe",
  day: "2026-11-20",
  "ActorStatus.kind": "webhook",
  manifest: "{…}",
  integrity: "sha384-…",
  entityId: sampleId("ticket"),
  source: "api",
  causationId: sampleId("request"),
  externalId: "chat-4711",
  tags: ["parcel"],
  prefix: "sk_live_4f9K",
  keyPreview: "sk_live_4f9K…x2Qe",
  secret: "whsec_…",
  "ApiKey.secret": "sk_live_…",
  key: "sk_live_…",
  accessToken: "pt_…",
  "PortalToken.token": "pt_…",
  sessionToken: "stk_…",
  token: "ml_…",
  "FieldDefinition.key": "order_number",
  keys: ["order_number", "plan"],
  label: "Order number",
  color: "#6366f1",
  filename: "invoice.pdf",
  contentType: "application/pdf",
  size: 48213,
  priority: "normal",
  sequence: 4,
  sortOrder: 1,
  attempts: 1,
  expiresIn: 3600,
  nextCursor: null,
  message: "Done.",
  version: 1,
  livemode: true,
  enabled: true,
  notifyEmail: true,
  inboundEmailEnabled: true,
  "Attachment.status": "UPLOADED",
  "AuditLogEntry.entityType": "ticket",
  "ApiRequest.operation": "tickets.create",
  "ApiRequest.method": "POST",
  "ApiRequest.path": `/v1/brands/${sampleId("brand")}/tickets`,
  "ApiRequest.status": 422,
  "ApiRequest.durationMs": 4,
  ip: "203.0.113.7",
  "Comment.body": "It is on its way.",
  "Comment.authorType": "AGENT",
  "PortalComment.authorType": "STAFF",
  "Delivery.status": "SUCCESS",
  "Delivery.payload": { id: sampleId("event"), type: "ticket.created" },
  "Event.data": { id: sampleId("ticket"), publicId: "ACME-1042", title: "Where is my parcel?", status: "open" },
  replyMode: "MATCH",
  closedReply: "window",
  closedReplyWindowDays: 14,
  smsDailyLimit: 5000,
  isActive: true
}

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
  SimulatedText: { brandId: sampleId("brand"), from: "+14155550123", text: "It should have come on Friday." }
}

/** What members are ids of that are not named for it. */
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

/** An example of a member that holds ids, by its name; undefined for any other. */
const idNamed = (member: string): string | undefined => {
  const name = /^(\w+?)Ids?$/.exec(member)?.[1]
  if (name === undefined) return undefined
  const kind = kindsOfMembers[name] ?? kinds.find((known) => known === name)
  return kind === undefined ? undefined : sampleId(kind)
}

// `Object.keys` of a literal gives its keys.
const kinds = Object.keys(prefixes) as ReadonlyArray<Kind>

/** Gives every JSON body and answer of the document an example, made of its schema. */
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

/** Members that a short request shows besides the required ones. */
const shownOptional = new Set(["customerEmail", "body", "customFields", "name", "status", "enabled"])

const maxDepth = 6

/** An example of a schema's values; of a request, only with what it takes to be useful. */
const example = (document: Node, schema: Node, request = false, member = "", depth = 0, owner = ""): unknown => {
  const named =
    String(schema["$ref"] ?? "")
      .split("/")
      .at(-1) ?? ""
  if (request && named in requests) return requests[named]
  const node = resolve(document, schema)
  const sample = sampleOf(owner, member)
  if (node["enum"] !== undefined) return node["enum"].includes(sample) ? sample : node["enum"][0]
  if (node["examples"] !== undefined) return node["examples"][0]
  if (node["anyOf"] !== undefined) {
    const isNull = sample === null && node["anyOf"].some((one: Node) => one["type"] === "null")
    return isNull ? null : example(document, node["anyOf"][0], request, member, depth, owner)
  }
  if (isOf(sample, node)) return sample
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
    case "array":
      if (node["prefixItems"] !== undefined)
        return node["prefixItems"].map((item: Node) => example(document, item, request, member, depth + 1, owner))
      return depth + 1 >= maxDepth ? [] : [example(document, node["items"] ?? {}, request, member, depth + 1, owner)]
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

/** Whether a sample is of a schema's type; a schema without type takes anything. */
const isOf = (sample: unknown, { items = {}, properties, type }: Node): boolean => {
  if (sample === undefined || sample === null) return false
  if (Array.isArray(sample))
    return type === "array" && ("$ref" in items ? typeof sample[0] === "object" : isOf(sample[0], items))
  if (properties !== undefined)
    return typeof sample === "object" && Object.keys(sample).some((key) => key in properties)
  return type === undefined || (type === "integer" ? Number.isInteger(sample) : type === typeof sample)
}

const resolve = (document: Node, schema: Node): Node =>
  typeof schema["$ref"] === "string" ? document["components"].schemas[schema["$ref"].split("/").at(-1) ?? ""] : schema
