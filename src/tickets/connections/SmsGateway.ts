import { Context, type Effect } from "effect"
import type { SmsConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { UpstreamFailed } from "../../domain/Problems.ts"

/** What a test of a number found. */
export interface NumberTest {
  /** The provider's id of the message. */
  readonly messageId: string
  /** Where the provider sends what comes in: `here`, to `inboundUrl`; `unknown`, where it did not say. */
  readonly webhook: "here" | "elsewhere" | "unknown"
}

/** Where text messages are handed in. */
export class SmsGateway extends Context.Service<
  SmsGateway,
  {
    /** Sends a message of our own to a number, once, and looks where what comes in is sent to. */
    test(connection: SmsConnection, to: string): Effect.Effect<NumberTest, UpstreamFailed | DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsGateway") {}
