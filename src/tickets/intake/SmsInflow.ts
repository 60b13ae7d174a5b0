import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** Tickets that text messages opened within the last hour. */
export interface OpenedTickets {
  readonly bySender: number
  readonly byAll: number
  /** The team has asked for this message to be handled again. */
  readonly isReleased: boolean
}

/** How many tickets text messages open: who makes up senders must not flood a brand with them. */
export class SmsInflow extends Context.Service<
  SmsInflow,
  {
    /** `id`: of the entry of the inbox. `sender` in E.164. */
    opened(
      scope: BrandScope,
      message: { readonly id: InboundId; readonly sender: string }
    ): Effect.Effect<OpenedTickets, DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsInflow") {}
