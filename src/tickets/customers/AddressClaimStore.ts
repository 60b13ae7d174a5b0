import { Context, type Duration, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A claim that is still valid. */
export interface AddressClaim {
  readonly scope: BrandScope
  readonly customerId: CustomerId
  /** Lower case. */
  readonly email: string
}

/** Stores claims of addresses, and looks up what confirming one needs. */
export class AddressClaimStore extends Context.Service<
  AddressClaimStore,
  {
    /**
     * Stores a claim by the person with this id at the connection and queues the mail with `token`: both, or neither. A
     * second call for the same message (`source`) has no effect.
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
