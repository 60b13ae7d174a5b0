import * as CustomReceiver from "./CustomReceiver.ts"
import * as CustomSender from "./CustomSender.ts"
import * as RawPostReader from "./RawPostReader.ts"

/** What custom channels post: messages of customers, and receipts. */
export const receiver = CustomReceiver.layer

/** Reads posts again that came before. */
export const reader = RawPostReader.layer

/** Messages to customers, posted to the callback addresses of custom channels. */
export const sender = CustomSender.layer
