import { Context, type Duration, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A claim that is still good. */
export interface AddressClaim {
  readonly scope: BrandScope
  readonly customerId: CustomerId
  /** Lower case. */
  readonly email: string
}

/** Where claims of addresses are kept, and what confirming one must see besides. */
export class AddressClaimStore extends Context.Service<
  AddressClaimStore,
  {
    /**
     * Keeps a claim of whoever has the id at the connection, with the mail that carries `token`: both, or neither. What
     * the same message (`source`) has said before is not said again.
     */
    begin(
      scope: BrandScope,
      claim: {
        readonly connectionId: ConnectionId
        readonly person: string
        readonly email: string
        readonly source: string
        readonly token: string
        readonly hash: Uint8Array
      },
      lifetime: Duration.Duration
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Crosses tenants. */
    find(hash: Uint8Array): Effect.Effect<Option.Option<AddressClaim>, DatabaseUnavailable>
    done(hash: Uint8Array): Effect.Effect<void, DatabaseUnavailable>
    /** The customer who has an address. */
    holderOf(scope: BrandScope, email: string): Effect.Effect<Option.Option<CustomerId>, DatabaseUnavailable>
  }
>()("trunkline/tickets/AddressClaimStore") {}
