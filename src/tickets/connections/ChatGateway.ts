import { Context, type Effect } from "effect"
import type { UpstreamFailed } from "../../domain/Problems.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Sends messages that belong to no ticket. */
export class ChatGateway extends Context.Service<
  ChatGateway,
  {
    /** Posts a test message into a channel, once. Returns the provider's id for it. */
    test(secrets: ConnectionSecrets, channelId: string): Effect.Effect<string, UpstreamFailed>
  }
>()("trunkline/tickets/ChatGateway") {}
