import { Schema } from "effect"
import { FieldDefinitions } from "./FieldPayloads.ts"
import {
  Color,
  clearable,
  Email,
  integer,
  jsonObject,
  jsonObjectOrNull,
  lines,
  listOf,
  matching,
  oneLine,
  optional,
  Url
} from "./Fields.ts"
import { AnyObject, idLike, Moment, some } from "./Shapes.ts"

const slug = matching(
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
  "must be 1 to 63 lower-case letters, digits and hyphens, and neither begin nor end with a hyphen"
)
const ticketPrefix = matching(/^[A-Za-z0-9]{1,10}$/, "must be 1 to 10 letters and digits")
const origin = matching(
  /^https?:\/\/[^/?#\s@]{1,255}\/?$/,
  "must be an origin such as https://www.example.com",
  URL.canParse
)
const replyModes = Schema.Literals(["SINGLE", "MATCH"])
const spamPolicies = Schema.Literals(["mark", "reject"])
const replyStatuses = Schema.Literals(["keep", "pending", "resolved"])
const closedReplies = Schema.Literals(["reopen", "follow_up", "window"])
const assigneesOnReopen = Schema.Literals(["keep", "unassign"])

/** Bytes of each free-form JSON object of a brand. */
const maxObject = 64 * 1024

const placeholders = "Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}."

const writable = {
  slug: optional(slug).annotate({
    description:
      "Short name used in addresses, unique in the account. By default it is made from the name, with a number appended if another brand already uses it."
  }),
  ticketPrefix: optional(ticketPrefix).annotate({
    description: "Prefix of ticket numbers, as in ACME-1042. Defaults to the initials of the name."
  }),
  ticketNumberStart: optional(integer(1, 1_000_000_000)).annotate({
    description: "Number of the next ticket. It cannot be lower than the current one."
  }),
  url: clearable(Url),
  iconUrl: clearable(Url),
  logoUrl: clearable(Url),
  color: clearable(Color),
  settings: optional(jsonObjectOrNull(maxObject)),
  metadata: optional(jsonObjectOrNull(16 * 1024)),
  ticketSchema: optional(jsonObjectOrNull(maxObject)),
  inboundEmailEnabled: optional(Schema.Boolean).annotate({
    description: "Whether the brand accepts email. Defaults to true."
  }),
  autoresponseEnabled: optional(Schema.Boolean).annotate({
    description:
      "Whether customers get an acknowledgement when they write by email or in the portal. Defaults to false."
  }),
  autoresponseSubject: clearable(oneLine(200)).annotate({ description: placeholders }),
  autoresponseBody: clearable(lines(20_000)).annotate({ description: placeholders }),
  fromName: clearable(oneLine(100)).annotate({
    description: "Sender name in emails to customers. Defaults to the brand's name."
  }),
  fromEmail: clearable(Email).annotate({
    description: "The usual sender address, on a verified OUTBOUND domain of the brand."
  }),
  replyMode: optional(replyModes).annotate({
    description: "SINGLE: always send from `fromEmail`. MATCH: send from the address that the customer wrote to."
  }),
  inboundSpam: optional(spamPolicies).annotate({
    description:
      "What to do with email that fails the sender domain's DMARC policy or that a trusted relay marks as spam. mark: create a ticket marked as spam. reject: refuse it with 554 during the SMTP session."
  }),
  contactFormSenders: optional(listOf(Email, 20)).annotate({
    description:
      "Addresses of contact forms. Email from them is treated as sent by the `Reply-To` address, unless it fails DMARC."
  }),
  portalOrigins: optional(listOf(origin, 50)).annotate({
    description: "Web origins that may use portal tokens of this brand."
  }),
  replyStatus: optional(replyStatuses).annotate({
    description: "Status that a ticket gets after a public reply from an agent."
  }),
  closedReply: optional(closedReplies).annotate({
    description:
      "What happens when a message arrives on a closed ticket: reopen it, open a follow-up ticket, or reopen it only within the window."
  }),
  closedReplyWindowDays: optional(integer(0, 3650)).annotate({ description: "Length of the window, in days." }),
  assigneeOnReopen: optional(assigneesOnReopen).annotate({
    description: "Whether a reopened ticket keeps its assignee."
  }),
  smsDailyLimit: optional(integer(4, 10_000_000)).annotate({
    description:
      "Text messages that all numbers of the brand together can send within 24 hours. Defaults to 5,000. Messages over the limit wait, and their deliveries say so."
  }),
  smsEmailPrompt: clearable(lines(480)).annotate({
    description:
      "A text message that asks customers for their email address. It is sent once, when a customer writes by text message for the first time. If omitted, nobody is asked."
  })
}

export const BrandCreate = Schema.Struct({ name: oneLine(100), ...writable }).annotate({ identifier: "BrandCreate" })
export const BrandUpdate = Schema.Struct({ name: optional(oneLine(100)), ...writable }).annotate({
  identifier: "BrandUpdate"
})

/** Any object, as the whole body of `/brands/{brandId}/schema`. */
export const TicketSchema = jsonObject(maxObject)

export const Brand = Schema.Struct({
  id: idLike("br"),
  accountId: idLike("acct"),
  livemode: Schema.Boolean,
  name: Schema.String,
  slug: Schema.String,
  ticketPrefix: Schema.String,
  nextTicketNumber: Schema.Int,
  url: some(Schema.String),
  iconUrl: some(Schema.String),
  logoUrl: some(Schema.String),
  color: some(Schema.String),
  settings: some(AnyObject),
  metadata: some(AnyObject),
  ticketSchema: some(AnyObject),
  fieldDefinitions: some(FieldDefinitions),
  inboundEmail: Schema.String.annotate({
    description: "Email to this address opens tickets. It works without any setup."
  }),
  inboundEmailEnabled: Schema.Boolean,
  autoresponseEnabled: Schema.Boolean,
  autoresponseSubject: some(Schema.String),
  autoresponseBody: some(Schema.String),
  fromName: some(Schema.String),
  fromEmail: some(Schema.String),
  replyMode: replyModes,
  inboundSpam: spamPolicies,
  contactFormSenders: Schema.Array(Schema.String),
  portalOrigins: Schema.Array(Schema.String),
  replyStatus: replyStatuses,
  closedReply: closedReplies,
  closedReplyWindowDays: Schema.Int,
  assigneeOnReopen: assigneesOnReopen,
  smsDailyLimit: Schema.Int,
  smsEmailPrompt: some(Schema.String),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment,
  deletedAt: some(Moment).annotate({
    description:
      "When the brand was deleted. It can be restored for 30 days after that. Omitted unless the brand is deleted."
  }),
  detailsTruncated: some(Schema.Boolean).annotate({
    description:
      "True if `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody` are omitted: a list includes only the first 16 MiB of these. Get the brand to read them."
  })
}).annotate({ identifier: "Brand", description: "A workspace in the account, with its own queue and settings." })

export const BrandContents = Schema.Struct({
  ticketCount: Schema.Int,
  webhookCount: Schema.Int,
  categoryCount: Schema.Int,
  tagCount: Schema.Int,
  customerCount: Schema.Int
}).annotate({ identifier: "BrandContents", description: "What is deleted along with the brand." })
