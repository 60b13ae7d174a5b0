import { Context, type Duration, type Effect, type Option, type Redacted } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AddressId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"
import type { BrandList } from "../settings/BrandList.ts"
import type { Arrival } from "./AddressActivity.ts"

/** Where support addresses are kept, oldest first. Writes join the caller's transaction; `none` is no such record. */
export class SupportAddressStore extends Context.Service<
  SupportAddressStore,
  BrandList<SupportAddress> & {
    /**
     * Takes an address from another brand that named it some time ago and never proved it, so that nobody can keep a name
     * from its owner.
     */
    readonly release: (scope: BrandScope, address: string) => Effect.Effect<void, DatabaseUnavailable>

    /** Keeps the code sealed in the place of the one before, and queues the mail that carries it. */
    readonly issueCode: (
      scope: BrandScope,
      id: AddressId,
      code: { readonly digits: Redacted.Redacted; readonly lifetime: Duration.Duration },
      mail: OutgoingMail
    ) => Effect.Effect<void, DatabaseUnavailable>

    /** Queues a mail that is about an address. */
    readonly send: (scope: BrandScope, mail: OutgoingMail) => Effect.Effect<void, DatabaseUnavailable>

    /** Counts a try, and verifies the address if these are the digits: in time, and within `tries`. */
    readonly tryCode: (
      scope: BrandScope,
      causation: Causation,
      id: AddressId,
      digits: string,
      tries: number
    ) => Effect.Effect<Option.Option<SupportAddress>, DatabaseUnavailable>

    /** Notes when mail last came, of all brands in one statement; addresses that are not the brand's are left out. */
    readonly arrived: (arrivals: ReadonlyArray<Arrival>) => Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/SupportAddressStore") {}
