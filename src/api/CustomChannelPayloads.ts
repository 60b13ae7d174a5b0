import { Schema } from "effect"
import { connectionStatuses } from "../domain/ChannelConnection.ts"
import { ContentType, Filename } from "./AttachmentPayloads.ts"
import {
  clearable,
  Instant,
  integer,
  jsonObject,
  listOf,
  maxText,
  oneLine,
  optional,
  Phone,
  ReachableEmail,
  secretText,
  text,
  Url
} from "./Fields.ts"
import { absent, filled, fitsOneOf, given, worded } from "./fitsOneOf.ts"
import { needsOneOf } from "./needsOneOf.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"
import { maxMetadata } from "./TicketPayloads.ts"

const sources = ["custom", "discord", "instagram", "twitter", "whatsapp"] as const
const source = Schema.Literals(sources).annotate({
  description: "The `source` of the channel's tickets. Defaults to `custom`."
})
const callbackUrl = Url.annotate({
  description: "Where messages to customers are posted: an https URL at a public address. Without it, nothing is sent."
})
const secret = optional(secretText(8, 256)).annotate({ description: "Your own secret. Generated if omitted." })

const channel = {
  id: idLike("chn"),
  brandId: idLike("br"),
  name: Schema.String,
  source: growing(sources),
  enabled: Schema.Boolean,
  status: growing(connectionStatuses.filter((status) => status !== "uninstalled")),
  callbackUrl: some(Schema.String),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  lastError: some(Schema.String).annotate({ description: "Why the last message through the channel was not sent." }),
  createdAt: Moment
}

export const CustomChannel = Schema.Struct(channel).annotate({
  identifier: "CustomChannel",
  description:
    "A channel that you build: it posts incoming messages, and outgoing messages are posted to its callback URL."
})
export const CustomChannelWithSecret = Schema.Struct({
  ...channel,
  secret: Schema.String.annotate({ description: "Signs messages in both directions. Returned only in this response." })
}).annotate({ identifier: "CustomChannelWithSecret" })

export const CustomChannelCreate = Schema.Struct({
  name: oneLine(100),
  callbackUrl: optional(callbackUrl),
  source: optional(source),
  secret,
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "CustomChannelCreate" })

export const CustomChannelUpdate = Schema.Struct({
  name: optional(oneLine(100)),
  callbackUrl: clearable(callbackUrl),
  source: optional(source),
  enabled: optional(Schema.Boolean).annotate({
    description: "`false`: the channel neither receives nor sends. `true` also clears the state `error`."
  })
}).annotate({ identifier: "CustomChannelUpdate" })

export const ChannelSecretRotation = Schema.Struct({
  secret,
  overlapHours: optional(integer(0, 168)).annotate({
    description: "Hours for which the previous secret stays valid alongside the new one. Defaults to 24."
  })
}).annotate({ identifier: "ChannelSecretRotation" })

export const ChannelTest = Schema.Struct({ success: Schema.Literal(true), messageId: idLike("msg") }).annotate({
  identifier: "ChannelTest"
})

const PostedSender = Schema.Struct({
  externalId: optional(oneLine(255)).annotate({
    description: "The sender's id at the channel. The same id is the same person next time."
  }),
  email: optional(ReachableEmail),
  name: optional(oneLine(200, 0)).annotate({ description: "A name without visible characters counts as none." }),
  phone: optional(Phone)
})
  .annotate({ description: "One of `externalId`, `email` and `phone` is required." })
  .pipe(fitsOneOf({ externalId: given }, { email: given }, { phone: given }))
  .annotate({ identifier: "PostedSender" })

const PostedAttachment = Schema.Struct({
  filename: optional(Filename),
  contentType: optional(ContentType),
  attachmentId: optional(Schema.String).annotate({ description: "A confirmed upload of the brand." }),
  url: optional(Url).annotate({
    description:
      "An https URL at a public address. It is fetched once and must respond within 20 seconds. `filename` and `contentType` are required with it."
  })
})
  .annotate({ description: "Either an upload or a URL." })
  .pipe(
    fitsOneOf(
      { attachmentId: given, url: absent },
      { attachmentId: absent, url: given, filename: given, contentType: given }
    )
  )
  .annotate({ identifier: "PostedAttachment" })

export const InboundPost = Schema.Struct({
  externalId: oneLine(255).annotate({
    description: "Your id for the message. Sending the same id again has no effect."
  }),
  threadId: optional(oneLine(255)).annotate({
    description:
      "Identifies the conversation. The message becomes a comment on the ticket of that conversation, or a new ticket. If omitted, all messages from one sender form one conversation."
  }),
  sender: PostedSender,
  text: text(maxText).annotate({ description: "Can be empty if there are attachments." }),
  subject: optional(oneLine(500, 0)).annotate({
    description:
      "Title of a new ticket. Defaults to the first line of the text, also if the subject has no visible characters."
  }),
  attachments: optional(listOf(PostedAttachment, 20)),
  occurredAt: optional(Instant),
  metadata: optional(jsonObject(maxMetadata))
})
  .pipe(fitsOneOf({ text: worded }, { attachments: filled }))
  .annotate({ identifier: "InboundPost" })

export const PostedMessage = Schema.Struct({
  messageId: idLike("inb"),
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  created: Schema.Literals(["ticket", "comment"]),
  duplicate: Schema.Boolean.annotate({
    description: "true: the message was received before, and these are the ids it got then."
  })
}).annotate({ identifier: "PostedMessage" })

export const ChannelReceipt = Schema.Struct({
  messageId: optional(Schema.String).annotate({ description: "The `msg_…` from the callback." }),
  externalId: optional(oneLine(255)).annotate({
    description:
      "The channel's id for the message. Together with `messageId`, it is stored as the message's id from now on."
  }),
  status: Schema.Literals(["sent", "delivered", "failed", "read"]),
  error: optional(oneLine(500)).annotate({ description: "Why it failed. Shown to the team." })
})
  .pipe(needsOneOf("is required, or the externalId", "messageId", "externalId"))
  .annotate({ identifier: "ChannelReceipt" })
