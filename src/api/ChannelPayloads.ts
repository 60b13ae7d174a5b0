import { Schema } from "effect"
import { channelStatuses } from "../domain/Channel.ts"
import { domainTypes, recordPurposes, recordStatuses, recordTypes } from "../domain/EmailDomain.ts"
import { addressKinds } from "../domain/SupportAddress.ts"
import { clearable, Domain, Email, matching, oneLine, optional, ReachableEmail } from "./Fields.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const replyModes = Schema.Literals(["SINGLE", "MATCH"])
const fromName = oneLine(100)

export const Channel = Schema.Struct({
  kind: growing(["email", "chat", "sms", "custom"]),
  id: Schema.String,
  name: Schema.String.annotate({ description: "Display name, such as the address." }),
  status: growing(channelStatuses),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  backlog: some(Schema.Int).annotate({
    description: "Messages waiting to be sent through the channel. Omitted for addresses."
  }),
  restarts: some(Schema.Int).annotate({
    description: "How often the channel has recovered from a failure. Omitted for addresses."
  }),
  lastError: some(Schema.String).annotate({
    description: "Why the channel does not work, or why its last message was not sent."
  })
}).annotate({ identifier: "Channel", description: "A way for messages to reach and leave a brand." })

const kind = Schema.Literals(addressKinds.filter((kind) => kind !== "system"))
const isPrimary = optional(Schema.Boolean).annotate({
  description: "One address of the brand is primary. `true` makes it this one."
})

export const AddressCreate = Schema.Struct({
  address: Email,
  kind: kind.annotate({
    description:
      "`alias`: a name on the installation's own domain. `domain`: an address on a verified INBOUND domain of the brand; the local part `*` receives what no other address of that domain does. `forwarded`: a mailbox elsewhere that forwards to the brand's `inboundEmail`; it must be verified."
  }),
  fromName: optional(fromName).annotate({
    description: "Sender name in emails from this address. Defaults to the brand's name."
  }),
  isPrimary
}).annotate({ identifier: "AddressCreate" })

export const AddressUpdate = Schema.Struct({
  address: optional(Email).annotate({ description: "The current value. It cannot be changed." }),
  kind: optional(Schema.Literals(addressKinds)).annotate({ description: "The current value. It cannot be changed." }),
  fromName: clearable(fromName),
  isPrimary
}).annotate({ identifier: "AddressUpdate" })

export const Address = Schema.Struct({
  id: idLike("adr"),
  brandId: idLike("br"),
  address: Schema.String,
  kind: Schema.Literals(addressKinds),
  verified: Schema.Boolean.annotate({
    description: "Whether the brand receives email to this address and can send email from it."
  }),
  isPrimary: Schema.Boolean,
  fromName: some(Schema.String),
  lastInboundAt: some(Moment),
  createdAt: Moment
}).annotate({ identifier: "Address", description: "An email address that customers write to." })

export const AddressVerify = Schema.Struct({
  code: optional(matching(/^\s*\d{6}\s*$/, "must be the six digits that were emailed to the address"))
}).annotate({ identifier: "AddressVerify" })

export const AddressTest = Schema.Struct({
  to: ReachableEmail.annotate({ description: "Recipient of the test email." })
}).annotate({ identifier: "AddressTest" })

export const AddressTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: idLike("msg")
}).annotate({ identifier: "AddressTestResult", description: "The test email is on its way." })

export const Verified = Schema.Struct({ verified: Schema.Boolean }).annotate({ identifier: "Verified" })

const fromEmail = Email.annotate({ description: "An address on the domain." })
const replyMode = replyModes.annotate({
  description:
    "Which address replies come from when the customer wrote to an address on the domain: that address (MATCH, the default) or `fromEmail` (SINGLE)."
})
const isPrimaryDomain = optional(Schema.Boolean).annotate({
  description: "At most one domain of each type is primary. By default it is the first one."
})

export const DomainCreate = Schema.Struct({
  domain: Domain,
  type: Schema.Literals(domainTypes).annotate({
    description: "INBOUND: its email is received here. OUTBOUND: email is sent from it."
  }),
  fromName: optional(fromName),
  fromEmail: optional(fromEmail),
  replyMode: optional(replyMode),
  isPrimary: isPrimaryDomain
}).annotate({ identifier: "DomainCreate" })

export const DomainUpdate = Schema.Struct({
  domain: optional(Domain).annotate({ description: "The current value. It cannot be changed." }),
  type: optional(Schema.Literals(domainTypes)).annotate({ description: "The current value. It cannot be changed." }),
  fromName: clearable(fromName),
  fromEmail: clearable(fromEmail),
  replyMode: optional(replyMode),
  isPrimary: isPrimaryDomain
}).annotate({ identifier: "DomainUpdate" })

const DomainRecord = Schema.Struct({
  type: growing(recordTypes),
  name: Schema.String.annotate({ description: "Fully qualified domain name." }),
  value: Schema.String.annotate({
    description:
      "In zone-file format: a text of more than 255 bytes is split into several quoted strings that form one text."
  }),
  priority: some(Schema.Int),
  purpose: growing(recordPurposes).annotate({
    description:
      "Required are `ownership` and `mx`, or `ownership` and the `dkim` record of the signing key. `bounce`, `spf` and `dmarc` are recommended."
  }),
  status: growing(recordStatuses).annotate({
    description: "`pending`: there is no such record yet. `failed`: the record has another value or has disappeared."
  }),
  found: some(Schema.String).annotate({ description: "What the last check found." })
}).annotate({ identifier: "DomainRecord", description: "A DNS record for the domain." })

const records = Schema.Array(DomainRecord)

export const EmailDomain = Schema.Struct({
  id: idLike("dom"),
  brandId: idLike("br"),
  domain: Schema.String,
  type: Schema.Literals(domainTypes),
  verified: Schema.Boolean,
  isPrimary: Schema.Boolean,
  records,
  replyMode: replyModes,
  fromName: Schema.NullOr(Schema.String),
  fromEmail: Schema.NullOr(Schema.String),
  verifiedAt: Schema.NullOr(Moment),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "EmailDomain", description: "A domain that email is received on or sent from." })

export const DomainCheck = Schema.Struct({
  verified: Schema.Boolean,
  error: some(Schema.String).annotate({ description: "What is missing, or that DNS did not respond." }),
  records
}).annotate({ identifier: "DomainCheck" })
