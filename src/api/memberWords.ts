import { ofMember } from "./ofMember.ts"
import { momentWords } from "./Shapes.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

/** Describes the members of schemas that have no description, or only one that says that they are a time or an id. */
export const describeMembers = (schemas: Readonly<Record<string, Node>>) => {
  for (const [schema, { properties = {} }] of Object.entries(schemas)) {
    describeOf(schema, properties)
    // The part of a comment that events contain.
    if (properties["comment"]?.properties !== undefined) describeOf(schema, properties["comment"].properties)
  }
}

const describeOf = (schema: string, properties: Node) => {
  for (const [name, member] of Object.entries<Node>(properties)) {
    const words = wordsOf(schema, name)
    const said: string = member["description"] ?? ""
    if (words === undefined || "$ref" in member || !(said === "" || isPlain(said))) continue
    member["description"] = said.startsWith("Id ") ? `${words} ${said}` : words
  }
}

const isPlain = (description: string) => description === momentWords || description.startsWith("Id that starts with ")

/**
 * Descriptions of members whose declaration has none, by name, or by `Schema.name` if a name has several meanings. Obvious
 * members (a title, a colour) have none.
 */
const memberWords: { readonly [member: string]: string } = {
  // Of every record
  accountId: "The account that it belongs to.",
  brandId: "The brand that it belongs to.",
  createdAt: "When it was created.",
  updatedAt: "When it was last changed.",
  deletedAt: "When it was deleted. Omitted unless it is deleted.",
  livemode: "false in test mode.",
  version: "Increases by one with every change. Used in `ETag` and `If-Match`.",
  metadata: "Your own JSON object.",
  sortOrder: "Position in the list, starting at 0.",
  expiresAt: "When it expires.",
  expiresIn: "Seconds until it expires.",
  success: "Always true. Failures return an error instead.",
  error: "Why it failed.",
  "Problem.status": "The HTTP status.",
  "Problem.code": "The error code, for programs.",

  // Tickets
  "Ticket.body": "Description, in plain text or Markdown.",
  customerEmail:
    "The customer's email address. An address under `.invalid` is a placeholder for a customer without one.",
  customerName: "The customer's name, if known.",
  customerId: "The customer.",
  "Ticket.status": "Key of its status. See the brand's statuses for their names.",
  status: "Its current state.",
  statusId: "Its status.",
  statusCategory:
    "Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.",
  closeReason: "Why it was closed, if a reason was given.",
  "Ticket.priority": "Defaults to `normal`.",
  source: "The channel that it came from.",
  "Ticket.origin": "Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`.",
  sourceId: "The channel's own id for it.",
  sourceData: "Data from the channel.",
  assigneeId: "The member assigned to it. Omitted or null if unassigned.",
  "TicketUpdate.customerEmail": "Moves the ticket to the customer with this address.",
  createdBy: "Who opened it, in the caller's own words. For a member, their email address.",
  categoryId: "Its category.",
  "Ticket.tags": "Its tags.",
  links: "Links to related pages.",
  participants: "Other people who wrote or were copied.",
  "Ticket.commentCount": "Number of comments, including internal notes, without deleted ones.",
  "Ticket.attachmentCount": "Number of uploaded files, including those of comments.",
  isSpam: "Whether it is marked as spam, which hides it from lists. The status does not change.",
  isAutomated: "true: written by a machine, such as an out-of-office reply.",
  dueAt: "A date to keep in mind. Nothing happens automatically.",
  firstRespondedAt: "When the team first replied publicly.",
  lastCustomerReplyAt: "When the customer last wrote.",
  lastAgentReplyAt: "When the team last replied publicly.",
  waitingSince: "Since when the customer has been waiting for a reply. Omitted if they are not waiting.",
  resolvedAt: "When it was resolved. Omitted once it is reopened.",
  closedAt: "When it was closed. Omitted once it is reopened.",
  reopenCount: "How many times it was reopened.",
  mergedIntoId: "The ticket that it was merged into.",
  followUpOfId: "The closed ticket that it follows up.",
  "Ticket.brand": "Its brand. Returned in lists across brands.",
  "PortalTicket.brand": "The brand that it was sent to.",
  targetTicketId: "Same as `id`.",
  mergedCount: "Number of tickets merged.",
  "BulkAnswer.failed": "Number of tickets that were not changed.",

  // Comments and files
  ticketId: "The ticket that it belongs to.",
  commentId: "The comment that it belongs to.",
  "Comment.body": "In plain text or Markdown.",
  visibility: "`internal`: a note that only the team sees.",
  isInternal: "true has the same meaning as `visibility: internal`.",
  authorType: "Who wrote it: the customer, the team, or a program.",
  "PortalComment.authorType": "Whether a customer or the team wrote it.",
  authorId: "The member, customer or API key that wrote it, or an id given by the caller.",
  authorName: "The author's name. Customers see the brand's name instead of an API key's.",
  parentId: "The comment of the same ticket that it replies to.",
  cc: "Who gets a copy of the email.",
  attachments: "The attached files.",
  deliveries: "Delivery status of the messages that carry it to the customer.",
  editedAt: "When its text was last edited. Omitted if it was never edited.",
  inline: "true: a picture within the text of an email.",
  contentId: "The Content-ID that the email's HTML refers to it by.",
  uploadedBy: "Who uploaded it, in the caller's own words.",
  contentType: "The declared media type.",
  "UploadTicket.method": "HTTP method for sending the bytes.",

  // Customers and companies
  emailIsPlaceholder: "true: `email` is a placeholder for a customer without an email address, and gets no email.",
  avatarUrl: "URL of a picture.",
  phone: "In E.164 form, such as +15550100.",
  companyId: "The company that they work for.",
  externalId: "Your own id for it.",
  identities: "The customer's addresses on other channels: `{channel, address}`.",
  "Customer.notifyEmail": "false: the customer gets no email at all.",
  isBlocked: "true: the customer's messages are filed as spam.",
  _count: "Number of related records.",

  // Brands
  slug: "Short name used in addresses, unique in the account.",
  ticketPrefix: "Prefix of ticket numbers, as in ACME-1042.",
  nextTicketNumber: "Number of the next ticket.",
  settings: "A JSON object for your own programs.",
  ticketSchema: "A JSON object that describes `customFields`. It is not enforced.",
  iconUrl: "URL of a small square picture.",
  logoUrl: "URL of the logo.",
  inboundEmailEnabled: "Whether the brand accepts email.",
  autoresponseEnabled: "Whether customers get an acknowledgement when they write by email or in the portal.",
  autoresponseSubject: "Subject of the acknowledgement, with placeholders.",
  autoresponseBody: "Text of the acknowledgement, with placeholders.",
  fromName: "Sender name in emails to customers. Defaults to the brand's name.",
  fromEmail: "The usual sender address.",
  replyMode: "`SINGLE`: replies come from `fromEmail`. `MATCH`: from the address that the customer wrote to.",
  inboundSpam: "What happens to email that looks like spam: it becomes a ticket marked as spam, or it is refused.",
  contactFormSenders: "Addresses of contact forms. Email from them is treated as sent by the `Reply-To` address.",
  portalOrigins: "Web origins that may use portal tokens of this brand.",
  replyStatus: "Status that a ticket gets after a public reply from an agent.",
  closedReply:
    "What happens when a message arrives on a closed ticket: reopen it, open a follow-up ticket, or reopen it only within the window.",
  closedReplyWindowDays: "Length of the window, in days.",
  assigneeOnReopen: "Whether a reopened ticket keeps its assignee.",
  smsDailyLimit: "Maximum number of text messages that all numbers of the brand together send within 24 hours.",
  smsEmailPrompt: "A text message that asks new customers for their email address.",
  ticketCount: "Number of tickets that would be deleted.",
  webhookCount: "Number of webhooks that would be deleted.",
  categoryCount: "Number of categories that would be deleted.",
  tagCount: "Number of tags that would be deleted.",
  customerCount: "Number of customers that would be deleted.",
  brandCount: "Number of brands that would be deleted.",
  apiKeyCount: "Number of API keys that would be deleted.",

  // Statuses and fields
  "Status.key": "The value of a ticket's `status`. It never changes.",
  category: "Meaning of the status; see `statusCategory` of tickets.",
  "Status.customerName": "The name shown to customers. Defaults to `name`.",
  isSystem: "Whether it is one of the four system statuses: `open`, `pending`, `resolved`, `closed`.",
  isDefault: "Whether new tickets get it. One status of each brand is the default.",
  isActive: "false: deactivated. Tickets that have it keep it.",
  "FieldDefinition.key": "The member of `customFields` that it describes. It never changes.",
  label: "The label of the input.",
  "FieldDefinition.type": "The kind of input. It never changes.",
  defaultValue: "The initial value of the input: any JSON value, null for none.",
  placeholder: "The placeholder shown in an empty input.",
  options: "The choices of a select or multiselect.",
  required: "A hint for forms; not enforced.",
  showOnCreate: "Whether to ask for it when a ticket is created.",
  showInTable: "Whether it is a column in lists.",
  showInDetail: "Whether it is shown next to the record.",
  "FieldDefinition.source": "Where the definition comes from. Free text.",

  // Webhooks and events
  "Webhook.url": "Where events are posted.",
  events: "Names and groups of the events it receives.",
  enabled: "false: nothing is sent.",
  "CustomChannel.enabled": "false: the channel neither receives nor sends.",
  "SmsNumber.enabled": "false: the number neither receives nor sends.",
  includeInternal: "Whether it receives events about internal notes too.",
  ordering: "`ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort.",
  ratePerSecond: "Maximum requests per second. Omitted: as fast as the receiver responds.",
  disabledReason:
    "Why it was disabled. `manual`: by a person. `gone`: the receiver answered 410. `failing`: five days without a success.",
  lastTriggered: "When something was last sent.",
  lastFailure: "When an attempt last failed.",
  previousSecretExpiresAt: "Until when events are also signed with the previous secret.",
  "Delivery.event": "The name of the event, as sent.",
  payload: "The event, as posted.",
  "Delivery.status":
    "`PENDING` waits for the first attempt, `RETRYING` for another one. `SUCCESS` and `FAILED` are final.",
  attempts: "Number of attempts.",
  lastAttempt: "When the last attempt was made.",
  nextAttempt: "When the next attempt is due.",
  responseCode: "HTTP status of the last response.",
  responseBody: "The first KiB of the last response.",
  "Delivery.error": "Why there was no response, such as `timeout` or `connection_refused`.",
  durationMs: "Duration of the last attempt, in milliseconds.",
  replayOf: "The delivery that it repeats.",
  attemptLog: "Every attempt, in order.",
  "DeliveryDay.succeeded": "Number of successful attempts.",
  "DeliveryDay.failed": "Number of failed attempts.",
  "DeliveryDay.p99Ms": "99th percentile of the duration of successful attempts, in milliseconds.",
  "WebhookTest.event": "The event to send a sample of. Defaults to `ticket.created`.",
  "SecretRotation.secret": "Your own secret. Generated if omitted.",
  "SecretRotation.overlapHours": "Hours for which the previous secret also signs. Defaults to 24.",
  "WebhookCreate.secret": "Your own secret. Generated if omitted.",
  "Event.event": "What happened.",
  actor: "Who caused it, and through which channel.",
  "EventActor.channel": "The channel that the actor used.",

  // Messages
  channel: "The channel that it is sent or received on.",
  from: "The sender.",
  to: "The recipient.",
  "InboundMessage.status":
    "`received`: not processed yet. `duplicate` and `ignored`: no effect. `failed`: can be reprocessed.",
  outcome: "What it became.",
  processedAt: "When it was processed.",
  receivedAt: "When it was received.",
  replyAddress: "The address that a reply goes to.",
  inReplyTo: "Message-ID of the email that it replies to.",
  references: "Message-IDs of the conversation, oldest first.",
  "MessageDelivery.error": "Why it was not sent or delivered.",

  // Keys, sessions and members
  "ApiRequest.method": "The HTTP method.",
  "ApiKey.name": "A name for the key.",
  prefix: "The first twelve characters of the secret.",
  allBrands: "true: all brands, including future ones.",
  brandIds: "The brands that it can access. Empty if it can access all brands.",
  lastUsedAt: "When it was last used, to the minute.",
  sessionToken: "`stk_…`: a bearer credential for programs. Browsers use the cookie.",
  userAgent: "The user agent of the browser or program.",
  role: "What the member may do.",
  brandAssignment: "The brands that the member can access. Owners and admins can access all brands.",
  "Member.status": "`pending`: invited, but the member has not signed in yet.",
  sentAt: "For an open invitation: when it was last emailed.",
  lastActiveAt: "When the member was last active.",
  notifyOnComment: "Whether to notify of comments.",
  notifyOnStatusChange: "Whether to notify of status changes.",
  addedBy: "Who added it.",
  addedAt: "When it was added.",
  ticketsTotal: "Number of tickets that are not spam, deleted or merged.",
  brandsCount: "Number of brands that the caller can access.",
  tokenType: "How to send it: `Authorization: Bearer …`.",

  // Channels
  verified: "Whether the brand has proved that it owns it.",
  verifiedAt: "When it was verified.",
  isPrimary: "Whether it is used for email without a more specific sender.",
  records: "The DNS records to create.",
  lastInboundAt: "When the last message was received on it.",
  lastOutboundAt: "When the last message was sent on it.",
  lastError: "The last error.",
  "CustomChannel.source": "The `source` of the channel's tickets.",
  "ChannelReceipt.status": "The delivery status to report.",
  callbackUrl: "Where messages to customers are posted.",
  restarts: "How many times it has restarted after a failure.",
  backlog: "Work that is waiting.",
  lastActivityAt: "When it was last active."
}

const wordsOf = ofMember(memberWords)
