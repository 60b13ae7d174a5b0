import { Context, type Effect } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Renews secrets of connections that may be renewed once at a time only. */
export class SecretRotation extends Context.Service<
  SecretRotation,
  {
    /**
     * Holds the connection while `renew` makes new secrets of those that it has then, and keeps them before anybody may
     * use them; `undefined` keeps what there is. On any number of nodes one renews at a time, and the next sees what that
     * one made. `renew` has five seconds.
     */
    rotate<E>(
      id: ConnectionId,
      renew: (secrets: ConnectionSecrets) => Effect.Effect<ConnectionSecrets | undefined, E>
    ): Effect.Effect<void, E | DatabaseUnavailable>
  }
>()("trunkline/tickets/SecretRotation") {}
