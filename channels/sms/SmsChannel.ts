import { Effect, Layer, Option } from "effect"
import type { LeasedEntry } from "../../src/tickets/ChannelInbox.ts"
import { ConnectionStore } from "../../src/tickets/ConnectionStore.ts"
import { channelInboxWorker, type InboxFailure } from "../../src/tickets/channelInboxWorker.ts"
import { ProviderCallbacks } from "../../src/tickets/ProviderCallbacks.ts"
import { SmsIntake } from "./SmsIntake.ts"
import { SmsMedia } from "./SmsMedia.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { SmsReceipts } from "./SmsReceipts.ts"
import * as SmsSender from "./SmsSender.ts"
import { smsCallbacks } from "./smsCallbacks.ts"
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
    const intake = yield* SmsIntake

    const handle = Effect.fnUntraced(function* ({ attempts, connectionId, payload, receivedAt }: LeasedEntry) {
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
      return yield* intake.receive({ connection, scope }, text, form, { attempts, receivedAt })
    })
    return channelInboxWorker("sms", (entry) => Effect.mapError(handle(entry), reasonOf))
  })
)

type Trouble = Effect.Error<ReturnType<SmsIntake["Service"]["receive"]>> | InboxFailure

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

/** Text messages by Twilio, in and out: its addresses, what handles what it sends, and what sends comments. */
export const layer = Layer.mergeAll(
  Callbacks.pipe(Layer.provide(SmsReceipts.layer)),
  Inbox.pipe(Layer.provide(SmsIntake.layer), Layer.provide(SmsMedia.layer)),
  SmsSender.layer
).pipe(Layer.provide([SmsPeople.layer, TwilioApi.layer]))
