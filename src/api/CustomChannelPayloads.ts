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
  description: "What the tickets' `source` says; `custom` when left out."
})
const callbackUrl = Url.annotate({
  description: "Where messages to customers are posted: https, to a public address. Without it nothing is sent."
})
const secret = optional(secretText(8, 256)).annotate({ description: "A secret of your own; made when left out." })

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
  lastError: some(Schema.String).annotate({ description: "Why the last message by it was not sent." }),
  createdAt: Moment
}

export const CustomChannel = Schema.Struct(channel).annotate({
  identifier: "CustomChannel",
  description: "A channel that you build: messages come in by POST, and go out to its callback address."
})
export const CustomChannelWithSecret = Schema.Struct({
  ...channel,
  secret: Schema.String.annotate({ description: "Signs what goes in either direction; shown this once." })
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
    description: "`false`: nothing comes in or goes out. `true` also clears the state `error`."
  })
}).annotate({ identifier: "CustomChannelUpdate" })

export const ChannelSecretRotation = Schema.Struct({
  secret,
  overlapHours: optional(integer(0, 168)).annotate({
    description: "Hours for which the previous secret is good beside the new one; 24 when left out."
  })
}).annotate({ identifier: "ChannelSecretRotation" })

export const ChannelTest = Schema.Struct({ success: Schema.Literal(true), messageId: idLike("msg") }).annotate({
  identifier: "ChannelTest"
})

const PostedSender = Schema.Struct({
  externalId: optional(oneLine(255)).annotate({ description: "Their id at the channel: the same person next time." }),
  email: optional(ReachableEmail),
  name: optional(oneLine(200, 0)).annotate({ description: "One of which nothing is seen is none." }),
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
      "Fetched once: https, from a public address, within 20 seconds. It needs `filename` and `contentType` beside it."
  })
})
  .annotate({ description: "Either an upload or an address." })
  .pipe(
    fitsOneOf(
      { attachmentId: given, url: absent },
      { attachmentId: absent, url: given, filename: given, contentType: given }
    )
  )
  .annotate({ identifier: "PostedAttachment" })

export const InboundPost = Schema.Struct({
  externalId: oneLine(255).annotate({ description: "Yours of the message: the same one again has no effect." }),
  threadId: optional(oneLine(255)).annotate({
    description:
      "The conversation: a comment on the ticket that it is about, or a new ticket. Left out, all that one sender writes is one conversation."
  }),
  sender: PostedSender,
  text: text(maxText).annotate({ description: "May be empty beside attachments." }),
  subject: optional(oneLine(500, 0)).annotate({
    description: "Title of a new ticket; the text's first line when left out, or when nothing is seen of it."
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
  duplicate: Schema.Boolean.annotate({ description: "It was received before; these are the ids that it got then." })
}).annotate({ identifier: "PostedMessage" })

export const ChannelReceipt = Schema.Struct({
  messageId: optional(Schema.String).annotate({ description: "The `msg_…` of the callback." }),
  externalId: optional(oneLine(255)).annotate({
    description: "What the channel calls the message; beside `messageId`, what it calls it from now on."
  }),
  status: Schema.Literals(["sent", "delivered", "failed", "read"]),
  error: optional(oneLine(500)).annotate({ description: "Why it failed; the team reads it." })
})
  .pipe(needsOneOf("is required, or the externalId", "messageId", "externalId"))
  .annotate({ identifier: "ChannelReceipt" })
