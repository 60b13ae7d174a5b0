import { Context, type Duration, type Effect } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** A link as it is stored: the SHA-256 of its token, never the token. */
export interface NewMagicLink {
  /** Lower case. */
  readonly email: string
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  /** The account to sign in to; undefined for the one that was used last. */
  readonly accountId: AccountId | undefined
}

/** Where magic links wait to be used. An address has at most one that signs in: the newest. */
export class MagicLinkStore extends Context.Service<
  MagicLinkStore,
  {
    /** Whether an active member has this address, in that account when one is named. Costs the same either way. */
    isMember(email: string, accountId: AccountId | undefined): Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Stores the link in the place of the address's older one, and the mail that carries it: both, or neither. The
     * accounts that it opens are told of it in their audit logs.
     */
    replace(
      link: NewMagicLink,
      mail: OutgoingMail | undefined,
      causation: Causation
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/MagicLinkStore") {}
