import { Schema } from "effect"
import { type EventType, eventTypes } from "../domain/Event.ts"
import { refusalCauses } from "../domain/refusalCause.ts"
import { Attachment } from "./AttachmentPayloads.ts"
import { Comment } from "./CommentsApi.ts"
import { Customer } from "./CustomerPayloads.ts"
import { OutboundMessage } from "./MessagePayloads.ts"
import { AnyObject, growing, idLike, Moment, some } from "./Shapes.ts"
import { Ticket } from "./TicketPayloads.ts"

const eventId = idLike("evt").annotate({ description: "The same on every attempt, and for every webhook." })

const Actor = Schema.Struct({
  type: growing(["agent", "customer", "api_key", "system"]),
  id: Schema.NullOr(Schema.String).annotate({ description: "Of the member, customer or API key." }),
  name: Schema.NullOr(Schema.String),
  channel: growing(["api", "dashboard", "portal", "email", "chat", "sms", "custom", "system"])
}).annotate({ identifier: "EventActor", description: "Who did it, and by which way." })

/** What all events have beside their id, their name and what they tell. */
const facts = {
  brand_id: idLike("br").annotate({ description: "Same as `brandId`." }),
  brandId: idLike("br"),
  accountId: idLike("acct"),
  livemode: Schema.Boolean.annotate({ description: "false in test mode." }),
  timestamp: Moment.annotate({ description: "When it happened." }),
  createdAt: Moment.annotate({ description: "Same as `timestamp`." }),
  sequence: Schema.NullOr(Schema.Int).annotate({
    description: "1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket."
  }),
  causationId: Schema.String.annotate({ description: "The same for all events of one command." }),
  actor: Actor
}

/** The envelope of an event, as the feed has it. */
export const EventEnvelope = Schema.Struct({
  id: eventId,
  event: growing(eventTypes),
  type: growing(eventTypes).annotate({ description: "Same as `event`." }),
  ...facts,
  data: AnyObject.annotate({
    description: "Depends on the type, as the body of the webhook of that name; of what was deleted for good only ids."
  })
}).annotate({ identifier: "Event", description: "Something that happened." })

const nullable = Schema.NullOr

const customer = {
  customerId: nullable(idLike("cus")),
  customerEmail: nullable(Schema.String),
  customerName: nullable(Schema.String),
  purged: some(Schema.Literal(true)).annotate({
    description: "What it is about was deleted for good, or its customer erased: of older events ids alone are left."
  })
}

const bodyTruncated = some(Schema.Literal(true)).annotate({ description: "`body` was cut." })

const ticketFields = Ticket.fields

