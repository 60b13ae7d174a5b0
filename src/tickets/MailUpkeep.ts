import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Lets go of what is known of mail once it counts for nothing. A piece is of bounded size, and any node may do it. */
export class MailUpkeep extends Context.Service<
  MailUpkeep,
  {
    /** Forgets addresses to which mail may go again (`bounceRest`); tells how many it was. */
    readonly forgetRested: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailUpkeep") {}
