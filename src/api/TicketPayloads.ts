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

/** Bytes of free JSON values, as JSON. */
export const maxMetadata = 16 * 1024
export const maxSourceData = 64 * 1024
const maxTags = 50

/** A link: an object, or only its address. */
export const LinkInput = Schema.Union([
  Url,
  Schema.Struct({ url: Url, title: clearable(oneLine(200)), type: clearable(oneLine(50)) })
])
const tagName = oneLine(100)
/** Tags by their names or ids. */
export const tagNames = listOf(tagName, maxTags)
/** A tag: its name or id, or the tag as it was read. */
export const TagNamed = Schema.Union([tagName, Schema.Struct({ id: idLike("tag") })])

/** Who watches a ticket, as a caller names them. */
export const WatcherInput = Schema.Struct({
  memberId: oneLine("custom_".length + 254).annotate({
    description: "An active member who can see the brand, or `custom_` followed by `memberEmail`."
  }),
  memberEmail: MemberEmail.annotate({
    description: "Where they are told; a member is told at their own address, whatever is sent."
  }),
  memberName: clearable(oneLine(200))
})

/** What happened in another system, and nobody here is to be written to about. */
export const Imported = Schema.Struct({
  createdAt: Instant.annotate({ description: "When it was made there; in the past." })
})

/** Members that both creating and changing a ticket take. */
const common = {
  body: clearable(text(maxText)).annotate({ description: "Description, in text or Markdown." }),
  customFields: optional(anyJson(maxCustomFields)),
  custom_fields: optional(anyJson(maxCustomFields)),
  status: optional(oneLine(50)).annotate({ description: "Key of an active status of the brand." }),
  priority: optional(Schema.Literals(priorities)).annotate({ description: "A new ticket's is `normal`." }),
  assigneeId: clearable(Schema.String).annotate({ description: "An active member who can see the brand." }),
  categoryId: clearable(Schema.String).annotate({ description: "A category of the brand." }),
  tags: optional(listOf(TagNamed, maxTags)).annotate({
    description: "Names or ids, or tags as they are read; unknown names are created, within the 5,000 tags of a brand."
  }),
  tagIds: optional(listOf(Schema.String, maxTags)).annotate({ description: "Ids only; added to `tags`." }),
  links: clearable(listOf(LinkInput, 50)).annotate({
    description: "Addresses, or objects with `url`, `title` and `type`."
  }),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  dueAt: clearable(Instant).annotate({ description: "A date to keep in view; nothing happens by itself." })
}

const create = {
  brandId: optional(Schema.String).annotate({ description: "Same as in the path, if it is sent." }),
  title: oneLine(500).annotate({ description: "Subject of the ticket." }),
  customerEmail: optional(CustomerEmail).annotate({
    description: "The customer; this, `customerId` or `customerPhone` is required."
  }),
  customerPhone: optional(Phone).annotate({
    description:
      "Talks to the customer by text messages, which the team begins: public comments go to this number, and what comes from it is a comment. Without another customer, whoever has the number; somebody new is a customer without an e-mail address."
  }),
  numberId: optional(Schema.String).annotate({
    description: "The number of the brand that texts `customerPhone`; its oldest that works, when left out."
  }),
  smsConsent: optional(Schema.Boolean).annotate({
    description: "The customer has agreed to get text messages: `true` is required with `customerPhone`, and audited."
  }),
  customerId: optional(Schema.String).annotate({
    description: "A customer of the brand; must agree with `customerEmail`."
  }),
  customerName: clearable(oneLine(200)).annotate({
    description: "Name of a customer who is new, or has none; one that they have stays."
  }),
  ...common,
  source: optional(Schema.Literals(sources)).annotate({
    description: "Channel that the ticket came from; `api` when left out. Members open tickets from the `web`."
  }),
  origin: optional(Schema.Literals(origins)).annotate({
    description: "Coarse form of `source`, which wins; `chat` means slack."
  }),
  sourceId: clearable(oneLine(255)).annotate({ description: "The channel's own id of it." }),
  sourceData: optional(jsonObjectOrNull(maxSourceData)),
  createdBy: clearable(oneLine(255)).annotate({
    description: "Who opened it, in your own words; with `customerPhone` the name of the API key when left out."
  }),
  watchers: optional(listOf(WatcherInput, 50)).annotate({ description: "Who is told of changes." }),
  attachmentIds: optional(listOf(Schema.String, 20)).annotate({
    description: "Confirmed uploads that belong to no ticket yet."
  }),
  imported: optional(Imported).annotate({
    description:
      "The ticket comes from another system. Its `createdAt` is the one there, lists show it where that belongs, and nobody is written to; events tell of it as of any other."
  }),
  notifyCustomer: optional(Schema.Boolean).annotate({
    description:
      "Tells the customer by mail that the ticket was opened for them, or, with `customerPhone`, sends its body as the first text message; false when left out."
  })
}

const needsCustomer = needsOneOf(
  "is required, or customerId or customerPhone: the customer whom the ticket belongs to",
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
    description: "Why it was closed; cleared when it is no longer."
  }),
  customFieldsPatch: optional(jsonObject(maxCustomFields)),
  isSpam: optional(Schema.Boolean).annotate({ description: "Hides it from lists; the status is kept." }),
  customerId: optional(Schema.String).annotate({
    description: "Moves the ticket to this customer; must agree with `customerEmail`."
  }),
  customerEmail: optional(CustomerEmail).annotate({ description: "Moves it to the customer of this address." })
})
  .pipe(fitsOneOf({ customFieldsPatch: absent }, { customFields: absent, custom_fields: absent }))
  .annotate({ identifier: "TicketUpdate" })

export const Link = Schema.Struct({
  url: Schema.String.annotate({ description: "Where it leads." }),
  title: some(Schema.String).annotate({ description: "What it is called." }),
  type: some(Schema.String).annotate({ description: "What it is, in the caller's own words." })
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
  ticketNumber: Schema.Int.annotate({ description: "Unique and ascending within the brand, never reused." }),
  publicId: Schema.String.annotate({ description: "What people call it, such as ACME-1042." }),
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
          description: "False for a stranger who had a reply address, until somebody who takes part names them."
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
