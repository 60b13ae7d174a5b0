import type { Redacted } from "effect"
import type { Ordering } from "../domain/Webhook.ts"

/** The input for a new webhook. */
export interface WebhookCreate {
  readonly url: string
  /** Event names and groups, such as `ticket.created`, `comment.*` or `*`. */
  readonly events: ReadonlyArray<string>
  /** 8 to 256 characters; generated if absent. */
  readonly secret?: Redacted.Redacted | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  /** Most requests per second, 1 to 1,000; if absent, as many as the receiver answers. */
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | undefined
}

/** The members to change; `null` clears the description or the rate. Enabling, or a new URL, resets the failure count. */
export interface WebhookChange {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<string> | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | null | undefined
}
