import type { InboundPolicy } from "../../src/domain/Brand.ts"
import type { InboundMail, MailRoute } from "../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"

/** The envelope of a message, with its recipients resolved to brands. */
export interface Delivery {
  /** Reverse path; empty for the null sender. */
  readonly returnPath: string
  /** The client's name from HELO or EHLO, and its address, which is empty if there was no connection. */
  readonly clientName: string
  readonly clientAddress: string
  /**
   * The brands that accept it, each with those of the recipient addresses that are its own, the route by which they led to
   * it, and the brand's policy.
   */
  readonly recipients: ReadonlyArray<{
    readonly scope: BrandScope
    readonly addresses: ReadonlyArray<string>
    readonly route: MailRoute
    readonly policy: InboundPolicy
  }>
}

/** Limits for one message. `hourly` is left out if it was accepted before, or test mode submits it over the API. */
export interface ReceiptLimits {
  /** Number of Received fields. */
  readonly hops: number
  readonly hourly?: InboundMail["hourlyLimits"]
}
