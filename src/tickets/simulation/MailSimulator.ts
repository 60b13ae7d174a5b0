import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ChannelNotReady, InvalidInput } from "../../domain/Problems.ts"
import type { SimulatedMail } from "../../domain/SimulatedMail.ts"

/** Mail without a mail server: what it hands in takes the way of real mail, and is really received. */
export class MailSimulator extends Context.Service<
  MailSimulator,
  {
    /**
     * Receives a mail for one brand; what it became is committed when this returns. The same mail again is a duplicate,
     * as it is over SMTP. `name` makes the Message-ID of one that has none, so that the same name is the same mail.
     */
    receive(
      scope: BrandScope,
      mail: SimulatedMail,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/MailSimulator") {}
