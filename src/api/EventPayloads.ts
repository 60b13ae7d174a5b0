import { Schema } from "effect"
import { type EventType, eventTypes } from "../domain/Event.ts"
import { refusalCauses } from "../domain/refusalCause.ts"
import { Attachment } from "./AttachmentPayloads.ts"
import { Comment } from "./CommentsApi.ts"
import { Customer } from "./CustomerPayloads.ts"
import { OutboundMessage } from "./MessagePayloads.ts"
import { AnyObject, growing, idLike, Moment, some } from "./Shapes.ts"
import { Ticket } from "./TicketPayloads.ts"

const eventId = idLike("evt").annotate({ description: "The same on every attempt and for every webhook." })

const Actor = Schema.Struct({
  type: growing(["agent", "customer", "api_key", "system"]),
  id: Schema.NullOr(Schema.String).annotate({ description: "Id of the member, customer or API key." }),
  name: Schema.NullOr(Schema.String),
  channel: growing(["api", "dashboard", "portal", "email", "chat", "sms", "custom", "system"])
}).annotate({ identifier: "EventActor", description: "Who caused it, and through which channel." })

/** Members of all events besides id, name and data. */
const facts = {
  brand_id: idLike("br").annotate({ description: "Same as `brandId`." }),
  brandId: idLike("br"),
  accountId: idLike("acct"),
  livemode: Schema.Boolean.annotate({ description: "false in test mode." }),
  timestamp: Moment.annotate({ description: "When it happened." }),
  createdAt: Moment.annotate({ description: "Same as `timestamp`." }),
  sequence: Schema.NullOr(Schema.Int).annotate({
    description:
      "Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket."
  }),
  causationId: Schema.String.annotate({ description: "The same for all events caused by one command." }),
  actor: Actor
}

/** The envelope of an event in the feed. */
export const EventEnvelope = Schema.Struct({
  id: eventId,
  event: growing(eventTypes),
  type: growing(eventTypes).annotate({ description: "Same as `event`." }),
  ...facts,
  data: AnyObject.annotate({
    description:
      "Depends on the type, like the body of the webhook of that type. For permanently deleted records it contains only ids."
  })
}).annotate({ identifier: "Event", description: "Something that happened." })

const nullable = Schema.NullOr

const customer = {
  customerId: nullable(idLike("cus")),
  customerEmail: nullable(Schema.String),
  customerName: nullable(Schema.String),
  purged: some(Schema.Literal(true)).annotate({
    description: "The record was permanently deleted or its customer erased. Older events contain only ids."
  })
}

const bodyTruncated = some(Schema.Literal(true)).annotate({ description: "`body` was truncated." })

const ticketFields = Ticket.fields

const ticket = {
  id: ticketFields.id,
  brandId: ticketFields.brandId,
  ticketNumber: ticketFields.ticketNumber,
  publicId: ticketFields.publicId,
  title: ticketFields.title,
  body: nullable(Schema.String).annotate({ description: "Truncated at 64 KiB; `bodyTruncated` is then true." }),
  bodyTruncated,
  status: ticketFields.status,
  statusCategory: ticketFields.statusCategory,
  closeReason: nullable(Schema.String),
  priority: ticketFields.priority,
  source: ticketFields.source,
  origin: ticketFields.origin,
  assigneeId: nullable(idLike("mem")),
  categoryId: nullable(idLike("cat")),
  tags: Schema.Array(Schema.Struct({ id: idLike("tag"), name: Schema.String })),
  isSpam: ticketFields.isSpam,
  mergedIntoId: nullable(idLike("tkt")),
  followUpOfId: nullable(idLike("tkt")),
  links: nullable(ticketFields.links.schema),
  participants: nullable(ticketFields.participants.schema),
  dueAt: nullable(Moment),
  customFields: ticketFields.customFields,
  metadata: ticketFields.metadata,
  version: ticketFields.version,
  createdAt: ticketFields.createdAt,
  updatedAt: ticketFields.updatedAt,
  ...customer
}

const { contentType, filename, id: fileId, size } = Attachment.fields
const files = Schema.Array(Schema.Struct({ id: fileId, filename, contentType, size }))

const ticketNumber = Schema.String.annotate({ description: "The ticket's public number, such as ACME-1042." })

const aboutTicket = {
  ticketId: idLike("tkt"),
  ticketNumber,
  ...customer
}

