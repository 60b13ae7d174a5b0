import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ChannelNotReady, InvalidInput } from "../../domain/Problems.ts"
import type { SimulatedMail } from "../../domain/SimulatedMail.ts"

/** Simulates mail without a mail server: mails take the same path as real ones, and are really received. */
export class MailSimulator extends Context.Service<
  MailSimulator,
  {
    /**
     * Receives a mail for one brand; the result is committed when this returns. Repeating the same mail gives a
     * duplicate, as over SMTP. If the mail has no Message-ID, it is derived from `name`, so that the same name is the
     * same mail.
     */
    receive(
      scope: BrandScope,
      mail: SimulatedMail,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/MailSimulator") {}
