import { Schema } from "effect"
import { statusCategories } from "../domain/Status.ts"
import { closeReasons, maxCustomFields, origins, priorities, sources } from "../domain/Ticket.ts"
import { Customer } from "./CustomerPayloads.ts"
import { documented } from "./documented.ts"
import {
  anyJson,
  CustomerEmail,
  clearable,
  Instant,
  jsonObject,
  jsonObjectOrNull,
  listOf,
  MemberEmail,
  maxText,
  oneLine,
  optional,
  Phone,
  text,
  Url
} from "./Fields.ts"
import { absent, fitsOneOf, given, yes } from "./fitsOneOf.ts"
import { needsOneOf } from "./needsOneOf.ts"
import { AnyJson, AnyObject, growing, idLike, Moment, some } from "./Shapes.ts"

/** Bytes of free-form values as JSON. */
export const maxMetadata = 16 * 1024
export const maxSourceData = 64 * 1024
const maxTags = 50

/** A link: an object, or only its URL. */
export const LinkInput = Schema.Union([
  Url,
  Schema.Struct({ url: Url, title: clearable(oneLine(200)), type: clearable(oneLine(50)) })
])
const tagName = oneLine(100)
/** Tags by name or id. */
export const tagNames = listOf(tagName, maxTags)
/** A tag: its name or id, or the tag as it was read. */
export const TagNamed = Schema.Union([tagName, Schema.Struct({ id: idLike("tag") })])

/** A watcher as callers name it. */
export const WatcherInput = Schema.Struct({
  memberId: oneLine("custom_".length + 254).annotate({
    description: "An active member who can see the brand, or `custom_` followed by `memberEmail`."
  }),
  memberEmail: MemberEmail.annotate({
    description: "The address to notify. A member is always notified at their own address."
  }),
  memberName: clearable(oneLine(200))
})

/** Something that happened in another system, about which nobody is notified. */
export const Imported = Schema.Struct({
  createdAt: Instant.annotate({ description: "When it was created there. Must be in the past." })
})

/** Members for both creating and updating a ticket. */
const common = {
  body: clearable(text(maxText)).annotate({ description: "Description, in plain text or Markdown." }),
  customFields: optional(anyJson(maxCustomFields)),
  custom_fields: optional(anyJson(maxCustomFields)),
  status: optional(oneLine(50)).annotate({ description: "Key of an active status of the brand." }),
  priority: optional(Schema.Literals(priorities)).annotate({ description: "Defaults to `normal` for new tickets." }),
  assigneeId: clearable(Schema.String).annotate({
    description: "An active member who can see the brand, as assignee."
  }),
  categoryId: clearable(Schema.String).annotate({ description: "A category of the brand." }),
  tags: optional(listOf(TagNamed, maxTags)).annotate({
    description: "Names, ids, or tags as they are returned. Unknown names are created, up to 5,000 tags per brand."
  }),
  tagIds: optional(listOf(Schema.String, maxTags)).annotate({ description: "Ids only; added to `tags`." }),
  links: clearable(listOf(LinkInput, 50)).annotate({
    description: "URLs, or objects with `url`, `title` and `type`."
  }),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  dueAt: clearable(Instant).annotate({ description: "A date to keep in mind. Nothing happens automatically." })
}

const create = {
  brandId: optional(Schema.String).annotate({ description: "If sent, must match the brand in the path." }),
  title: oneLine(500).annotate({ description: "The subject of the ticket." }),
  customerEmail: optional(CustomerEmail).annotate({
    description: "The customer's email address. This, `customerId` or `customerPhone` is required."
  }),
  customerPhone: optional(Phone).annotate({
    description:
      "Opens a conversation by text message: public comments go to this number, and messages from it become comments. If no other customer is given, the ticket belongs to the customer with this number, or to a new customer without an email address."
  }),
  numberId: optional(Schema.String).annotate({
    description: "The brand's number that writes to `customerPhone`. Defaults to the oldest one that works."
  }),
  smsConsent: optional(Schema.Boolean).annotate({
    description:
      "States that the customer has agreed to get text messages. Must be `true` with `customerPhone`; recorded in the audit log."
  }),
  customerId: optional(Schema.String).annotate({
    description: "A customer of the brand. Must be consistent with `customerEmail`."
  }),
  customerName: clearable(oneLine(200)).annotate({
    description: "Name for a customer who is new or has no name. An existing name is kept."
  }),
  ...common,
  source: optional(Schema.Literals(sources)).annotate({
    description: "The channel that the ticket came from. Defaults to `api`. Tickets opened by members have `web`."
  }),
  origin: optional(Schema.Literals(origins)).annotate({
    description: "Coarse form of `source`, which takes precedence. `chat` means slack."
  }),
  sourceId: clearable(oneLine(255)).annotate({ description: "The channel's own id for the ticket." }),
  sourceData: optional(jsonObjectOrNull(maxSourceData)),
  createdBy: clearable(oneLine(255)).annotate({
    description: "Who opened it, in your own words. With `customerPhone`, defaults to the name of the API key."
  }),
  watchers: optional(listOf(WatcherInput, 50)).annotate({ description: "Who is notified of changes." }),
  attachmentIds: optional(listOf(Schema.String, 20)).annotate({
    description: "Confirmed uploads that do not belong to a ticket yet."
  }),
  imported: optional(Imported).annotate({
    description:
      "The ticket comes from another system. `createdAt` is its date in that system and decides its place in lists. Nobody is notified; events are emitted as for any other ticket."
  }),
  notifyCustomer: optional(Schema.Boolean).annotate({
    description:
      "Emails the customer that the ticket was opened for them or, with `customerPhone`, sends its body as the first text message. Defaults to false."
  })
}

