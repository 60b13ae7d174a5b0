import { randomBytes } from "node:crypto"
import { Redacted } from "effect"

/** Random bytes in a secret, as Standard Webhooks recommends. */
const secretLength = 24

/** A new secret in the form of Standard Webhooks: `whsec_` and base64. */
export const makeWebhookSecret = (): Redacted.Redacted =>
  Redacted.make(`whsec_${randomBytes(secretLength).toString("base64")}`, { label: "webhook-secret" })
