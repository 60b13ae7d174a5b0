import { Duration, Layer } from "effect"
import * as CustomChannel from "../../channels/custom/CustomChannel.ts"
import * as SignedCallbacks from "../../src/SignedCallbacks.ts"
import * as SqlConnectionStore from "../../src/sql/connections/SqlConnectionStore.ts"
import * as SqlChannelInbox from "../../src/sql/intake/SqlChannelInbox.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlChannelOutbox from "../../src/sql/outbound/SqlChannelOutbox.ts"
import * as SqlOutboundStore from "../../src/sql/outbound/SqlOutboundStore.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { CustomChannels } from "../../src/tickets/connections/CustomChannels.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"
import { outboundServices } from "./outboundServices.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** Largest size of a file that a channel references, in bytes. */
const maxFileBytes = 64 * 1024

/** Callbacks to receivers on this machine. */
const callbacks = SignedCallbacks.layer.pipe(
  Layer.provide(SafeHttpClient.layer(Duration.seconds(2))),
  Layer.provide(Egress.layer(["127.0.0.0/8"]))
)

const stores = Layer.mergeAll(
  SqlConnectionStore.layer,
  SqlInboundLog.layer,
  SqlOutboundStore.layer,
  SqlChannelOutbox.layer,
  SqlChannelInbox.layer
).pipe(Layer.provide(silentHandoff))

/** Custom channels and the messages that they post, on top of files and messages. */
export const customServices = Layer.mergeAll(CustomChannels.layer, CustomChannel.receiver(maxFileBytes)).pipe(
  Layer.provide(Intake.layer),
  Layer.provide([callbacks, stores, SqlTicketStore.layer]),
  Layer.provide(silentHandoff)
)

/** What re-reading posts and inbox entries needs. */
export const rereading = Layer.merge(CustomChannel.reader(maxFileBytes), SqlChannelInbox.layer).pipe(
  Layer.provide([callbacks, stores])
)

/** The actor that posts to callback URLs. */
export const customSender = CustomChannel.sender.pipe(
  Layer.provide(outboundServices({ inboundDomain: "inbound.example" })),
  Layer.provide([callbacks, stores])
)
