import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Removes mail state that no longer has any effect. Each run does a bounded amount of work, and any node may do it. */
export class MailUpkeep extends Context.Service<
  MailUpkeep,
  {
    /** Removes suppressed addresses to which mail may be sent again (`bounceRest`). Returns how many. */
    readonly forgetRested: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailUpkeep") {}
