import { Schema } from "effect"
import { messageKinds, messageStatuses } from "../domain/OutboundMessage.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const channels = growing(["email", "chat", "sms", "custom"])
const statuses = growing(messageStatuses).annotate({
  description:
    "`queued` until the next server accepts it, then `sent`; `delayed` while a mail system along the way keeps trying; `delivered`, " +
    "`bounced` or `failed` once the result is known. " +
    "`suppressed`: not sent, because it must not be or because no channel can send it."
})

const segments = some(Schema.Int).annotate({
  description: "For a text message that was sent: the segments that carriers charge for, in all parts together."
})

export const Delivery = Schema.Struct({
  messageId: idLike("msg"),
  channel: channels,
  to: Schema.String,
  status: statuses,
  segments,
  error: some(Schema.String),
  updatedAt: Moment
}).annotate({ identifier: "MessageDelivery", description: "The delivery status of a message that carries a comment." })

const ReplySender = Schema.Struct({
  connectionId: some(Schema.String).annotate({
    description:
      "An address of the brand (`adr_…`) or the connection of another channel. Omitted if the installation's own address sends."
  }),
  name: Schema.String,
  address: some(Schema.String).annotate({ description: "For email." })
}).annotate({ identifier: "ReplySender", description: "The sender that customers see." })

export const ReplyWay = Schema.Struct({
  channel: some(channels).annotate({
    description: "Omitted if nothing would be sent because the customer cannot be reached."
  }),
  to: some(Schema.String),
  from: some(ReplySender),
  senders: Schema.Array(ReplySender).annotate({
    description: "Other addresses of the brand that can send it. Pass one as `connectionId` of the comment."
  }),
  refusal: some(Schema.String).annotate({ description: "Why it would not be sent." })
}).annotate({ identifier: "ReplyWay", description: "How a reply to a ticket would reach its customer now." })

export const OutboundMessage = Schema.Struct({
  id: idLike("msg"),
  ticketId: idLike("tkt"),
  commentId: some(idLike("cmt")),
  channel: channels,
  kind: growing(messageKinds).annotate({
    description:
      "`reply`: a comment. `autoresponse`: an acknowledgement. `notification`: says that a ticket was opened for the customer."
  }),
  from: some(Schema.String),
  to: Schema.String,
  subject: some(Schema.String),
  externalId: some(Schema.String).annotate({
    description: "The channel's id for the message. For email, its Message-ID."
  }),
  status: statuses,
  attempts: Schema.Int,
  segments,
  error: some(Schema.String).annotate({
    description: "Why it failed: the meaning, if known, and the message of the server that refused it."
  }),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "OutboundMessage", description: "A message to a customer, and its delivery status." })
