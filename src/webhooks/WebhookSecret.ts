import { randomBytes } from "node:crypto"
import { Redacted } from "effect"

/** Random bytes of a secret, as Standard Webhooks recommends. */
const secretLength = 24

/** Makes a new secret in the format of Standard Webhooks: `whsec_` and base64. */
export const makeWebhookSecret = (): Redacted.Redacted =>
  Redacted.make(`whsec_${randomBytes(secretLength).toString("base64")}`, { label: "webhook-secret" })
