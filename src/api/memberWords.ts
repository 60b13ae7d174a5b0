import { ofMember } from "./ofMember.ts"
import { momentWords } from "./Shapes.ts"

/** A JSON object of the document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

/** Gives words to the members of schemas that have none, or say of themselves no more than that they are a time or an id. */
export const describeMembers = (schemas: Readonly<Record<string, Node>>) => {
  for (const [schema, { properties = {} }] of Object.entries(schemas)) {
    describeOf(schema, properties)
    // What its events tell of a comment are members of a comment.
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
 * What members mean whose declaration does not say it, by their name, or by `Schema.name` where one name has several
 * meanings. What needs no words (a title, a colour) has none.
 */
const memberWords: { readonly [member: string]: string } = {
  // Of every record
  accountId: "The account that it belongs to.",
  brandId: "The brand that it is in.",
  createdAt: "When it was made.",
  updatedAt: "When it was changed last.",
  deletedAt: "When it was deleted; left out of what is there.",
  livemode: "false in test mode.",
  version: "Rises by one with every change; `ETag` and `If-Match` name it.",
  metadata: "Your own JSON object.",
  sortOrder: "Its place in the list, from 0.",
  expiresAt: "When it ends.",
  expiresIn: "Seconds until it ends.",
  success: "Always true: what failed answers an error.",
  error: "Why it failed.",
  "Problem.status": "The HTTP status.",
  "Problem.code": "What went wrong, for programs.",

  // Tickets
  "Ticket.body": "Description, in text or Markdown.",
  customerEmail: "The customer's address; one under `.invalid` stands for somebody who has none.",
  customerName: "The customer's name, where it is known.",
  customerId: "The customer.",
  "Ticket.status": "Key of its status; the brand's statuses say what each is called.",
  status: "Where it stands.",
  statusId: "Its status.",
  statusCategory:
    "What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.",
  closeReason: "Why it was closed, where somebody said so.",
  "Ticket.priority": "`normal` unless somebody chose another.",
  source: "The channel that it came by.",
  "Ticket.origin": "The same more coarsely: `web` is `api`, Slack and Discord are `chat`.",
  sourceId: "The channel's own id of it.",
  sourceData: "What the channel told of it.",
  assigneeId: "The member who works on it; nobody where it is left out or null.",
  "TicketUpdate.customerEmail": "Moves the ticket to the customer who has this address.",
  createdBy: "Who opened it, in the caller's own words; of a member the address.",
  categoryId: "What it is about.",
  "Ticket.tags": "What it is marked with.",
  links: "Addresses that belong to it.",
  participants: "Others who wrote, or were copied.",
  "Ticket.commentCount": "Comments that are not deleted, notes included.",
  "Ticket.attachmentCount": "Uploaded files, those of comments included.",
  isSpam: "Marked as spam, which hides it from lists; its status is kept.",
  isAutomated: "true: a machine wrote it, such as an out-of-office reply.",
  dueAt: "A date to keep in view; nothing happens by itself.",
  firstRespondedAt: "When the team answered in public for the first time.",
  lastCustomerReplyAt: "When the customer wrote last.",
  lastAgentReplyAt: "When the team answered in public last.",
  waitingSince: "Since when the customer waits for an answer; left out while nobody waits.",
  resolvedAt: "When it was resolved; left out once it is open again.",
  closedAt: "When it was closed; left out once it is open again.",
  reopenCount: "How often it was opened again.",
  mergedIntoId: "The ticket that it was merged into.",
  followUpOfId: "The closed ticket that it goes on with.",
  "Ticket.brand": "On lists of all brands: its brand.",
  "PortalTicket.brand": "The brand that it was sent to.",
  targetTicketId: "Same as `id`.",
  mergedCount: "How many they are.",
  "BulkAnswer.failed": "Tickets for which it was not done.",

  // Comments and files
  ticketId: "The ticket that it belongs to.",
  commentId: "The comment that it belongs to.",
  "Comment.body": "In text or Markdown.",
  visibility: "`internal`: a note that only the team sees.",
  isInternal: "true: the same as `visibility: internal`.",
  authorType: "Who wrote it: the customer, the team, or a program.",
  authorId: "The member, customer or API key who wrote it, or what the caller said.",
  authorName: "Their name; customers read the brand's in place of a key's.",
  parentId: "The comment of the same ticket that it answers.",
  cc: "Who gets a copy of the mail.",
  attachments: "Its files.",
  deliveries: "How far the messages came that carry it to the customer.",
  editedAt: "When its text was changed last; left out of what nobody changed.",
  inline: "true: a picture within a mail's text.",
  contentId: "The Content-ID by which the mail's HTML names it.",
  uploadedBy: "Who sent it, in the caller's own words.",
  contentType: "Its media type, as declared.",
  method: "How the bytes are sent.",

  // Customers and companies
  emailIsPlaceholder: "true: `email` stands for somebody who has none, and gets no mail.",
  avatarUrl: "Address of a picture.",
  phone: "In E.164 form, such as +15550100.",
  companyId: "The company that they work for.",
  externalId: "Your own id of it.",
  identities: "What they are known by on channels: `{channel, address}`.",
  "Customer.notifyEmail": "false: gets no mail at all.",
  isBlocked: "true: what they write is filed as spam.",
  _count: "How many records belong to it.",

  // Brands
  slug: "Short name in addresses, unique in the account.",
  ticketPrefix: "Stands before ticket numbers, as in ACME-1042.",
  nextTicketNumber: "Number of the next ticket.",
  settings: "A free JSON object for your own programs.",
  ticketSchema: "A free JSON object that describes `customFields`; nothing is checked by it.",
  iconUrl: "Address of a small square picture.",
  logoUrl: "Address of the logo.",
  inboundEmailEnabled: "Whether mail to the brand is taken.",
  autoresponseEnabled: "Whether customers are told that what they wrote by mail or in the portal has arrived.",
  autoresponseSubject: "Subject of that mail, with placeholders.",
  autoresponseBody: "Text of that mail, with placeholders.",
  fromName: "Name over mail to customers; the brand's when left out.",
  fromEmail: "Usual sender.",
  replyMode: "`SINGLE`: answers come from `fromEmail`. `MATCH`: from the address that the customer wrote to.",
  inboundSpam: "What becomes of mail that is spam by its looks: a marked ticket, or a refusal.",
  contactFormSenders: "Addresses of contact forms: mail from them is from whom `Reply-To` names.",
  portalOrigins: "Web origins that may use portal tokens of this brand.",
  replyStatus: "Status of a ticket after a public reply of an agent.",
  closedReply: "What a message on a closed ticket does: reopen it, open a follow-up, or reopen it within the window.",
  closedReplyWindowDays: "Days of the window.",
  assigneeOnReopen: "Whether a ticket that is reopened keeps its assignee.",
  smsDailyLimit: "Text messages that all numbers of the brand send within 24 hours at most.",
  smsEmailPrompt: "A question for their address that new customers are sent by text message.",
  ticketCount: "Tickets that would go.",
  webhookCount: "Webhooks that would go.",
  categoryCount: "Categories that would go.",
  tagCount: "Tags that would go.",
  customerCount: "Customers that would go.",
  brandCount: "Brands that would go.",
  apiKeyCount: "API keys that would go.",

  // Statuses and fields
  "Status.key": "What `status` of a ticket says; never changes.",
  category: "What it comes to; see `statusCategory` of tickets.",
  "Status.customerName": "What customers read; the name when nobody chose another.",
  isSystem: "One of the four that are always there: `open`, `pending`, `resolved`, `closed`.",
  isDefault: "The status of new tickets; one of a brand is.",
  isActive: "false: retired. Tickets that have it keep it.",
  "FieldDefinition.key": "The member of `customFields` that it fills; never changes.",
  label: "What is written over the input.",
  "FieldDefinition.type": "The kind of input; never changes.",
  defaultValue: "What the input holds to begin with.",
  placeholder: "What is shown in an empty input.",
  options: "What a select or multiselect offers.",
  required: "A hint for forms; nothing is refused for it.",
  showOnCreate: "Asked for when a ticket is opened.",
  showInTable: "Shown as a column of lists.",
  showInDetail: "Shown beside the record.",
  "FieldDefinition.source": "Where the definition comes from, in your own words.",

  // Webhooks and events
  "Webhook.url": "Where events are posted.",
  events: "Names and groups of the events that it hears of.",
  enabled: "false: nothing is sent by it.",
  "CustomChannel.enabled": "false: nothing comes in or is sent by it.",
  "SmsNumber.enabled": "false: nothing comes in or is sent by it.",
  includeInternal: "Also events of internal notes.",
  ordering: "`ticket`: the next event of a ticket waits for the one before it. `none`: best effort.",
  ratePerSecond: "Most requests in a second; left out for as fast as the receiver answers.",
  disabledReason: "Who switched it off: `manual`, somebody; `gone`, a 410; `failing`, five days without success.",
  lastTriggered: "When something was sent last.",
  lastFailure: "When an attempt failed last.",
  previousSecretExpiresAt: "Until when the previous secret signs, too.",
  "Delivery.event": "The event's name, as it was sent.",
  payload: "What is posted: the event.",
  "Delivery.status": "`PENDING` waits for its first attempt, `RETRYING` for another; `SUCCESS` and `FAILED` are over.",
  attempts: "How often it was tried.",
  lastAttempt: "When it was tried last.",
  nextAttempt: "When it is tried next.",
  responseCode: "HTTP status of the last answer.",
  responseBody: "The first KiB of the last answer.",
  "Delivery.error": "Why nothing came back, such as `timeout` or `connection_refused`.",
  durationMs: "Milliseconds of the last attempt.",
  replayOf: "The delivery that it repeats.",
  attemptLog: "Every attempt, in order.",
  "DeliveryDay.succeeded": "Attempts that succeeded.",
  "DeliveryDay.failed": "Attempts that failed.",
  "DeliveryDay.p99Ms": "Milliseconds that 99 of 100 of them took at most.",
  "WebhookTest.event": "Which event the sample is of; `ticket.created` when left out.",
  "SecretRotation.secret": "Your own secret; made when left out.",
  "SecretRotation.overlapHours": "Hours for which the previous secret signs, too; 24 when left out.",
  "WebhookCreate.secret": "Your own secret; made when left out.",
  "Event.event": "What happened.",
  actor: "Who did it, and by which way.",

  // Messages
  channel: "By which way it goes, or came.",
  from: "Who it is from.",
  to: "Who it is to.",
  "InboundMessage.status":
    "`received` waits to be read; `duplicate` and `ignored` change nothing; `failed` can be reprocessed.",
  outcome: "What it became.",
  processedAt: "When it was read.",
  receivedAt: "When it came in.",
  replyAddress: "The address that an answer goes to.",
  inReplyTo: "Message-ID of the mail that it answers.",
  references: "Message-IDs of the conversation, oldest first.",
  "MessageDelivery.error": "Why it was not sent or delivered.",

  // Keys, sessions and members
  "ApiKey.name": "What you call it.",
  prefix: "First twelve characters of the secret.",
  allBrands: "true: all brands, present and future.",
  brandIds: "The brands that it reaches; empty where it reaches all.",
  lastUsedAt: "When it was used last, to the minute.",
  sessionToken: "`stk_…`: a bearer credential for programs; browsers have the cookie.",
  userAgent: "What the browser or program calls itself.",
  role: "What the member may do.",
  brandAssignment: "The brands that the member sees; owners and admins see all.",
  "Member.status": "`pending`: invited, and has not come yet.",
  sentAt: "Of an open invitation: when it was mailed last.",
  lastActiveAt: "When the member was last there.",
  notifyOnComment: "Told of comments.",
  notifyOnStatusChange: "Told of another status.",
  addedBy: "Who added it.",
  addedAt: "When it was added.",
  ticketsTotal: "Tickets that are neither spam nor deleted nor merged.",
  brandsCount: "Brands that the caller sees.",
  tokenType: "How it is sent: `Authorization: Bearer …`.",

  // Channels
  verified: "Proved to be the brand's.",
  verifiedAt: "When that was proved.",
  isPrimary: "What mail goes by that has no other way.",
  records: "The DNS records that it should have.",
  lastInboundAt: "When the last message came by it.",
  lastOutboundAt: "When the last message went by it.",
  lastError: "What went wrong last.",
  "CustomChannel.source": "The `source` of its tickets.",
  callbackUrl: "Where messages to customers are posted.",
  restarts: "How often it began again after it had failed.",
  backlog: "What waits for it.",
  lastActivityAt: "When it last did something."
}

const wordsOf = ofMember(memberWords)
