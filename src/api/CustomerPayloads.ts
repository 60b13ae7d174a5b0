import { Schema } from "effect"
import { customerLimits } from "../domain/Customer.ts"
import { CustomerEmail, clearable, jsonObjectOrNull, oneLine, optional, Phone, someOf, Url } from "./Fields.ts"
import { needsOneOf } from "./needsOneOf.ts"
import { AnyObject, idLike, Moment, some } from "./Shapes.ts"

const writable = {
  name: clearable(oneLine(200)),
  avatarUrl: clearable(Url),
  phone: clearable(Phone).annotate({ description: "In E.164 form, unique in the brand." }),
  companyId: clearable(Schema.String).annotate({
    description:
      "A company of the brand; null for none. If omitted, a new customer is linked to the company with their email domain."
  }),
  externalId: clearable(oneLine(255)).annotate({ description: "Your own id for the person, unique in the brand." }),
  metadata: optional(jsonObjectOrNull(customerLimits.metadata)),
  notifyEmail: optional(Schema.Boolean).annotate({
    description:
      "false: the customer gets no email at all. true also lifts the pause after a bounced email (`emailBouncedAt`)."
  }),
  isBlocked: optional(Schema.Boolean).annotate({ description: "true: messages are filed as spam." })
}

export const CustomerCreate = Schema.Struct({
  email: optional(CustomerEmail).annotate({
    description:
      "Required unless `phone` or `externalId` identifies the customer. A customer without an address gets no email."
  }),
  ...writable
})
  .pipe(needsOneOf("is required, unless phone or externalId identifies the customer", "email", "phone", "externalId"))
  .annotate({ identifier: "CustomerCreate" })
export const CustomerUpdate = Schema.Struct({ email: optional(CustomerEmail), ...writable }).annotate({
  identifier: "CustomerUpdate"
})

export const CustomerMerge = Schema.Struct({
  sourceCustomerIds: someOf(Schema.String, 25).annotate({
    description:
      "1 to 25 customers of the same brand, merged in this order. Customers already merged into this one are skipped."
  })
}).annotate({ identifier: "CustomerMerge" })

export const CustomerErasure = Schema.Struct({
  customerId: idLike("cus"),
  ticketCount: Schema.Int.annotate({ description: "Tickets that stay, without what the customer wrote." }),
  commentCount: Schema.Int.annotate({ description: "The customer's comments on these tickets." }),
  attachmentCount: Schema.Int.annotate({ description: "The files of these tickets and comments." }),
  erasedAt: Schema.NullOr(Moment).annotate({
    description: "null: nothing was erased; the counts show what would be."
  })
}).annotate({ identifier: "CustomerErasure", description: "What erasing a customer affects." })

export const Company = Schema.Struct({
  id: idLike("com"),
  brandId: idLike("br"),
  name: Schema.String,
  domain: some(Schema.String),
  externalId: some(Schema.String),
  metadata: some(AnyObject),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Company" })

export const Customer = Schema.Struct({
  id: idLike("cus"),
  brandId: idLike("br"),
  email: Schema.String,
  emailIsPlaceholder: some(Schema.Boolean),
  name: some(Schema.String),
  avatarUrl: some(Schema.String),
  phone: some(Schema.String),
  companyId: some(idLike("com")),
  company: some(Company),
  externalId: some(Schema.String),
  identities: some(Schema.Array(Schema.Struct({ channel: Schema.String, address: Schema.String }))),
  metadata: some(AnyObject),
  notifyEmail: Schema.Boolean,
  isBlocked: Schema.Boolean,
  emailBouncedAt: some(Moment).annotate({
    description:
      "When a mail system reported that the mailbox does not exist. No email is sent there for 60 days, or until the person writes or `notifyEmail` is set to true."
  }),
  _count: some(Schema.Struct({ tickets: Schema.Int })),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Customer", description: "A person who writes to one brand." })
