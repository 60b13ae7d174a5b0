import { Schema } from "effect"
import { documented } from "./documented.ts"
import { listOf, matching, oneLine, optional, Phone, text } from "./Fields.ts"
import { stating } from "./fieldRule.ts"
import { absent, fitsOneOf, given, no } from "./fitsOneOf.ts"
import { InboundMessage, MailView } from "./InboundPayloads.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

/** Canonical base64 (RFC 4648, section 4): encoding the decoded bytes gives the same text. Costs one decoding and encoding. */
const base64 = Schema.String.check(
  Schema.makeFilter<string>((value) => Buffer.from(value, "base64").toString("base64") === value, {
    ...stating("format", "must be base64 (RFC 4648, section 4)"),
    toJsonSchema: () => ({ contentEncoding: "base64" })
  })
)
const headerNames = { maxProperties: 50, propertyNames: { pattern: "^[!-9;-~]{1,76}$" } }
const mailbox = oneLine(320).annotate({ examples: ["Ines Roth <ines@north.example>"] })
const slackId = matching(/^\d{1,10}\.\d{6}$/, "must be a Slack message id: seconds, a period and six digits").annotate({
  examples: ["1700000000.000100"]
})
const messageId = oneLine(900).annotate({ examples: ["<invoice-77@north.example>"] })

export const SimulatedMail = Schema.Struct({
  brandId: idLike("br"),
  raw: optional(base64).annotate({ description: "The whole message (RFC 5322) as base64, instead of its parts." }),
  from: optional(mailbox).annotate({ description: "An address, or a name and an address. Required without `raw`." }),
  to: optional(listOf(mailbox, 100)).annotate({ description: "Defaults to the brand's `inboundEmail`." }),
  cc: optional(listOf(mailbox, 100)),
  subject: optional(oneLine(998, 0)),
  text: optional(text(1024 * 1024)),
  html: optional(text(1024 * 1024)),
  messageId: optional(messageId).annotate({
    description: "An email with the same id and content as another is a duplicate."
  }),
  inReplyTo: optional(messageId),
  references: optional(listOf(messageId, 100)),
  headers: optional(Schema.Record(Schema.String, oneLine(998, 0)).pipe(documented(headerNames))).annotate({
    description: "Additional header fields by name, such as `Auto-Submitted`; at most 50."
  }),
  attachments: optional(
    listOf(
      Schema.Struct({
        filename: oneLine(255),
        contentType: matching(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, "must be a media type such as text/plain"),
        content: base64.annotate({ description: "The bytes, as base64." })
      }),
      50
    )
  )
})
  .pipe(
    fitsOneOf(
      { raw: absent, from: given },
      {
        raw: given,
        from: absent,
        to: absent,
        cc: absent,
        subject: absent,
        text: absent,
        html: absent,
        messageId: absent,
        inReplyTo: absent,
        references: absent,
        headers: absent,
        attachments: absent
      }
    )
  )
  .annotate({ identifier: "SimulatedMail" })

export const SimulatedText = Schema.Struct({
  brandId: idLike("br"),
  from: Phone,
  text: text(1600).annotate({ description: "Can be empty if there are `mediaIds`." }),
  to: optional(Phone).annotate({ description: "An enabled number of the brand. Defaults to the oldest one." }),
  messageId: optional(oneLine(100)).annotate({
    description: "A text message with the same id as another is a duplicate."
  }),
  mediaIds: optional(listOf(idLike("att"), 10)).annotate({ description: "Confirmed uploads that are attached to it." })
}).annotate({ identifier: "SimulatedText" })

export const SimulatedChat = Schema.Struct({
  brandId: idLike("br"),
  user: Schema.Struct({
    id: oneLine(50).annotate({ description: "The sender's Slack user id.", examples: ["U0INES"] }),
    name: optional(oneLine(100)),
    email: optional(oneLine(254)).annotate({ description: "The email address in their profile." })
  }),
  text: text(40_000).annotate({ description: "The message text or, with `edit`, the new text." }),
  channelId: optional(oneLine(50)).annotate({
    description: "A customer channel of the brand. Defaults to a direct message."
  }),
  threadId: optional(slackId).annotate({ description: "The message that it replies to." }),
  messageId: optional(slackId).annotate({ description: "A message with the same id as another is a duplicate." }),
  edit: optional(Schema.Boolean).annotate({ description: "Edits the existing message `messageId`." }),
  delete: optional(Schema.Boolean).annotate({ description: "Deletes the existing message `messageId`." })
})
  .pipe(fitsOneOf({ edit: no, delete: no }, { messageId: given, edit: no }, { messageId: given, delete: no }))
  .annotate({ identifier: "SimulatedChat" })

export const SimulatedResult = Schema.Struct({
  inbound: InboundMessage,
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  eventIds: Schema.Array(idLike("evt")).annotate({ description: "The events that it caused, in order." })
}).annotate({ identifier: "SimulatedResult" })

export const SimulatedReceipt = Schema.Struct({
  messageId: idLike("msg"),
  status: Schema.Literals(["delayed", "delivered", "failed", "bounced"]),
  error: optional(oneLine(500)).annotate({ description: "The message of the server that refused it." })
}).annotate({ identifier: "SimulatedReceipt" })

/** What captured messages are about, in the words of the outbox. */
export const capturedKinds = ["reply", "autoresponse", "notification", "magic_link"] as const

export const CapturedMessage = Schema.Struct({
  id: idLike("msg"),
  channel: growing(["email", "chat", "sms"]),
  kind: growing(capturedKinds),
  brandId: some(idLike("br")),
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  from: Schema.String.annotate({ examples: ["Acme <no-reply@acme.example>"] }),
  to: Schema.String,
  cc: some(Schema.Array(Schema.String)),
  subject: some(Schema.String),
  text: Schema.String,
  html: some(Schema.String),
  htmlView: some(MailView),
  headers: some(Schema.Record(Schema.String, Schema.String)),
  replyAddress: some(Schema.String),
  attachments: Schema.Array(
    Schema.Struct({ id: idLike("att"), filename: Schema.String, contentType: Schema.String, size: Schema.Int })
  ),
  createdAt: Moment
}).annotate({ identifier: "CapturedMessage", description: "A message that would have been sent." })