/** The state of a ticket after a change of its comments or files, which also changes its version. */
const TicketHead = Schema.Struct({
  id: idLike("tkt"),
  status: ticketFields.status,
  statusCategory: ticketFields.statusCategory,
  assigneeId: nullable(idLike("mem")),
  version: ticketFields.version,
  updatedAt: Moment
}).annotate({ identifier: "TicketHead", description: "The ticket after the change. Its version is one higher." })

const changes = Schema.Array(Schema.String).annotate({ description: "Names of the members that changed." })
const changed = {
  changes,
  diff: Schema.Record(Schema.String, Schema.Struct({ from: Schema.Unknown, to: Schema.Unknown })).annotate({
    description: "Values before and after the change, without `body` and without values over 16 KiB."
  })
}

const commentFields = Comment.fields

const comment = {
  ...aboutTicket,
  comment: Schema.Struct({
    id: commentFields.id,
    body: Schema.String.annotate({ description: "Truncated at 64 KiB; `bodyTruncated` is then true." }),
    bodyTruncated,
    authorId: nullable(Schema.String),
    authorName: nullable(Schema.String),
    authorType: commentFields.authorType,
    visibility: commentFields.visibility,
    parentId: nullable(idLike("cmt")),
    source: commentFields.source,
    isAutomated: Schema.Boolean,
    sendAt: some(Moment).annotate({
      description:
        "Only if the comment is delayed: when it is sent and customers can see it. Until then it can be taken back."
    }),
    attachments: files,
    cc: commentFields.cc,
    links: commentFields.links,
    metadata: commentFields.metadata,
    version: commentFields.version,
    createdAt: Moment,
    updatedAt: Moment
  }),
  ticket: TicketHead
}

const { _count, company, ...person } = Customer.fields

const customerRecord = {
  ...person,
  deletedAt: some(Moment),
  mergedIntoId: some(idLike("cus")).annotate({ description: "The customer that this one was merged into." }),
  erasedAt: some(Moment).annotate({
    description: "When everything known about the customer was erased. Receivers should erase it too."
  }),
  purged: customer.purged
}

const attachment = { ...aboutTicket, attachment: Attachment, ticket: TicketHead }

const message = { ...aboutTicket, commentId: nullable(idLike("cmt")), message: OutboundMessage }

const refusal = {
  permanent: Schema.Boolean.annotate({ description: "Whether another attempt would fail too." }),
  cause: growing(refusalCauses).annotate({
    description:
      "`no_mailbox`: no email is sent to the address for a while. `policy`: the email was classified as spam, or SPF, DKIM or DMARC failed."
  })
}

const ticketChange = {
  ...ticket,
  previousStatus: nullable(Schema.String).annotate({ description: "Key of the previous status." })
}
const TicketChange = Schema.Struct(ticketChange).annotate({
  identifier: "EventTicketChange",
  description: "A ticket and its previous status."
})
const EventComment = Schema.Struct(comment).annotate({
  identifier: "EventComment",
  description: "A comment in an event, with its ticket."
})
const EventCustomerRecord = Schema.Struct(customerRecord).annotate({
  identifier: "EventCustomerRecord",
  description: "A customer in an event, including hidden customers."
})
const EventAttachment = Schema.Struct(attachment).annotate({ identifier: "EventAttachment" })
const EventMessage = Schema.Struct(message).annotate({ identifier: "EventMessage" })
const EventRefusal = Schema.Struct({ ...message, ...refusal }).annotate({ identifier: "EventRefusal" })

