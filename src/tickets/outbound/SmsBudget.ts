import { Context, type Duration, type Effect, type Option } from "effect"
import type { SmsConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A limit that is used up, and when it has room again. */
export interface SpentLimit {
  /** `hourly`: to one customer. `daily`: from the number. `brand`: from all numbers of the brand. */
  readonly limit: "hourly" | "daily" | "brand"
  /** The limit itself, in texts. */
  readonly texts: number
  readonly wait: Duration.Duration
}

/**
 * Counts the texts that numbers have sent within an hour and a day, whatever their outcome, since each costs money. Texts
 * to several customers that are counted concurrently may exceed the daily limits by their number.
 */
export class SmsBudget extends Context.Service<
  SmsBudget,
  {
    /** Counts texts that are about to be submitted. If a limit has no room for all of them, counts none. */
    take(
      scope: BrandScope,
      connection: SmsConnection,
      phone: string,
      texts: number
    ): Effect.Effect<Option.Option<SpentLimit>, DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsBudget") {}
