import type { InboundPolicy } from "../../src/domain/Brand.ts"
import type { InboundMail, MailRoute } from "../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"

/** The envelope of a message, its recipients sorted out. */
export interface Delivery {
  /** Reverse path; empty for the null sender. */
  readonly returnPath: string
  /** What the client calls itself, and where it is; the address is empty where there was no connection. */
  readonly clientName: string
  readonly clientAddress: string
  /** The brands that take it, each with those of its addresses that were named, and how they led to it and what the brand wants. */
  readonly recipients: ReadonlyArray<{
    readonly scope: BrandScope
    readonly addresses: ReadonlyArray<string>
    readonly route: MailRoute
    readonly policy: InboundPolicy
  }>
}

/** What one message may be; left out where it was taken before, or comes from whom we know. */
export interface ReceiptLimits {
  /** Received fields. */
  readonly hops: number
  readonly hourly?: InboundMail["hourlyLimits"]
}
