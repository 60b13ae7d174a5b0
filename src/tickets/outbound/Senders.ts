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

/** The sender of a brand's mail, and where replies and bounces go. */
export interface BrandSender {
  /** The name is empty if the brand's own applies. */
  readonly from: Sender
  /** Domain of the reply addresses. */
  readonly replyDomain: string
  /** Domain of the return path. */
  readonly bounceDomain: string
  readonly dkim?: DkimKey | undefined
}

/** Chooses the sender of a brand's mail: an address of its own on a verified domain, or the installation's. */
export class Senders extends Context.Service<
  Senders,
  {
    /** `writtenTo` is the address to which the customer wrote. `addressId` is the address that the caller chose. */
    senderOf(
      scope: BrandScope,
      wanted: { readonly writtenTo?: string | undefined; readonly addressId?: AddressId | undefined }
    ): Effect.Effect<BrandSender, DatabaseUnavailable>

    /** The default sender, and the senders that a caller may choose. */
    choiceOf(
      scope: BrandScope,
      wanted: { readonly writtenTo?: string | undefined }
    ): Effect.Effect<Pick<ReplyWay, "from" | "senders">, DatabaseUnavailable>

    /** The key that signs mail from an address now, if the address is on a domain from which the brand may send. */
    signerOf(scope: BrandScope, address: string): Effect.Effect<DkimKey | undefined, DatabaseUnavailable>
  }
>()("trunkline/tickets/Senders") {}
