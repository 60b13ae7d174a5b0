import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Account } from "../domain/Account.ts"
import type { AccountContents } from "../domain/AccountDeletion.ts"
import type { Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import type { TeamCommand } from "./TeamCommand.ts"

/** What goes out when an account is deleted: the token that restores it, and the mail that brings the token to an owner. */
export interface AccountFarewell {
  /** SHA-256 of the token. */
  readonly restoreHash: Uint8Array
  mailTo(address: string, until: DateTime.Utc): OutgoingMail
}

/** Marks accounts as deleted and restores them. Each method is one transaction across both of the account's tenants. */
export class AccountDeletionStore extends Context.Service<
  AccountDeletionStore,
  {
    contents(accountId: AccountId): Effect.Effect<AccountContents, DatabaseUnavailable>

    /**
     * Marks the caller's account as deleted: ends its sessions, links and portal tokens, hides its brands, disables its
     * webhooks, drops queued messages, queues the mails to its owners, and notifies every node. Returns the time until
     * which the account can be restored, or none if it was already deleted.
     */
    delete(
      command: TeamCommand,
      farewell: AccountFarewell
    ): Effect.Effect<Option.Option<DateTime.Utc>, DatabaseUnavailable>

    /** Restores an account before its deadline, with exactly the brands and webhooks that were deleted with it. */
    restore(restoreHash: Uint8Array, request: Cause): Effect.Effect<Option.Option<Account>, DatabaseUnavailable>
  }
>()("trunkline/accounts/AccountDeletionStore") {}
