import { Context, type Effect, type Redacted } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AddressId } from "../../domain/Ids.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ReplyWay } from "../../domain/ReplyWay.ts"

/** A key with which mail of a domain is signed (RFC 6376). */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: Redacted.Redacted
}

/** Who a brand's mail is from, and where what comes back goes. */
export interface BrandSender {
  /** An empty name where the brand's own will do. */
  readonly from: Sender
  /** Domain of the addresses that answers go to. */
  readonly replyDomain: string
  /** Domain of the return path. */
  readonly bounceDomain: string
  readonly dkim?: DkimKey | undefined
}

/** Who mail of a brand is from: one of its own addresses, where a domain of it is verified, or the installation. */
export class Senders extends Context.Service<
  Senders,
  {
    /** `writtenTo`: the address that the customer wrote to. `addressId`: the address that the caller chose. */
    senderOf(
      scope: BrandScope,
      wanted: { readonly writtenTo?: string | undefined; readonly addressId?: AddressId | undefined }
    ): Effect.Effect<BrandSender, DatabaseUnavailable>

    /** Who mail is from where nobody chooses, and whom one may choose. */
    choiceOf(
      scope: BrandScope,
      wanted: { readonly writtenTo?: string | undefined }
    ): Effect.Effect<Pick<ReplyWay, "from" | "senders">, DatabaseUnavailable>

    /** The key that signs mail from an address now: where it is on a domain that the brand may send from. */
    signerOf(scope: BrandScope, address: string): Effect.Effect<DkimKey | undefined, DatabaseUnavailable>
  }
>()("trunkline/tickets/Senders") {}
