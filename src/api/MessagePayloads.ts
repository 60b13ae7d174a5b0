import { Schema } from "effect"
import { messageKinds, messageStatuses } from "../domain/OutboundMessage.ts"
import { idLike, Moment, some } from "./Shapes.ts"

const channels = Schema.Literals(["email", "chat", "sms", "custom"])
const statuses = Schema.Literals(messageStatuses).annotate({
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

export const OutboundMessage = Schema.Struct({
  id: idLike("msg"),
  ticketId: idLike("tkt"),
  commentId: some(idLike("cmt")),
  channel: channels,
  kind: Schema.Literals(messageKinds).annotate({
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