const ticket = {
  id: ticketFields.id,
  brandId: ticketFields.brandId,
  ticketNumber: ticketFields.ticketNumber,
  publicId: ticketFields.publicId,
  title: ticketFields.title,
  body: nullable(Schema.String).annotate({ description: "Cut at 64 KiB, and then `bodyTruncated` is true." }),
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

const ticketNumber = Schema.String.annotate({ description: "What people call the ticket, such as ACME-1042." })

const aboutTicket = {
  ticketId: idLike("tkt"),
  ticketNumber,
  ...customer
}

/** Where a ticket stands after a change of its comments or files, which changes its version, too. */
const TicketHead = Schema.Struct({
  id: idLike("tkt"),
  status: ticketFields.status,
  statusCategory: ticketFields.statusCategory,
  assigneeId: nullable(idLike("mem")),
  version: ticketFields.version,
  updatedAt: Moment
}).annotate({ identifier: "TicketHead", description: "The ticket after the change: its version is one higher." })

const changes = Schema.Array(Schema.String).annotate({ description: "Names of the members that changed." })
const changed = {
  changes,
  diff: Schema.Record(Schema.String, Schema.Struct({ from: Schema.Unknown, to: Schema.Unknown })).annotate({
    description: "Their values before and after, without `body` and without values over 16 KiB."
  })
}

const commentFields = Comment.fields

const comment = {
  ...aboutTicket,
  comment: Schema.Struct({
    id: commentFields.id,
    body: Schema.String.annotate({ description: "Cut at 64 KiB, and then `bodyTruncated` is true." }),
    bodyTruncated,
    authorId: nullable(Schema.String),
    authorName: nullable(Schema.String),
    authorType: commentFields.authorType,
    visibility: commentFields.visibility,
    parentId: nullable(idLike("cmt")),
    source: commentFields.source,
    isAutomated: Schema.Boolean,
    sendAt: some(Moment).annotate({
      description: "When customers see it, where it waits to be sent: until then it may be taken back."
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
  mergedIntoId: some(idLike("cus")).annotate({ description: "Who they turned out to be." }),
  erasedAt: some(Moment).annotate({
    description: "All that is known of them is gone, and is to go with receivers, too."
  }),
  purged: customer.purged
}

const attachment = { ...aboutTicket, attachment: Attachment, ticket: TicketHead }

const message = { ...aboutTicket, commentId: nullable(idLike("cmt")), message: OutboundMessage }

const refusal = {
  permanent: Schema.Boolean.annotate({ description: "No new attempt would help." }),
  cause: growing(refusalCauses).annotate({
    description:
      "`no_mailbox`: nothing is sent to the address for a while. `policy`: it was taken for spam, or SPF, DKIM or DMARC failed."
  })
}

const ticketChange = {
  ...ticket,
  previousStatus: nullable(Schema.String).annotate({ description: "Key of the status that it had before." })
}
const TicketChange = Schema.Struct(ticketChange).annotate({
  identifier: "EventTicketChange",
  description: "A ticket, and where it stood before."
})
const EventComment = Schema.Struct(comment).annotate({
  identifier: "EventComment",
  description: "A comment as events tell it, with its ticket."
})
const EventCustomerRecord = Schema.Struct(customerRecord).annotate({
  identifier: "EventCustomerRecord",
  description: "A customer as events tell it, also once it is hidden."
})
const EventAttachment = Schema.Struct(attachment).annotate({ identifier: "EventAttachment" })
const EventMessage = Schema.Struct(message).annotate({ identifier: "EventMessage" })
const EventRefusal = Schema.Struct({ ...message, ...refusal }).annotate({ identifier: "EventRefusal" })

/** What each kind of event says, and what it tells. */
const kinds: { readonly [Type in EventType]: readonly [when: string, data: Schema.Codec<unknown, unknown>] } = {
  "ticket.created": [
    "A ticket was opened, on any channel.",
    Schema.Struct({ ...ticket, attachments: files }).annotate({ identifier: "EventNewTicket" })
  ],
  "ticket.updated": [
    "Fields of a ticket changed. Counters, dates and the version alone are not told.",
    Schema.Struct({ ...ticket, ...changed }).annotate({ identifier: "EventTicketUpdate" })
  ],
  "ticket.resolved": ["A ticket was resolved; follows the `ticket.updated` that says so.", TicketChange],
  "ticket.closed": ["A ticket was closed; follows the `ticket.updated` that says so.", TicketChange],
  "ticket.reopened": [
    "A resolved or closed ticket was opened again; follows the `ticket.updated` that says so.",
    TicketChange
  ],
  "ticket.deleted": [
    "A ticket went to the trash, or was deleted for good.",
    Schema.Struct({
      ...ticketChange,
      deletedAt: Moment,
      permanent: Schema.Boolean.annotate({ description: "true: for good, from where it was or from the trash." })
    }).annotate({ identifier: "EventTicketDeletion" })
  ],
  "ticket.restored": ["A ticket came back from the trash.", TicketChange],
  "ticket.spam_marked": ["A ticket was marked as spam.", TicketChange],
  "ticket.spam_unmarked": ["A ticket is no longer marked as spam.", TicketChange],
  "ticket.merged": [
    "A ticket was merged into another, which has its comments and files from then on.",
    Schema.Struct({
      ...ticket,
      sourceId: idLike("tkt").annotate({ description: "The ticket that was merged away: the same as `id`." }),
      targetId: idLike("tkt").annotate({ description: "The ticket that it is part of now." }),
      targetTicketNumber: Schema.Int,
      openingCommentId: idLike("cmt").annotate({
        description:
          "The comment of the target that has what the source was opened with: the next `comment.created` tells it. Files of the source without a comment are its files now."
      })
    }).annotate({ identifier: "EventTicketMerge" })
  ],
  "comment.created": [
    "A reply, or, for webhooks with `includeInternal`, a note was written. A webhook that lists `ticket.comment.created` gets it under that name.",
    EventComment
  ],
  "comment.updated": [
    "A reply or note was edited.",
    Schema.Struct({ ...comment, changes }).annotate({ identifier: "EventCommentUpdate" })
  ],
  "comment.deleted": ["A reply or note was deleted, or taken back before it was sent.", EventComment],
  "attachment.created": ["A file came to a ticket or comment.", EventAttachment],
  "attachment.deleted": ["A file was deleted.", EventAttachment],
  "customer.created": ["Somebody wrote to the brand for the first time, or was entered.", EventCustomerRecord],
  "customer.updated": [
    "Something about a customer changed; who was deleted has `deletedAt`.",
    Schema.Struct({ ...customerRecord, ...changed }).annotate({ identifier: "EventCustomerUpdate" })
  ],
  "message.sent": ["A message to a customer has left.", EventMessage],
  "message.delayed": ["A mail system on a message's way could not pass it on yet, and tries again.", EventMessage],
  "message.delivered": ["A message has arrived.", EventMessage],
  "message.failed": ["A message could not be sent.", EventRefusal],
  "message.bounced": ["A message was sent, and came back.", EventRefusal]
}

const test = some(Schema.Literal(true)).annotate({ description: "A test send: what it tells is made up." })

/** The body of the webhook of one kind of event. */
const posted = (type: EventType) =>
  Schema.Struct({
    id: eventId,
    event: Schema.Literal(type),
    type: Schema.Literal(type).annotate({ description: "Same as `event`." }),
    ...facts,
    data: kinds[type][1],
    test
  }).annotate({ identifier: eventName(type), description: kinds[type][0] })

/** `TicketSpamMarkedEvent` of `ticket.spam_marked`. */
export const eventName = (type: EventType) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

/** What webhooks are posted: any event that there is today, by its `type`. */
export const WebhookEvent = Schema.Union(eventTypes.map(posted)).annotate({
  identifier: "WebhookEvent",
  description: "What a webhook is posted: `type` says which event it is, and with it what `data` holds."
})

/** What a receiver is posted of a kind that came after it was made: no such kind is known here, or it would be one of those above. */
const UnknownEvent = Schema.Struct({
  id: eventId,
  event: Schema.String,
  type: Schema.String.annotate({ description: "Same as `event`: none of those that this document knows." }).check(
    Schema.makeFilter<string>((type) => !eventTypes.some((known) => known === type), {
      toJsonSchema: () => ({ not: { enum: eventTypes } })
    })
  ),
  ...facts,
  data: AnyObject,
  test
}).annotate({
  identifier: "UnknownEvent",
  description: "An event of a kind that came after this document: a receiver answers 2xx and ignores it."
})

/** Any event, also of tomorrow. Apart from the others, so that what knows an event by its `type` finds what it holds. */
export const AnyEvent = Schema.Union([WebhookEvent, UnknownEvent]).annotate({
  identifier: "AnyEvent",
  description: "What a webhook is posted, of this document's kinds or of one that came after it."
})
