import { Effect, Layer, Option } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { NotFound } from "../../src/domain/Problems.ts"
import { AddressClaims } from "../../src/tickets/AddressClaims.ts"
import type { LeasedEntry } from "../../src/tickets/ChannelInbox.ts"
import { ConnectionStore } from "../../src/tickets/ConnectionStore.ts"
import { channelInboxWorker, type InboxFailure } from "../../src/tickets/channelInboxWorker.ts"
import { Intake } from "../../src/tickets/Intake.ts"
import { ProviderCallbacks } from "../../src/tickets/ProviderCallbacks.ts"
import { SmsInflow } from "../../src/tickets/SmsInflow.ts"
import { addressIn } from "./addressIn.ts"
import { heldReason } from "./heldReason.ts"
import { SmsMedia } from "./SmsMedia.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { SmsReader } from "./SmsReader.ts"
import { SmsReceipts } from "./SmsReceipts.ts"
import * as SmsSender from "./SmsSender.ts"
import { smsCallbacks } from "./smsCallbacks.ts"
import { TextComposer } from "./TextComposer.ts"
import * as TextSimulator from "./TextSimulator.ts"
import { TwilioApi } from "./TwilioApi.ts"
import * as TwilioGateway from "./TwilioGateway.ts"
import { incomingText, isTelephone } from "./twilioMessages.ts"

const Callbacks = Layer.effectDiscard(
  Effect.gen(function* () {
    const callbacks = yield* ProviderCallbacks
    yield* Effect.forEach(yield* smsCallbacks, callbacks.add, { discard: true })
  })
)

/** Handles what was kept before Twilio heard that we have it. */
const Inbox = Layer.unwrap(
  Effect.gen(function* () {
    const connections = yield* ConnectionStore
    const intake = yield* Intake
    const media = yield* SmsMedia
    const reader = yield* SmsReader
    const people = yield* SmsPeople
    const inflow = yield* SmsInflow
    const claims = yield* AddressClaims

    const handle = Effect.fnUntraced(function* ({ attempts, connectionId, id, payload, receivedAt }: LeasedEntry) {
      const found = yield* connections.placed(connectionId)
      // The number was removed meanwhile.
      if (Option.isNone(found) || found.value.connection.kind !== "sms") return undefined
      const { connection, scope } = found.value
      const form = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]))
      const text = incomingText(form)
      if (text === undefined) return yield* Effect.fail<InboxFailure>({ reason: "It cannot be read", permanent: true })
      if (!isTelephone(text.from))
        return yield* Effect.fail<InboxFailure>({
          reason: `Its sender, ${text.from}, has no telephone number that could be answered`,
          permanent: true
        })
      if (!(yield* people.isKnown(scope, connection.id, text.from))) {
        const held = heldReason(yield* inflow.opened(scope, { id, sender: text.from }))
        if (held !== undefined) {
          yield* connections.note(connection.id, { kind: "error", error: held })
          return yield* Effect.fail<InboxFailure>({ reason: held, permanent: true })
        }
      }
      const fetched = media.fetch(scope.tenant.id, connection, text.media, attempts)
      const message = yield* reader.read({ connection, scope }, { text, form, media: fetched, receivedAt })
      // No limit was set for senders of this channel.
      if (message === undefined) return undefined
      const result = yield* intake.receive(scope, message).pipe(Effect.catchTag("SenderOverLimit", Effect.die))
      const email = addressIn(text.body)
      if (email !== undefined) yield* claims.begin(scope, connection.id, { person: text.from, email, source: text.sid })
      return result
    })
    return channelInboxWorker("sms", (entry) => Effect.mapError(handle(entry), reasonOf))
  })
)

type Trouble =
  | InboxFailure
  | NotFound
  | DatabaseUnavailable
  | { readonly _tag: "MediaTrouble"; readonly reason: string }

/** In words for the team. */
const reasonOf = (trouble: Trouble): InboxFailure => {
  if (!("_tag" in trouble)) return trouble
  switch (trouble._tag) {
    case "DatabaseUnavailable":
      return { reason: "The database was away" }
    case "NotFound":
      return { reason: "The brand is gone", permanent: true }
    case "MediaTrouble":
      return { reason: `A file that came with it could not be fetched: ${trouble.reason}` }
  }
}

/** What hands test messages in. */
export const gateway = TwilioGateway.layer.pipe(Layer.provide(TwilioApi.layer))

/** What takes text messages without Twilio. */
export const simulator = TextSimulator.layer.pipe(Layer.provide(SmsReader.layer), Layer.provide(SmsPeople.layer))

/** Text messages by Twilio, in and out: its addresses, what handles what it sends, and what sends comments. */
export const layer = Layer.mergeAll(
  Callbacks.pipe(Layer.provide(SmsReceipts.layer)),
  Inbox.pipe(Layer.provide([SmsReader.layer, SmsMedia.layer])),
  SmsSender.layer.pipe(Layer.provide(TextComposer.layer))
).pipe(Layer.provide([SmsPeople.layer, TwilioApi.layer]))
