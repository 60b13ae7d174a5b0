import { Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import type { Received } from "./Receiver.ts"

/** The envelope of a delivery, as the Standard Webhooks library verifies and parses it; throws if it does not. */
export const verify = (secret: Redacted.Redacted, { body, headers }: Received) =>
  new Webhook(Redacted.value(secret)).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"])
  })
