import type { Redacted } from "effect"
import type { Ordering } from "../domain/Webhook.ts"

/** What a subscriber says about a new webhook. */
export interface WebhookCreate {
  readonly url: string
  /** Event names and groups, such as `ticket.created`, `comment.*` or `*`. */
  readonly events: ReadonlyArray<string>
  /** 8 to 256 characters; made when absent. */
  readonly secret?: Redacted.Redacted | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  /** Requests in a second, 1 to 1,000; as fast as the receiver answers when absent. */
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | undefined
}

/** Members to change; `null` clears the description or the rate. Enabling, and another URL, reset the failure count. */
export interface WebhookChange {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<string> | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | null | undefined
}
