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
  name: Schema.String.annotate({ description: "What it is known by, such as its address." }),
  status: growing(channelStatuses),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  backlog: some(Schema.Int).annotate({ description: "Messages that wait to be sent by it; not of addresses." }),
  restarts: some(Schema.Int).annotate({
    description: "Times that it worked again after it had failed; not of addresses."
  }),
  lastError: some(Schema.String).annotate({
    description: "Why it does not work, or why the last message by it was not sent."
  })
}).annotate({ identifier: "Channel", description: "A way in and out of a brand." })

const kind = Schema.Literals(addressKinds.filter((kind) => kind !== "system"))
const isPrimary = optional(Schema.Boolean).annotate({ description: "One of the addresses is; `true` moves it here." })

export const AddressCreate = Schema.Struct({
  address: Email,
  kind: kind.annotate({
    description:
      "`alias`: a name on the installation's own domain. `domain`: on a verified INBOUND domain of the brand; the local part `*` takes what no other address of that domain takes. `forwarded`: a mailbox elsewhere that forwards to the brand's `inboundEmail`; it has to be verified."
  }),
  fromName: optional(fromName).annotate({ description: "Name in mail from this address; the brand's when left out." }),
  isPrimary
}).annotate({ identifier: "AddressCreate" })

export const AddressUpdate = Schema.Struct({
  address: optional(Email).annotate({ description: "What it is; it cannot be changed." }),
  kind: optional(Schema.Literals(addressKinds)).annotate({ description: "What it is; it cannot be changed." }),
  fromName: clearable(fromName),
  isPrimary
}).annotate({ identifier: "AddressUpdate" })

export const Address = Schema.Struct({
  id: idLike("adr"),
  brandId: idLike("br"),
  address: Schema.String,
  kind: Schema.Literals(addressKinds),
  verified: Schema.Boolean.annotate({ description: "Mail to it is the brand's, and mail may be from it." }),
  isPrimary: Schema.Boolean,
  fromName: some(Schema.String),
  lastInboundAt: some(Moment),
  createdAt: Moment
}).annotate({ identifier: "Address", description: "An address that customers write to." })

export const AddressVerify = Schema.Struct({
  code: optional(matching(/^\s*\d{6}\s*$/, "must be the six digits that were mailed to the address"))
}).annotate({ identifier: "AddressVerify" })

export const AddressTest = Schema.Struct({
  to: ReachableEmail.annotate({ description: "Who gets the mail." })
}).annotate({ identifier: "AddressTest" })

export const AddressTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: idLike("msg")
}).annotate({ identifier: "AddressTestResult", description: "The mail is on its way." })

export const Verified = Schema.Struct({ verified: Schema.Boolean }).annotate({ identifier: "Verified" })

const fromEmail = Email.annotate({ description: "An address on the domain." })
const replyMode = replyModes.annotate({
  description:
    "Answers to who wrote to an address on the domain are from that address (MATCH), or from `fromEmail` (SINGLE). MATCH when left out."
})
const isPrimaryDomain = optional(Schema.Boolean).annotate({
  description: "Of the domains of one type at most one is; the first one unless told otherwise."
})

export const DomainCreate = Schema.Struct({
  domain: Domain,
  type: Schema.Literals(domainTypes).annotate({
    description: "INBOUND: its mail comes here. OUTBOUND: mail is sent from it."
  }),
  fromName: optional(fromName),
  fromEmail: optional(fromEmail),
  replyMode: optional(replyMode),
  isPrimary: isPrimaryDomain
}).annotate({ identifier: "DomainCreate" })

export const DomainUpdate = Schema.Struct({
  domain: optional(Domain).annotate({ description: "What it is; it cannot be changed." }),
  type: optional(Schema.Literals(domainTypes)).annotate({ description: "What it is; it cannot be changed." }),
  fromName: clearable(fromName),
  fromEmail: clearable(fromEmail),
  replyMode: optional(replyMode),
  isPrimary: isPrimaryDomain
}).annotate({ identifier: "DomainUpdate" })

const DomainRecord = Schema.Struct({
  type: growing(recordTypes),
  name: Schema.String.annotate({ description: "Fully qualified." }),
  value: Schema.String.annotate({
    description: "As zone files have it: a text of more than 255 bytes is several quoted strings, which are one text."
  }),
  priority: some(Schema.Int),
  purpose: growing(recordPurposes).annotate({
    description:
      "`ownership` and `mx`, or `ownership` and the `dkim` of the key that signs, are needed; `bounce`, `spf` and `dmarc` are advice."
  }),
  status: growing(recordStatuses).annotate({
    description: "`pending`: nothing is there yet. `failed`: something else is there, or it is gone."
  }),
  found: some(Schema.String).annotate({ description: "What the last check found." })
}).annotate({ identifier: "DomainRecord", description: "A DNS record that the domain should have." })

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
}).annotate({ identifier: "EmailDomain", description: "A domain that takes mail here, or that mail is sent from." })

export const DomainCheck = Schema.Struct({
  verified: Schema.Boolean,
  error: some(Schema.String).annotate({ description: "What is missing, or that DNS gave no answer." }),
  records
}).annotate({ identifier: "DomainCheck" })
