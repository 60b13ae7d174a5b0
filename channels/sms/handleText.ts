import { Effect, Option } from "effect"
import type { PlacedConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../src/domain/Ids.ts"
import type { NotFound } from "../../src/domain/Problems.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { AddressClaims } from "../../src/tickets/customers/AddressClaims.ts"
import type { LeasedEntry } from "../../src/tickets/intake/ChannelInbox.ts"
import type { InboxFailure } from "../../src/tickets/intake/channelInboxWorker.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import type { FileTrouble } from "../../src/tickets/intake/keepFetched.ts"
import { SmsInflow } from "../../src/tickets/intake/SmsInflow.ts"
import { ChannelOutbox } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { addressIn } from "./addressIn.ts"
import { heldReason } from "./heldReason.ts"
import { SmsMedia } from "./SmsMedia.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { SmsReader } from "./SmsReader.ts"
import { type IncomingText, incomingText, isTelephone } from "./twilioMessages.ts"

/**
 * Processes text messages that were stored before they were acknowledged to Twilio. What cannot be let in stays in the
 * inbound log with the reason; once that is fixed, the team can let it in from there.
 */
export const handleText = Effect.gen(function* () {
  const connections = yield* ConnectionStore
  const intake = yield* Intake
  const smsMedia = yield* SmsMedia
  const reader = yield* SmsReader
  const people = yield* SmsPeople
  const outbox = yield* ChannelOutbox
  const inflow = yield* SmsInflow
  const claims = yield* AddressClaims

  /** Refuses the message until somebody changes something; the number's status shows why. */
  const refuse = Effect.fnUntraced(function* (
    { connection }: PlacedConnection<"sms">,
    { from, to }: IncomingText,
    flag: string | undefined,
    reason: string
  ) {
    yield* connections.note(connection.id, { kind: "error", error: reason })
    return yield* Effect.fail<InboxFailure>({ reason, permanent: true, flag, from, to })
  })

  /**
   * The connection of the number that a text was sent to: the one whose endpoint was called, or another one of its brand. A
   * messaging service sends the texts of all its numbers to one endpoint; for numbers that are not connected here, the
   * endpoint's number is used.
   */
  const numberOf = Effect.fnUntraced(function* (called: PlacedConnection<"sms">, text: IncomingText) {
    if (called.connection.name === text.to) return called
    const numbers = Option.getOrElse(yield* connections.list(called.scope, "sms"), () => [])
    const meant = numbers.find(
      ({ name, settings, status }) =>
        name === text.to && settings.accountSid === text.accountSid && status !== "disabled"
    )
    if (meant !== undefined) return { ...called, connection: meant }
    const { messagingServiceSid } = called.connection.settings
    return messagingServiceSid !== undefined && messagingServiceSid === text.serviceSid
      ? called
      : yield* refuse(
          called,
          text,
          "unroutable",
          `It is unroutable: ${text.to} is not a number of the brand. Add the number, and reprocess the message`
        )
  })

  /** Checks the limits on new tickets. Keywords open none, so they are applied before anything is counted. */
  const admitted = Effect.fnUntraced(function* (placed: PlacedConnection<"sms">, text: IncomingText, id: InboundId) {
    const { connection, scope } = placed
    if (yield* people.isKnown(scope, connection.id, text.from)) return
    const held = heldReason(yield* inflow.opened(scope, { id, sender: text.from }))
    if (held !== undefined) yield* refuse(placed, text, "held", held)
  })

  const handle = Effect.fnUntraced(function* (entry: LeasedEntry) {
    const { attempts, connectionId, id, lane, payload, receivedAt } = entry
    const found = yield* connections.placed(connectionId)
    if (Option.isNone(found) || found.value.connection.kind !== "sms")
      return yield* Effect.fail<InboxFailure>({ reason: "The brand was deleted", permanent: true, from: lane })
    const form = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]))
    const text = incomingText(form)
    if (text === undefined) return yield* Effect.fail<InboxFailure>({ reason: "It cannot be read", permanent: true })
    if (!isTelephone(text.from))
      return yield* Effect.fail<InboxFailure>({
        reason: `Its sender, ${text.from}, is not a telephone number that a reply could be texted to`,
        permanent: true,
        flag: "unsupported_sender",
        from: text.from,
        to: text.to
      })
    const placed = yield* numberOf({ scope: found.value.scope, connection: found.value.connection }, text)
    const { connection, scope } = placed
    const media = Effect.andThen(
      admitted(placed, text, id),
      smsMedia.fetch(scope.tenant.id, connection, text.media, attempts)
    )
    const message = yield* reader.read(placed, { text, form, media, receivedAt })
    // Messages waiting for somebody who has opted out are processed at once, since they will not be sent.
    if (yield* people.isOptedOut(scope, connection.id, text.from)) yield* outbox.hurry(connection.id, text.from)
    // A keyword from somebody without a ticket.
    if (message === undefined) return undefined
    // Senders of this channel have no limit.
    const result = yield* intake.receive(scope, message).pipe(Effect.catchTag("SenderOverLimit", Effect.die))
    const email = addressIn(text.body)
    if (email !== undefined) yield* claims.begin(scope, connection.id, { person: text.from, email, source: text.sid })
    return result
  })

  return (entry: LeasedEntry) => Effect.mapError(handle(entry), failureOf)
})

type Trouble = InboxFailure | NotFound | DatabaseUnavailable | FileTrouble

/** The reason in words for the team. */
const failureOf = (trouble: Trouble): InboxFailure => {
  if (!("_tag" in trouble)) return trouble
  switch (trouble._tag) {
    case "DatabaseUnavailable":
      return { reason: "The database was unavailable" }
    case "NotFound":
      return { reason: "The brand was deleted", permanent: true }
    case "FileTrouble":
      return { reason: trouble.message }
  }
}
