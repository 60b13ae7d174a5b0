import { Effect, Layer } from "effect"
import { ProviderCallbacks } from "../../src/tickets/connections/ProviderCallbacks.ts"
import { channelInboxWorker } from "../../src/tickets/intake/channelInboxWorker.ts"
import { handleText } from "./handleText.ts"
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

const Callbacks = Layer.effectDiscard(
  Effect.gen(function* () {
    const callbacks = yield* ProviderCallbacks
    yield* Effect.forEach(yield* smsCallbacks, callbacks.add, { discard: true })
  })
)

const Inbox = Layer.unwrap(Effect.map(handleText, (handle) => channelInboxWorker("sms", handle)))

/** Sends test messages. */
export const gateway = TwilioGateway.layer.pipe(Layer.provide(TwilioApi.layer))

/** Receives simulated text messages, without Twilio. */
export const simulator = TextSimulator.layer.pipe(Layer.provide(SmsReader.layer), Layer.provide(SmsPeople.layer))

/** Text messages through Twilio, in both directions: the endpoints, the inbox worker, and the sender of comments. */
export const layer = Layer.mergeAll(
  Callbacks.pipe(Layer.provide(SmsReceipts.layer)),
  Inbox.pipe(Layer.provide([SmsReader.layer, SmsMedia.layer])),
  SmsSender.layer.pipe(Layer.provide(TextComposer.layer))
).pipe(Layer.provide([SmsPeople.layer, TwilioApi.layer]))
