import { Context, type Effect } from "effect"
import type { UpstreamFailed } from "../../domain/Problems.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Where messages are handed in that no ticket asks for. */
export class ChatGateway extends Context.Service<
  ChatGateway,
  {
    /** Posts a message of our own into a channel, once: the provider's id of it. */
    test(secrets: ConnectionSecrets, channelId: string): Effect.Effect<string, UpstreamFailed>
  }
>()("trunkline/tickets/ChatGateway") {}
