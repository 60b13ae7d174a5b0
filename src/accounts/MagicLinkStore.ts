import { Context, type Duration, type Effect } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** A link as it is stored, with the SHA-256 of its token and never the token. */
export interface NewMagicLink {
  /** Lower case. */
  readonly email: string
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  /** The account to sign in to, or `undefined` for the one that was used last. */
  readonly accountId: AccountId | undefined
}

/** Stores magic links until they are used. An address has at most one sign-in link, the newest. */
export class MagicLinkStore extends Context.Service<
  MagicLinkStore,
  {
    /** Whether an active member has this address, in the given account if any. Takes the same time either way. */
    isMember(email: string, accountId: AccountId | undefined): Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Atomically replaces the address's previous link and queues the mail that carries the new one. The audit logs of the
     * accounts that the link opens record it.
     */
    replace(
      link: NewMagicLink,
      mail: OutgoingMail | undefined,
      causation: Causation
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/MagicLinkStore") {}
