import { Context, type Effect } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Renews secrets of connections, where only one renewal at a time is allowed. */
export class SecretRotation extends Context.Service<
  SecretRotation,
  {
    /**
     * Locks the connection while `renew` makes new secrets from its current ones, and stores them before anybody can use
     * them; `undefined` keeps the current ones. Only one node renews at a time, and the next one sees the result. `renew`
     * has five seconds.
     */
    rotate<E>(
      id: ConnectionId,
      renew: (secrets: ConnectionSecrets) => Effect.Effect<ConnectionSecrets | undefined, E>
    ): Effect.Effect<void, E | DatabaseUnavailable>
  }
>()("trunkline/tickets/SecretRotation") {}
