import { Context, type Effect } from "effect"
import type { SmsConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { UpstreamFailed } from "../../domain/Problems.ts"

/** The result of a test of a number. */
export interface NumberTest {
  /** The provider's id for the message. */
  readonly messageId: string
  /** Where the provider sends inbound messages: `here` means to `inboundUrl`, `unknown` that it did not say. */
  readonly webhook: "here" | "elsewhere" | "unknown"
}

/** Sends test messages through an SMS provider. */
export class SmsGateway extends Context.Service<
  SmsGateway,
  {
    /** Sends a test message to a number, once, and looks up where inbound messages are sent. */
    test(connection: SmsConnection, to: string): Effect.Effect<NumberTest, UpstreamFailed | DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsGateway") {}
