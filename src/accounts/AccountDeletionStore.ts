import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Account } from "../domain/Account.ts"
import type { AccountContents } from "../domain/AccountDeletion.ts"
import type { Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import type { TeamCommand } from "./TeamCommand.ts"

/** What follows the deletion of an account: the token that undoes it, and the mail that brings it to an owner. */
export interface AccountFarewell {
  /** SHA-256 of the token. */
  readonly restoreHash: Uint8Array
  mailTo(address: string, until: DateTime.Utc): OutgoingMail
}

/** Where accounts are marked as deleted. Each method is one transaction over both of the account's tenants. */
export class AccountDeletionStore extends Context.Service<
  AccountDeletionStore,
  {
    contents(accountId: AccountId): Effect.Effect<AccountContents, DatabaseUnavailable>

    /**
     * Marks the caller's account as deleted: ends its sessions, links and portal tokens, hides its brands, switches its
     * webhooks off, drops messages that wait, queues the mails to its owners, and tells every node. The moment until
     * which it can be brought back, or none where it was deleted already.
     */
    delete(
      command: TeamCommand,
      farewell: AccountFarewell
    ): Effect.Effect<Option.Option<DateTime.Utc>, DatabaseUnavailable>

    /** Undoes that, for as long as it can be: with the brands and webhooks that went with the account, and no others. */
    restore(restoreHash: Uint8Array, request: Cause): Effect.Effect<Option.Option<Account>, DatabaseUnavailable>
  }
>()("trunkline/accounts/AccountDeletionStore") {}
