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

/** Bytes of each free JSON object of a brand. */
const maxObject = 64 * 1024

const placeholders = "Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}."

const writable = {
  slug: optional(slug).annotate({
    description:
      "Short name in addresses, unique in the account; made from the name when left out, with a number if another brand has that."
  }),
  ticketPrefix: optional(ticketPrefix).annotate({
    description: "Stands before ticket numbers, as in ACME-1042; the initials of the name when left out."
  }),
  ticketNumberStart: optional(integer(1, 1_000_000_000)).annotate({
    description: "Number of the next ticket; never lower than it is."
  }),
  url: clearable(Url),
  iconUrl: clearable(Url),
  logoUrl: clearable(Url),
  color: clearable(Color),
  settings: optional(jsonObjectOrNull(maxObject)),
  metadata: optional(jsonObjectOrNull(16 * 1024)),
  ticketSchema: optional(jsonObjectOrNull(maxObject)),
  inboundEmailEnabled: optional(Schema.Boolean).annotate({
    description: "Whether mail to the brand is taken; true to begin with."
  }),
  autoresponseEnabled: optional(Schema.Boolean).annotate({
    description:
      "Whether customers are told that what they wrote by mail or in the portal has arrived; false to begin with."
  }),
  autoresponseSubject: clearable(oneLine(200)).annotate({ description: placeholders }),
  autoresponseBody: clearable(lines(20_000)).annotate({ description: placeholders }),
  fromName: clearable(oneLine(100)).annotate({
    description: "Name over mail to customers; the brand's when left out."
  }),
  fromEmail: clearable(Email).annotate({ description: "Usual sender, on a verified OUTBOUND domain of the brand." }),
  replyMode: optional(replyModes).annotate({
    description: "SINGLE: always send from `fromEmail`. MATCH: from the address that the customer wrote to."
  }),
  inboundSpam: optional(spamPolicies).annotate({
    description:
      "Mail whose sender's domain disowns it (DMARC), or that a trusted relay calls spam. mark: a ticket that is marked as spam. reject: refused with 554 while the sender is connected."
  }),
  contactFormSenders: optional(listOf(Email, 20)).annotate({
    description: "Addresses of contact forms: mail from them is from whom `Reply-To` names, unless it fails DMARC."
  }),
  portalOrigins: optional(listOf(origin, 50)).annotate({
    description: "Web origins that may use portal tokens of this brand."
  }),
  replyStatus: optional(replyStatuses).annotate({
    description: "Status of a ticket after a public reply of an agent."
  }),
  closedReply: optional(closedReplies).annotate({
    description: "What a message on a closed ticket does: reopen it, open a follow-up, or reopen within the window."
  }),
  closedReplyWindowDays: optional(integer(0, 3650)).annotate({ description: "Days of the window." }),
  assigneeOnReopen: optional(assigneesOnReopen).annotate({
    description: "Whether a ticket that is reopened keeps its assignee."
  }),
  smsDailyLimit: optional(integer(4, 10_000_000)).annotate({
    description:
      "Text messages that go out by all numbers of the brand together within 24 hours; 5,000 to begin with. What would be more waits, and its delivery says so."
  }),
  smsEmailPrompt: clearable(lines(480)).annotate({
    description:
      "A question for their e-mail address, which customers who write by text message for the first time are sent once, as a text message. Nobody is asked when it is left out."
  })
}

export const BrandCreate = Schema.Struct({ name: oneLine(100), ...writable }).annotate({ identifier: "BrandCreate" })
export const BrandUpdate = Schema.Struct({ name: optional(oneLine(100)), ...writable }).annotate({
  identifier: "BrandUpdate"
})

/** Any object, as a whole: `B/schema`. */
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
  inboundEmail: Schema.String.annotate({ description: "Mail to this address opens tickets; it works without set-up." }),
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
    description: "When it was deleted; it can be restored for 30 days from then. Left out of brands that are there."
  }),
  detailsTruncated: some(Schema.Boolean).annotate({
    description:
      "True where `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody` are left out: a list has the first 16 MiB of these. Get the brand for all of it."
  })
}).annotate({ identifier: "Brand", description: "A workspace under the account, with its own queue and settings." })

export const BrandContents = Schema.Struct({
  ticketCount: Schema.Int,
  webhookCount: Schema.Int,
  categoryCount: Schema.Int,
  tagCount: Schema.Int,
  customerCount: Schema.Int
}).annotate({ identifier: "BrandContents", description: "What deleting the brand would take with it." })
