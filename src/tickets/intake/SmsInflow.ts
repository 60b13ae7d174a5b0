import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** Number of tickets that text messages opened within the last hour. */
export interface OpenedTickets {
  readonly bySender: number
  readonly byAll: number
  /** The team asked for this message to be handled again. */
  readonly isReleased: boolean
}

/** Counts the tickets that text messages open, so that nobody can flood a brand by forging senders. */
export class SmsInflow extends Context.Service<
  SmsInflow,
  {
    /** `id` is that of the inbox entry. `sender` is in E.164. */
    opened(
      scope: BrandScope,
      message: { readonly id: InboundId; readonly sender: string }
    ): Effect.Effect<OpenedTickets, DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsInflow") {}