const needsCustomer = needsOneOf(
  "is required, unless customerId or customerPhone identifies the customer",
  "customerEmail",
  "customerId",
  "customerPhone"
)

const textsWhoAgreed = fitsOneOf({ customerPhone: absent, numberId: absent }, { customerPhone: given, smsConsent: yes })
const importsInSilence = documented({
  not: { required: ["imported", "notifyCustomer"], properties: { notifyCustomer: { enum: [true] } } }
})

export const TicketCreate = Schema.Struct(create)
  .pipe(needsCustomer, textsWhoAgreed, importsInSilence)
  .annotate({ identifier: "TicketCreate" })
export const TicketCreateAcross = Schema.Struct({ ...create, brandId: Schema.String })
  .annotate({ description: "TicketCreate with the brand in the body." })
  .pipe(needsCustomer, textsWhoAgreed, importsInSilence)
  .annotate({ identifier: "TicketCreateAcross" })

export const TicketUpdate = Schema.Struct({
  brandId: create.brandId,
  title: optional(oneLine(500)),
  ...common,
  closeReason: clearable(Schema.Literals(closeReasons)).annotate({
    description: "Why it was closed. Cleared when it is no longer closed."
  }),
  customFieldsPatch: optional(jsonObject(maxCustomFields)),
  isSpam: optional(Schema.Boolean).annotate({ description: "Spam is hidden from lists. The status does not change." }),
  customerId: optional(Schema.String).annotate({
    description: "Moves the ticket to this customer. Must be consistent with `customerEmail`."
  }),
  customerEmail: optional(CustomerEmail).annotate({
    description: "Moves the ticket to the customer with this address."
  })
})
  .pipe(fitsOneOf({ customFieldsPatch: absent }, { customFields: absent, custom_fields: absent }))
  .annotate({ identifier: "TicketUpdate" })

export const Link = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL." }),
  title: some(Schema.String).annotate({ description: "The title to show." }),
  type: some(Schema.String).annotate({ description: "What kind of link it is. Free text." })
})

export const Tag = Schema.Struct({
  id: idLike("tag"),
  brandId: idLike("br"),
  name: Schema.String,
  color: Schema.String,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Tag" })

export const Category = Schema.Struct({
  id: idLike("cat"),
  brandId: idLike("br"),
  name: Schema.String,
  color: Schema.String,
  description: some(Schema.String),
  sortOrder: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Category" })

export const Status = Schema.Struct({
  id: idLike("sts"),
  brandId: idLike("br"),
  key: Schema.String,
  category: Schema.Literals(statusCategories),
  name: Schema.String,
  customerName: Schema.String,
  color: Schema.String,
  description: some(Schema.String),
  isSystem: Schema.Boolean,
  isDefault: Schema.Boolean,
  isActive: Schema.Boolean,
  sortOrder: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Status" })

export const Ticket = Schema.Struct({
  id: idLike("tkt"),
  brandId: idLike("br"),
  ticketNumber: Schema.Int.annotate({ description: "Unique within the brand, ascending and never reused." }),
  publicId: Schema.String.annotate({ description: "The ticket's public number, such as ACME-1042." }),
  title: Schema.String,
  body: some(Schema.String),
  customerEmail: Schema.String,
  customerName: some(Schema.String),
  customerId: idLike("cus"),
  customer: some(Customer),
  customFields: some(AnyJson),
  status: Schema.String,
  statusId: idLike("sts"),
  statusCategory: Schema.Literals(statusCategories),
  statusRef: some(Status),
  closeReason: some(Schema.Literals(closeReasons)),
  priority: Schema.Literals(priorities),
  source: growing(sources),
  origin: growing(origins),
  sourceId: some(Schema.String),
  sourceData: some(AnyObject),
  assigneeId: some(idLike("mem")),
  createdBy: some(Schema.String),
  categoryId: some(idLike("cat")),
  category: some(Category),
  tags: Schema.Array(Tag),
  links: some(Schema.Array(Link)),
  metadata: some(AnyObject),
  participants: some(
    Schema.Array(
      Schema.Struct({
        email: Schema.String,
        name: some(Schema.String),
        verified: Schema.Boolean.annotate({
          description:
            "False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation."
        })
      })
    )
  ),
  commentCount: Schema.Int,
  attachmentCount: Schema.Int,
  isSpam: Schema.Boolean,
  isAutomated: some(Schema.Boolean),
  dueAt: some(Moment),
  firstRespondedAt: some(Moment),
  lastCustomerReplyAt: some(Moment),
  lastAgentReplyAt: some(Moment),
  waitingSince: some(Moment),
  resolvedAt: some(Moment),
  closedAt: some(Moment),
  reopenCount: Schema.Int,
  mergedIntoId: some(idLike("tkt")),
  followUpOfId: some(idLike("tkt")),
  livemode: Schema.Boolean,
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment,
  deletedAt: some(Moment),
  brand: some(
    Schema.Struct({
      id: idLike("br"),
      name: Schema.String,
      slug: Schema.String,
      ticketPrefix: Schema.String,
      iconUrl: some(Schema.String)
    })
  )
}).annotate({ identifier: "Ticket", description: "A customer's request, in the queue of one brand." })
