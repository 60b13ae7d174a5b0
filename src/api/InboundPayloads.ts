import { Schema } from "effect"
import { channelKinds, inboundOutcomes, inboundStatuses } from "../domain/InboundEntry.ts"
import { optional } from "./Fields.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const result = Schema.Literals(["pass", "fail", "softfail", "neutral", "none", "policy", "temperror", "permerror"])

/** What is known about the origin of an email. */
const Authentication = Schema.Struct({
  spf: Schema.Struct({ result, domain: some(Schema.String) }),
  dkim: Schema.Array(
    Schema.Struct({ result, domain: Schema.String, selector: Schema.String, aligned: Schema.Boolean })
  ),
  dmarc: Schema.Struct({
    result,
    domain: some(Schema.String),
    policy: some(Schema.Literals(["none", "quarantine", "reject"]))
  }),
  arc: Schema.Struct({ result, sealer: some(Schema.String), dmarc: some(result) }),
  relay: some(Schema.Struct({ authservId: Schema.String, isSpam: Schema.Boolean })).annotate({
    description:
      "The operator's mail server in front of this one, by the name it uses in `Authentication-Results` (RFC 8601). SPF and DMARC are its results. Omitted if this server did the checks itself."
  })
}).annotate({
  identifier: "MailAuthentication",
  description:
    "Results of SPF, DKIM, DMARC and ARC. `temperror`: DNS did not respond in time. For email relayed by a host in this server's own network, only signatures are checked."
})

const listed = {
  id: idLike("inb"),
  brandId: idLike("br"),
  channel: growing(channelKinds),
  externalId: Schema.String.annotate({ description: "For email, the Message-ID without angle brackets." }),
  from: Schema.String,
  to: Schema.Array(Schema.String),
  subject: some(Schema.String),
  status: growing(inboundStatuses),
  outcome: some(growing(inboundOutcomes)),
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  error: some(Schema.String),
  attempts: Schema.Int,
  size: Schema.Int.annotate({ description: "Size of the original message, in bytes." }),
  receivedAt: Moment,
  processedAt: some(Moment),
  kind: some(growing(["human", "auto-replied", "auto-generated", "bounce"])).annotate({
    description: "For email, who wrote it: a person, an auto-responder, another machine, or a mail system."
  }),
  authentication: some(Authentication),
  flags: Schema.Array(Schema.String).annotate({
    description:
      "What is unusual about the message. `duplicate_message_id`: a different message has the same id. `sender_over_limit`: more than 60 messages from this sender within an hour. `ticket_over_limit`: more than 20 messages from this sender on the ticket within an hour; it does not change the status. `relay_spam`: a trusted relay classified it as spam. `number_was_idle`: the number had been silent for a year and now belongs to someone else. Text messages that failed: `unroutable` (sent to a number that is not the brand's), `unsupported_sender` (from a sender that cannot be replied to), `held` (over the limits for new tickets)."
  })
}

export const InboundMessage = Schema.Struct(listed).annotate({
  identifier: "InboundMessage",
  description: "A message that was received, and what became of it."
})

/** The address of an email in its original design. */
export const MailView = Schema.Struct({
  url: Schema.String.annotate({
    description:
      "An HTML document to show in a frame, with the email's text, colours, tables and embedded pictures. It runs no scripts and loads nothing from elsewhere. With `?pictures=1`, this server fetches the remote pictures; their servers learn when the email is read, but not by whom or from where. Works without a credential until `expiresAt`. Only the dashboard and `ADMIN_ORIGINS` can frame it."
  }),
  expiresIn: Schema.Int.annotate({ description: "Seconds." }),
  expiresAt: Moment,
  pictures: Schema.Struct({
    count: Schema.Int,
    hosts: Schema.Array(Schema.String).annotate({
      description: "The servers that host them, at most 5, starting with the one that hosts the most.",
      examples: [["news.example"]]
    })
  }).annotate({ description: "Remote pictures, which are shown only on request." })
}).annotate({
  identifier: "MailView",
  description: "Where to show an email in its original design, in a frame. Returned only when you get a single message."
})

export const InboundMessageDetail = Schema.Struct({
  ...listed,
  quotedText: some(Schema.String).annotate({
    description: "Quoted earlier text that the comment leaves out."
  }),
  html: some(Schema.String).annotate({
    description:
      "The email's HTML, reduced to safe elements, attributes and styles. Embedded images are referenced as `cid:` plus the `contentId` of an inline attachment of the ticket or comment. Remote images tell their servers who looks at them, so show them only on request. Omitted if the email has no HTML or more than 1 MiB of it."
  }),
  htmlView: some(MailView),
  repairs: some(Schema.Array(Schema.String)).annotate({
    description: "What was repaired or guessed to read an email, such as a wrongly declared charset."
  })
}).annotate({ identifier: "InboundMessageDetail", description: "A message that was received, and what became of it." })

export const InboundExplanation = Schema.Struct({
  inboundId: idLike("inb"),
  decision: Schema.String.annotate({
    description: "How the message reached the brand and what became of it, in words."
  }),
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  steps: Schema.Array(
    Schema.Struct({
      check: Schema.String,
      result: Schema.Literals(["matched", "not_matched", "skipped"]),
      detail: Schema.String
    })
  ).annotate({
    description:
      "In this order: duplicate, loop_or_automatic, bounce, signed_reply_address, message_references, subject_tag_and_sender, chat_thread, sms_conversation, custom_thread, merged_target, closed_policy, blocked_sender."
  }),
  effects: Schema.Array(Schema.Struct({ eventId: idLike("evt"), type: Schema.String })).annotate({
    description: "The events that it caused, in order, as far as they are still stored."
  })
}).annotate({ identifier: "InboundExplanation", description: "Why a message was handled the way it was." })

export const InboundReprocess = Schema.Struct({
  force: optional(Schema.Boolean).annotate({
    description: "Also accepts a processed message: its text and files are corrected."
  })
})
