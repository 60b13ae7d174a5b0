import { Schema } from "effect"
import { connectionStatuses } from "../domain/ChannelConnection.ts"
import { clearable, integer, listOf, matching, maxText, optional, Phone, secretText, text } from "./Fields.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const accountSid = matching(/^AC[0-9a-f]{32}$/, "must be an account SID: AC and 32 hexadecimal digits").annotate({
  description: "Of the Twilio account, or sub-account, that has the number."
})
const authToken = secretText(16, 128).annotate({
  description: "The account's auth token: it signs what Twilio sends, and opens its API. Never returned."
})
const sender = matching(
  /^(?:\+[1-9]\d{6,14}|(?=[0-9 ]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ]{0,9}[A-Za-z0-9])?)$/,
  "must be a number in E.164 form, such as +15550100, or a sender's name of at most 11 letters, digits and spaces"
).annotate({
  description:
    "In E.164 form; or the name of a sender (alphanumeric sender ID), whom nobody can answer: what is sent by it ends with a link to the portal."
})
const messagingServiceSid = matching(
  /^MG[0-9a-f]{32}$/,
  "must be a service SID: MG and 32 hexadecimal digits"
).annotate({
  description: "The messaging service that the number belongs to: its messages are sent by that."
})
const apiKey = Schema.Struct({
  sid: matching(/^SK[0-9a-f]{32}$/, "must be an API key SID: SK and 32 hexadecimal digits"),
  secret: secretText(16, 128)
}).annotate({
  description:
    "An API key of the account, with which requests are made and media is fetched instead of the auth token. Its secret is never returned."
})
const mms = Schema.Boolean.annotate({
  description:
    "The number sends pictures; `false`: they are links in the text, as other files are. `true` when left out."
})
const hourlyLimit = integer(4, 1_000).annotate({
  description:
    "Texts to one customer within an hour. What would be more waits, and its delivery says so. 10 when left out."
})
const dailyLimit = integer(4, 1_000_000).annotate({
  description: "Texts by this number within 24 hours, likewise. 1,000 when left out."
})
const destinations = listOf(
  matching(/^\+[1-9]\d{0,6}$/, "must be the beginning of telephone numbers, such as +1"),
  250
).annotate({
  description: "Beginnings of the telephone numbers that may be written to, such as `+1`. All, when left out."
})
const reopenHours = integer(0, 87_600).annotate({
  description:
    "Hours after its end within which a text message opens a closed ticket again, whatever `closedReply` of the brand says; later ones begin a new ticket that follows it up. 168 when left out."
})

export const SmsNumber = Schema.Struct({
  id: idLike("num"),
  brandId: idLike("br"),
  number: Schema.String,
  provider: growing(["twilio"]),
  oneWay: Schema.Boolean.annotate({ description: "It is a sender's name, to which nobody can answer." }),
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
  inboundUrl: Schema.String.annotate({ description: "Where Twilio must send messages that come in, by POST." }),
  statusUrl: Schema.String.annotate({
    description: "Where Twilio says what became of messages; sent along with each."
  }),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  lastError: some(Schema.String).annotate({ description: "Why the last message by it was not sent." }),
  createdAt: Moment
}).annotate({ identifier: "SmsNumber", description: "A telephone number by which a brand exchanges text messages." })

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
    description: "Of the account that has the number now; another one comes with its `authToken`."
  }),
  authToken: optional(authToken),
  apiKey: clearable(apiKey).annotate({ description: "`null`: requests are made with the auth token again." }),
  messagingServiceSid: clearable(messagingServiceSid),
  reopenHours: optional(reopenHours),
  mms: optional(mms),
  hourlyLimit: optional(hourlyLimit),
  dailyLimit: optional(dailyLimit),
  destinations: clearable(destinations),
  enabled: optional(Schema.Boolean).annotate({
    description: "`false`: nothing comes in or goes out. `true` also clears the states `error` and `needs_reauth`."
  })
}).annotate({ identifier: "SmsNumberUpdate" })

export const SmsTest = Schema.Struct({ to: Phone }).annotate({ identifier: "SmsTest" })

export const SmsTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: Schema.String.annotate({ description: "Twilio's id of the message." }),
  webhook: Schema.Literals(["here", "elsewhere", "unknown"]).annotate({
    description:
      "Whether Twilio sends what comes in to `inboundUrl`, for the number or its messaging service; `unknown`: it did not say, or nothing comes in by a sender's name."
  })
}).annotate({ identifier: "SmsTestResult" })

export const SmsPreview = Schema.Struct({
  text: text(maxText, 1).annotate({ description: "What is to be sent, without files." })
}).annotate({ identifier: "SmsPreview" })

export const SmsPreviewResult = Schema.Struct({
  parts: Schema.Int.annotate({
    description: "Messages that it is split into: one up to 1,600 characters, four at most."
  }),
  segments: Schema.Int.annotate({ description: "What carriers charge for, in all parts together." }),
  encoding: Schema.Literals(["gsm7", "ucs2"]).annotate({
    description:
      "`gsm7`: 160 characters in one segment, 153 in each of several. `ucs2`, as soon as one character of a part is not in GSM's alphabet: 70 and 67."
  }),
  shortened: Schema.Boolean.annotate({
    description: "It takes more than four parts: its beginning is sent as one, with a link to the portal."
  })
}).annotate({ identifier: "SmsPreviewResult" })
