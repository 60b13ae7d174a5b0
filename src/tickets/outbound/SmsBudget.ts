import { Context, type Duration, type Effect, type Option } from "effect"
import type { SmsConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A limit that has no room for now, and when it has again. */
export interface SpentLimit {
  /** `hourly`: of texts to one customer. `daily`: of texts by the number. `brand`: of texts by all numbers of the brand. */
  readonly limit: "hourly" | "daily" | "brand"
  /** Texts that it has room for in all. */
  readonly texts: number
  readonly wait: Duration.Duration
}

/**
 * How many texts numbers have sent within an hour and a day, whatever became of them: each is paid for. Texts to several
 * customers that are counted at the same moment may go beyond the daily limits by as many.
 */
export class SmsBudget extends Context.Service<
  SmsBudget,
  {
    /** Counts texts that are about to be handed in; where a limit has no room for all of them, none is. */
    take(
      scope: BrandScope,
      connection: SmsConnection,
      phone: string,
      texts: number
    ): Effect.Effect<Option.Option<SpentLimit>, DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsBudget") {}
