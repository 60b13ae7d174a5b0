import * as CustomReceiver from "./CustomReceiver.ts"
import * as CustomSender from "./CustomSender.ts"
import * as RawPostReader from "./RawPostReader.ts"

/** Receives what custom channels post: customers' messages, and receipts. */
export const receiver = CustomReceiver.layer

/** Reads stored posts again. */
export const reader = RawPostReader.layer

/** Sends messages to customers by posting them to custom channels' callback URLs. */
export const sender = CustomSender.layer
