import { Schema } from "effect"
import { channelKinds, inboundOutcomes, inboundStatuses } from "../domain/InboundEntry.ts"
import { optional } from "./Fields.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const result = Schema.Literals(["pass", "fail", "softfail", "neutral", "none", "policy", "temperror", "permerror"])

/** What is known of where a mail came from. */
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
      "The operator's mail server in front, by the name under which it writes `Authentication-Results` (RFC 8601): SPF and DMARC are as it found them. Absent where this server asked itself."
  })
}).annotate({
  identifier: "MailAuthentication",
  description:
    "Results of SPF, DKIM, DMARC and ARC. `temperror`: DNS gave no answer in time. Of mail that a machine of this server's own network relays, only signatures are checked."
})

const listed = {
  id: idLike("inb"),
  brandId: idLike("br"),
  channel: growing(channelKinds),
  externalId: Schema.String.annotate({ description: "Of a mail its Message-ID, without angle brackets." }),
  from: Schema.String,
  to: Schema.Array(Schema.String),
  subject: some(Schema.String),
  status: growing(inboundStatuses),
  outcome: some(growing(inboundOutcomes)),
  ticketId: some(idLike("tkt")),
  commentId: some(idLike("cmt")),
  error: some(Schema.String),
  attempts: Schema.Int,
  size: Schema.Int.annotate({ description: "Bytes of the message as it came." }),
  receivedAt: Moment,
  processedAt: some(Moment),
  kind: some(growing(["human", "auto-replied", "auto-generated", "bounce"])).annotate({
    description: "Of a mail: who wrote it, a person, an answering machine, another machine, or a mail system."
  }),
  authentication: some(Authentication),
  flags: Schema.Array(Schema.String).annotate({
    description:
      "What is unusual about it: `duplicate_message_id` (another message has its id, and is not the same), `sender_over_limit` (more than 60 from this sender within the hour), `ticket_over_limit` (more than 20 from this sender on the ticket within the hour: it changes no status), `relay_spam` (a trusted relay takes it for spam), `number_was_idle` (its number was silent for a year, and is somebody else's); and of text messages that failed `unroutable` (to a number that is none of the brand's), `unsupported_sender` (from where nobody can be answered), `held` (beyond the limits of new tickets)."
  })
}

export const InboundMessage = Schema.Struct(listed).annotate({
  identifier: "InboundMessage",
  description: "A message that came in, and what became of it."
})

/** Where a mail is shown in its own design. */
export const MailView = Schema.Struct({
  url: Schema.String.annotate({
    description:
      "A document for a frame: the mail's text, colours, tables and own pictures. No script runs in it, and it loads nothing from elsewhere. With `?pictures=1` this server fetches its remote pictures, so that their servers learn when the mail is read, but not by whom or from where. Works without a credential until `expiresAt`; framed by the dashboard and by `ADMIN_ORIGINS` alone."
  }),
  expiresIn: Schema.Int.annotate({ description: "Seconds." }),
  expiresAt: Moment,
  pictures: Schema.Struct({
    count: Schema.Int,
    hosts: Schema.Array(Schema.String).annotate({
      description: "The servers that they are on, the one with most of them first; at most 5.",
      examples: [["news.example"]]
    })
  }).annotate({ description: "Remote pictures that are not shown unless they are asked for." })
}).annotate({
  identifier: "MailView",
  description:
    "Where a mail is shown as its sender made it, ready for a frame. Told of one message that is asked for, not in lists."
})

export const InboundMessageDetail = Schema.Struct({
  ...listed,
  quotedText: some(Schema.String).annotate({
    description: "What the comment made of it leaves out, because it quotes what came before."
  }),
  html: some(Schema.String).annotate({
    description:
      "What a mail looks like: HTML of harmless elements, attributes and styles only. Images of the mail itself are named `cid:` and the `contentId` of an inline attachment of its ticket or comment; remote images tell their servers who looks at them, so show them on request only. Absent when the mail has no HTML, or more than 1 MiB of it."
  }),
  htmlView: some(MailView),
  repairs: some(Schema.Array(Schema.String)).annotate({
    description: "What had to be mended or guessed to read a mail, such as a charset that was declared wrong."
  })
}).annotate({ identifier: "InboundMessageDetail", description: "A message that came in, and what became of it." })

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
    description: "The events it caused, in their order, as far as the log keeps them."
  })
}).annotate({ identifier: "InboundExplanation", description: "Why a message became what it is." })

export const InboundReprocess = Schema.Struct({
  force: optional(Schema.Boolean).annotate({
    description: "Also a message that was processed: its text and files are corrected."
  })
})
