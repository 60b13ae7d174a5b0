import { Schema } from "effect"
import { connectionStatuses } from "../domain/ChannelConnection.ts"
import { clearable, integer, listOf, matching, maxText, optional, Phone, secretText, text } from "./Fields.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const accountSid = matching(/^AC[0-9a-f]{32}$/, "must be an account SID: AC and 32 hexadecimal digits").annotate({
  description: "SID of the Twilio account or subaccount that owns the number."
})
const authToken = secretText(16, 128).annotate({
  description:
    "The account's auth token. It verifies requests from Twilio and authorizes calls to its API. Never returned."
})
const sender = matching(
  /^(?:\+[1-9]\d{6,14}|(?=[0-9 ]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ]{0,9}[A-Za-z0-9])?)$/,
  "must be a number in E.164 form, such as +15550100, or an alphanumeric sender ID of at most 11 letters, digits and spaces"
).annotate({
  description:
    "A number in E.164 form or an alphanumeric sender ID. Customers cannot reply to a sender ID, so its messages end with a link to the portal."
})
const messagingServiceSid = matching(
  /^MG[0-9a-f]{32}$/,
  "must be a service SID: MG and 32 hexadecimal digits"
).annotate({
  description: "The messaging service that the number belongs to. Messages are sent through it."
})
const apiKey = Schema.Struct({
  sid: matching(/^SK[0-9a-f]{32}$/, "must be an API key SID: SK and 32 hexadecimal digits"),
  secret: secretText(16, 128)
}).annotate({
  description:
    "An API key of the account, used instead of the auth token to make requests and fetch media. Its secret is never returned."
})
const mms = Schema.Boolean.annotate({
  description:
    "Whether the number sends pictures. If `false`, they are sent as links, like other files. Defaults to `true`."
})
const hourlyLimit = integer(4, 1_000).annotate({
  description:
    "Maximum text messages to one customer within an hour. Messages over the limit wait, and their deliveries say so. Defaults to 10."
})
const dailyLimit = integer(4, 1_000_000).annotate({
  description: "Maximum text messages from this number within 24 hours, with the same effect. Defaults to 1,000."
})
const destinations = listOf(
  matching(/^\+[1-9]\d{0,6}$/, "must be the beginning of a phone number, such as +1"),
  250
).annotate({
  description: "Prefixes of the phone numbers that can be written to, such as `+1`. Defaults to all."
})
const reopenHours = integer(0, 87_600).annotate({
  description:
    "Hours after closing during which a text message reopens a closed ticket, regardless of the brand's `closedReply`. Later messages open a follow-up ticket. Defaults to 168."
})

export const SmsNumber = Schema.Struct({
  id: idLike("num"),
  brandId: idLike("br"),
  number: Schema.String,
  provider: growing(["twilio"]),
  oneWay: Schema.Boolean.annotate({ description: "Whether it is a sender ID that nobody can reply to." }),
  accountSid: Schema.String,
  messagingServiceSid: some(Schema.String),
  apiKeySid: some(Schema.String),
  reopenHours: Schema.Int,
  mms: Schema.Boolean,
  hourlyLimit: Schema.Int,
  dailyLimit: Schema.Int,
  destinations: some(Schema.Array(Schema.String)),
  enabled: Schema.Boolean,
  status: growing(connectionStatuses.filter((status) => status !== "uninstalled")),
  inboundUrl: Schema.String.annotate({ description: "Where Twilio must POST incoming messages." }),
  statusUrl: Schema.String.annotate({
    description: "Where Twilio reports the status of messages. Sent along with each message."
  }),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  lastError: some(Schema.String).annotate({ description: "Why the last message from this number was not sent." }),
  createdAt: Moment
}).annotate({ identifier: "SmsNumber", description: "A phone number that a brand uses for text messages." })

export const SmsNumberCreate = Schema.Struct({
  number: sender,
  provider: Schema.Literals(["twilio"]),
  accountSid,
  authToken,
  apiKey: optional(apiKey),
  messagingServiceSid: optional(messagingServiceSid),
  reopenHours: optional(reopenHours),
  mms: optional(mms),
  hourlyLimit: optional(hourlyLimit),
  dailyLimit: optional(dailyLimit),
  destinations: optional(destinations),
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "SmsNumberCreate" })

export const SmsNumberUpdate = Schema.Struct({
  accountSid: optional(accountSid).annotate({
    description: "SID of the account that owns the number now. Send a new one together with its `authToken`."
  }),
  authToken: optional(authToken),
  apiKey: clearable(apiKey).annotate({ description: "`null`: requests use the auth token again." }),
  messagingServiceSid: clearable(messagingServiceSid),
  reopenHours: optional(reopenHours),
  mms: optional(mms),
  hourlyLimit: optional(hourlyLimit),
  dailyLimit: optional(dailyLimit),
  destinations: clearable(destinations),
  enabled: optional(Schema.Boolean).annotate({
    description:
      "`false`: the number neither receives nor sends. `true` also clears the states `error` and `needs_reauth`."
  })
}).annotate({ identifier: "SmsNumberUpdate" })

export const SmsTest = Schema.Struct({ to: Phone }).annotate({ identifier: "SmsTest" })

export const SmsTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: Schema.String.annotate({ description: "Twilio's id for the message." }),
  webhook: Schema.Literals(["here", "elsewhere", "unknown"]).annotate({
    description:
      "Whether Twilio sends incoming messages to `inboundUrl`, according to the number or its messaging service. `unknown`: Twilio did not say, or the number is a sender ID, which cannot receive."
  })
}).annotate({ identifier: "SmsTestResult" })

export const SmsPreview = Schema.Struct({
  text: text(maxText, 1).annotate({ description: "The text to send, without files." })
}).annotate({ identifier: "SmsPreview" })

export const SmsPreviewResult = Schema.Struct({
  parts: Schema.Int.annotate({
    description: "Number of messages the text is split into: one for up to 1,600 characters, four at most."
  }),
  segments: Schema.Int.annotate({ description: "Segments that carriers charge for, in all parts together." }),
  encoding: Schema.Literals(["gsm7", "ucs2"]).annotate({
    description:
      "`gsm7`: 160 characters in a single segment, 153 in each of several. `ucs2`, if a part contains a character outside the GSM alphabet: 70 and 67."
  }),
  shortened: Schema.Boolean.annotate({
    description:
      "The text needs more than four parts, so only its beginning is sent, as one part with a link to the portal."
  })
}).annotate({ identifier: "SmsPreviewResult" })
