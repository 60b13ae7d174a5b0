import { Schema } from "effect"
import { connectionStatuses } from "../domain/ChannelConnection.ts"
import { integer, matching, optional, secretText } from "./Fields.ts"
import { idLike, Moment, some } from "./Shapes.ts"

export const phone = matching(/^\+[1-9]\d{6,14}$/, "must be a number in E.164 form, such as +15550100")
const accountSid = matching(/^AC[0-9a-f]{32}$/, "must be an account SID: AC and 32 hexadecimal digits").annotate({
  description: "Of the Twilio account, or sub-account, that has the number."
})
const authToken = secretText(16, 128).annotate({
  description: "The account's auth token: it signs what Twilio sends, and opens its API. Never returned."
})
const reopenHours = integer(0, 87_600).annotate({
  description:
    "Hours after its end within which a text message opens a closed ticket again, whatever `closedReply` of the brand says; later ones begin a new ticket that follows it up. 168 when left out."
})

export const SmsNumber = Schema.Struct({
  id: idLike("num"),
  brandId: idLike("br"),
  number: Schema.String,
  provider: Schema.Literal("twilio"),
  accountSid: Schema.String,
  reopenHours: Schema.Int,
  enabled: Schema.Boolean,
  status: Schema.Literals(connectionStatuses.filter((status) => status !== "uninstalled")),
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
  number: phone,
  provider: Schema.Literals(["twilio"]),
  accountSid,
  authToken,
  reopenHours: optional(reopenHours),
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "SmsNumberCreate" })

export const SmsNumberUpdate = Schema.Struct({
  accountSid: optional(accountSid),
  authToken: optional(authToken),
  reopenHours: optional(reopenHours),
  enabled: optional(Schema.Boolean).annotate({
    description: "`false`: nothing comes in or goes out. `true` also clears the states `error` and `needs_reauth`."
  })
}).annotate({ identifier: "SmsNumberUpdate" })

export const SmsTest = Schema.Struct({ to: phone }).annotate({ identifier: "SmsTest" })

export const SmsTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: Schema.String.annotate({ description: "Twilio's id of the message." })
}).annotate({ identifier: "SmsTestResult" })
