import { Schema } from "effect"
import { statusCategories } from "../domain/Status.ts"
import { closeReasons, origins, priorities, sources } from "../domain/Ticket.ts"
import { Customer } from "./CustomerPayloads.ts"
import {
  anyJson,
  clearable,
  Email,
  Instant,
  jsonObject,
  jsonObjectOrNull,
  listOf,
  oneLine,
  optional,
  text,
  Url
} from "./Fields.ts"
import { AnyJson, AnyObject, idLike, Moment, some } from "./Shapes.ts"

/** Bytes of a ticket's or comment's text. */
export const maxText = 1024 * 1024
/** Bytes of free JSON values, as JSON. */
const maxCustomFields = 64 * 1024
export const maxMetadata = 16 * 1024
export const maxSourceData = 64 * 1024

/** A link: an object, or only its address. */
export const LinkInput = Schema.Union([
  Url,
  Schema.Struct({ url: Url, title: clearable(oneLine(200)), type: clearable(oneLine(50)) })
])
const tags = listOf(oneLine(100), 50)

/** Members that both creating and changing a ticket take. */
const common = {
  body: clearable(text(maxText)),
  customFields: optional(anyJson(maxCustomFields)).annotate({ description: "Any JSON value; null is none." }),
  custom_fields: optional(anyJson(maxCustomFields)).annotate({ description: "Same as `customFields`, which wins." }),
  status: optional(oneLine(50)).annotate({ description: "Key of an active status of the brand." }),
  priority: optional(Schema.Literals(priorities)),
  assigneeId: clearable(Schema.String),
  categoryId: clearable(Schema.String),
  tags: optional(tags).annotate({ description: "Names or ids; unknown names are created." }),
  tagIds: optional(listOf(Schema.String, 50)),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  dueAt: clearable(Instant)
}

const create = {
  title: oneLine(500),
  customerEmail: optional(Email).annotate({ description: "The customer; this or `customerId` is required." }),
  customerId: optional(Schema.String),
  customerName: clearable(oneLine(200)),
  ...common,
  source: optional(Schema.Literals(sources)),
  origin: optional(Schema.Literals(origins)).annotate({
    description: "Coarse form of `source`, which wins; `chat` means slack."
  }),
  sourceId: clearable(oneLine(255)),
  sourceData: optional(jsonObjectOrNull(maxSourceData)),
  createdBy: clearable(oneLine(255)),
  watchers: optional(
    listOf(Schema.Struct({ memberId: oneLine(260), memberEmail: Email, memberName: clearable(oneLine(200)) }), 50)
  ),
  attachmentIds: optional(listOf(Schema.String, 20)),
  notifyCustomer: optional(Schema.Boolean)
}

export const TicketCreate = Schema.Struct(create).annotate({ identifier: "TicketCreate" })
export const TicketCreateAcross = Schema.Struct({ brandId: Schema.String, ...create }).annotate({
  identifier: "TicketCreateAcross",
  description: "TicketCreate with the brand in the body."
})

export const TicketUpdate = Schema.Struct({
  title: optional(oneLine(500)),
  ...common,
  closeReason: clearable(Schema.Literals(closeReasons)),
  customFieldsPatch: optional(jsonObject(maxCustomFields)).annotate({
    description: "JSON merge patch (RFC 7396) on the stored object; not together with `customFields`."
  }),
  isSpam: optional(Schema.Boolean),
  customerId: optional(Schema.String),
  customerEmail: optional(Email)
}).annotate({ identifier: "TicketUpdate" })

export const Link = Schema.Struct({ url: Schema.String, title: some(Schema.String), type: some(Schema.String) })

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
  source: Schema.Literals(sources),
  origin: Schema.Literals(origins),
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
    Schema.Array(Schema.Struct({ email: Schema.String, name: some(Schema.String), verified: Schema.Boolean }))
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
