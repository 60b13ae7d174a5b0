import { Context, type Effect } from "effect"
import type { SmsConnection } from "../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { UpstreamFailed } from "../domain/Problems.ts"

/** Where text messages are handed in. */
export class SmsGateway extends Context.Service<
  SmsGateway,
  {
    /** Sends a message of our own to a number, once: the provider's id of it. */
    test(connection: SmsConnection, to: string): Effect.Effect<string, UpstreamFailed | DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsGateway") {}
