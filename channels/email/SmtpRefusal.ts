import { Schema } from "effect"

/** Why an email is refused, as reported to the client. 4xx asks it to retry, 5xx not to. */
export class SmtpRefusal extends Schema.TaggedError<SmtpRefusal>()("SmtpRefusal", {
  code: Schema.Literals([421, 451, 452, 550, 552, 554]),
  text: Schema.String,
  /** Whether the connection is closed at once, without reading what else the client sends. */
  closes: Schema.Boolean
}) {}

const refusal = (code: SmtpRefusal["code"], text: string, closes = false) => new SmtpRefusal({ code, text, closes })

/** Every refusal of the listener (docs/channels/email.md, SMTP responses). */
export const refusals = {
  tooManySessions: refusal(421, "Too many connections from your address, try again later"),
  full: refusal(421, "Too many connections, try again later"),
  tooManyRefused: refusal(421, "Too many unknown recipients"),
  sessionTooLong: refusal(421, "Session took too long", true),
  tooSlow: refusal(421, "Message arrived too slowly", true),
  busy: refusal(451, "Too busy to accept mail now, try again later"),
  trouble: refusal(451, "Could not accept the message now, try again later"),
  senderOverLimit: refusal(451, "Too many messages from this sender within an hour, try again later"),
  unknownRecipient: refusal(550, "No such mailbox here"),
  tooLarge: refusal(552, "Message exceeds the maximum size", true),
  smuggling: refusal(554, "Message contains a single dot on a line with bare line endings", true),
  severalSenders: refusal(554, "Message has more than one From field"),
  noSender: refusal(
    554,
    "From, Sender, Reply-To and the envelope contain no address to reply to: it needs a domain name and, before the @, at most 64 characters without spaces or special characters"
  ),
  spam: refusal(554, "Message rejected as spam: its sender failed authentication, or a filter recognized it"),
  loop: refusal(554, "Message has passed through too many servers")
}
