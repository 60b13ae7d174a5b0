import { Context, type Duration, type Effect, type Option, type Redacted } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AddressId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"
import type { BrandList } from "../settings/BrandList.ts"
import type { Arrival } from "./AddressActivity.ts"

/** Stores support addresses, oldest first. Writes join the caller's transaction; `none` means that there is no such record. */
export class SupportAddressStore extends Context.Service<
  SupportAddressStore,
  BrandList<SupportAddress> & {
    /**
     * Takes an address from another brand that added it some time ago and never verified it, so that nobody can keep an
     * address from its owner.
     */
    readonly release: (scope: BrandScope, address: string) => Effect.Effect<void, DatabaseUnavailable>

    /** Stores the code encrypted, in place of the previous one, and queues the mail that contains it. */
    readonly issueCode: (
      scope: BrandScope,
      id: AddressId,
      code: { readonly digits: Redacted.Redacted; readonly lifetime: Duration.Duration },
      mail: OutgoingMail
    ) => Effect.Effect<void, DatabaseUnavailable>

    /** Queues a mail about an address. */
    readonly send: (scope: BrandScope, mail: OutgoingMail) => Effect.Effect<void, DatabaseUnavailable>

    /** Counts an attempt, and verifies the address if the digits are right, not expired, and within `tries`. */
    readonly tryCode: (
      scope: BrandScope,
      causation: Causation,
      id: AddressId,
      digits: string,
      tries: number
    ) => Effect.Effect<Option.Option<SupportAddress>, DatabaseUnavailable>

    /** Records when mail last came, for all brands in one statement. Addresses that are not the brand's are ignored. */
    readonly arrived: (arrivals: ReadonlyArray<Arrival>) => Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/SupportAddressStore") {}
