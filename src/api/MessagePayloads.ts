import { Schema } from "effect"
import { messageKinds, messageStatuses } from "../domain/OutboundMessage.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const channels = growing(["email", "chat", "sms", "custom"])
const statuses = growing(messageStatuses).annotate({
  description:
    "`queued` until the next server has it, then `sent`; `delayed` while a mail system on its way tries on; `delivered`, " +
    "`bounced` or `failed` once that is known. " +
    "`suppressed`: not sent, because it must not be or because nothing here can send it."
})

const segments = some(Schema.Int).annotate({
  description: "Of a text message that was sent: what carriers charge for, in all its parts together."
})

export const Delivery = Schema.Struct({
  messageId: idLike("msg"),
  channel: channels,
  to: Schema.String,
  status: statuses,
  segments,
  error: some(Schema.String),
  updatedAt: Moment
}).annotate({ identifier: "MessageDelivery", description: "How far a message came that carries a comment." })

const ReplySender = Schema.Struct({
  connectionId: some(Schema.String).annotate({
    description:
      "An address of the brand (`adr_…`), or the connection of another channel; none of the installation's own."
  }),
  name: Schema.String,
  address: some(Schema.String).annotate({ description: "Of mail." })
}).annotate({ identifier: "ReplySender", description: "Whom customers see as the sender." })

export const ReplyWay = Schema.Struct({
  channel: some(channels).annotate({ description: "Left out where nothing is sent: no way leads to the customer." }),
  to: some(Schema.String),
  from: some(ReplySender),
  senders: Schema.Array(ReplySender).annotate({
    description: "Other addresses of the brand that can send it: name one as `connectionId` of the comment."
  }),
  refusal: some(Schema.String).annotate({ description: "Why it would not be sent." })
}).annotate({ identifier: "ReplyWay", description: "How an answer to a ticket would go to its customer now." })

export const OutboundMessage = Schema.Struct({
  id: idLike("msg"),
  ticketId: idLike("tkt"),
  commentId: some(idLike("cmt")),
  channel: channels,
  kind: growing(messageKinds).annotate({
    description:
      "`reply`: a comment; `autoresponse`: an acknowledgement; `notification`: that a ticket was opened for the customer."
  }),
  from: some(Schema.String),
  to: Schema.String,
  subject: some(Schema.String),
  externalId: some(Schema.String).annotate({ description: "The channel's own id: of a mail, its Message-ID." }),
  status: statuses,
  attempts: Schema.Int,
  segments,
  error: some(Schema.String).annotate({
    description: "Why: what it means, where that is known, and the words of the server that refused it."
  }),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "OutboundMessage", description: "A message to a customer, and how far it came." })