/** When each kind of event occurs, and its data. */
const kinds: { readonly [Type in EventType]: readonly [when: string, data: Schema.Codec<unknown, unknown>] } = {
  "ticket.created": [
    "A ticket was created, on any channel.",
    Schema.Struct({ ...ticket, attachments: files }).annotate({ identifier: "EventNewTicket" })
  ],
  "ticket.updated": [
    "Fields of a ticket changed. Changes to nothing but counters, dates and the version are not reported.",
    Schema.Struct({ ...ticket, ...changed }).annotate({ identifier: "EventTicketUpdate" })
  ],
  "ticket.resolved": ["A ticket was resolved. Follows the corresponding `ticket.updated`.", TicketChange],
  "ticket.closed": ["A ticket was closed. Follows the corresponding `ticket.updated`.", TicketChange],
  "ticket.reopened": [
    "A resolved or closed ticket was reopened. Follows the corresponding `ticket.updated`.",
    TicketChange
  ],
  "ticket.deleted": [
    "A ticket was moved to the trash or permanently deleted.",
    Schema.Struct({
      ...ticketChange,
      deletedAt: Moment,
      permanent: Schema.Boolean.annotate({
        description: "true: the ticket was permanently deleted, whether or not it was in the trash."
      })
    }).annotate({ identifier: "EventTicketDeletion" })
  ],
  "ticket.restored": ["A ticket was restored from the trash.", TicketChange],
  "ticket.spam_marked": ["A ticket was marked as spam.", TicketChange],
  "ticket.spam_unmarked": ["A ticket is no longer marked as spam.", TicketChange],
  "ticket.merged": [
    "A ticket was merged into another, which now has its comments and files.",
    Schema.Struct({
      ...ticket,
      sourceId: idLike("tkt").annotate({ description: "The ticket that was merged. Same as `id`." }),
      targetId: idLike("tkt").annotate({ description: "The ticket that it was merged into." }),
      targetTicketNumber: Schema.Int,
      openingCommentId: idLike("cmt").annotate({
        description:
          "The comment on the target that contains the source's original message; the next `comment.created` reports it. Files of the source that belonged to no comment now belong to this one."
      })
    }).annotate({ identifier: "EventTicketMerge" })
  ],
  "comment.created": [
    "A public reply was written, or, for webhooks with `includeInternal`, an internal note. A webhook that lists `ticket.comment.created` receives it under that name.",
    EventComment
  ],
  "comment.updated": [
    "A reply or note was edited.",
    Schema.Struct({ ...comment, changes }).annotate({ identifier: "EventCommentUpdate" })
  ],
  "comment.deleted": ["A reply or note was deleted, or taken back before it was sent.", EventComment],
  "attachment.created": ["A file was added to a ticket or comment.", EventAttachment],
  "attachment.deleted": ["A file was deleted.", EventAttachment],
  "customer.created": [
    "A customer was created, by their first message to the brand or by your team or programs.",
    EventCustomerRecord
  ],
  "customer.updated": [
    "A customer changed. Deleted customers have `deletedAt`.",
    Schema.Struct({ ...customerRecord, ...changed }).annotate({ identifier: "EventCustomerUpdate" })
  ],
  "message.sent": ["A message to a customer was sent.", EventMessage],
  "message.delayed": ["A mail system could not forward a message yet and keeps trying.", EventMessage],
  "message.delivered": ["A message was delivered.", EventMessage],
  "message.failed": ["A message could not be sent.", EventRefusal],
  "message.bounced": ["A message was sent, but bounced.", EventRefusal]
}

const test = some(Schema.Literal(true)).annotate({ description: "true in a test event, whose data is made up." })

/** The body of the webhook for one kind of event. */
const posted = (type: EventType) =>
  Schema.Struct({
    id: eventId,
    event: Schema.Literal(type),
    type: Schema.Literal(type).annotate({ description: "Same as `event`." }),
    ...facts,
    data: kinds[type][1],
    test
  }).annotate({ identifier: eventName(type), description: kinds[type][0] })

/** `TicketSpamMarkedEvent` for `ticket.spam_marked`. */
export const eventName = (type: EventType) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

/** The body of a webhook: any event that exists today, by its `type`. */
export const WebhookEvent = Schema.Union(eventTypes.map(posted)).annotate({
  identifier: "WebhookEvent",
  description: "The body posted to webhooks. `type` says which event it is and what `data` contains."
})

/** An event of a kind added after the receiver was built. Known kinds are among those above. */
const UnknownEvent = Schema.Struct({
  id: eventId,
  event: Schema.String,
  type: Schema.String.annotate({ description: "Same as `event`: a type that is not in this document." }).check(
    Schema.makeFilter<string>((type) => !eventTypes.some((known) => known === type), {
      toJsonSchema: () => ({ not: { enum: eventTypes } })
    })
  ),
  ...facts,
  data: AnyObject,
  test
}).annotate({
  identifier: "UnknownEvent",
  description: "An event of a type added after this document was written. Respond with 2xx and ignore it."
})

/** Any event, including future ones. Separate from the others, so that code that knows an event's `type` finds its data. */
export const AnyEvent = Schema.Union([WebhookEvent, UnknownEvent]).annotate({
  identifier: "AnyEvent",
  description: "The body posted to webhooks: an event of a type in this document or one added later."
})
