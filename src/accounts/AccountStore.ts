import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Account } from "../domain/Account.ts"
import type { ApiKey } from "../domain/ApiKey.ts"
import type { Brand } from "../domain/Brand.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, MemberId } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { Mode, Tenant } from "../domain/Tenant.ts"
import type { NewBrand } from "./BrandStore.ts"

/** An account that is to be made, with an owner whose address is known elsewhere. */
export interface NewAccount {
  readonly account: Account
  readonly ownerId: MemberId
  readonly tenants: { readonly [M in Mode]: Tenant }
}

/** How much an account uses. Tickets that are spam, deleted or merged away are not counted. */
export interface AccountUsage {
  readonly ticketsThisMonth: number
  readonly ticketsTotal: number
  readonly brandsCount: number
  /** Who has accepted an invitation, of the whole account. */
  readonly membersCount: number
  /** Of files that were uploaded completely. */
  readonly storageBytes: number
  /** Bytes of all files of the account, as its limit counts them. */
  readonly accountStorageBytes: number
}

/** What a new installation starts with. */
export interface Foundation extends NewAccount {
  readonly ownerEmail: string
  readonly modes: ReadonlyArray<{
    readonly tenant: Tenant
    readonly brand: NewBrand
    readonly key: ApiKey
    readonly keyHash: Uint8Array
  }>
}

/** The installation's first account, as its first start made it. */
export interface FirstAccount {
  readonly account: Account
  /** Oldest brand of each mode that is not deleted. */
  readonly liveBrand: Brand | undefined
  readonly testBrand: Brand | undefined
  readonly ownerEmail: string
  /** It can be brought back, and lets nobody in. */
  readonly isDeleted: boolean
}

/** Where accounts and their tenants are kept. */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    find(tenant: Tenant): Effect.Effect<Account, DatabaseUnavailable>
    /** In the caller's transaction; `tenant` is the account's live one. An account that has the name is not written. */
    rename(tenant: Tenant, causation: Causation, name: string): Effect.Effect<Account, DatabaseUnavailable>
    /** What the visible brands hold, in one statement. `month` is where this month begins. */
    usage(scope: BrandsScope, month: DateTime.Utc): Effect.Effect<AccountUsage, DatabaseUnavailable>
    /** The account's tenant of a mode; each account has both. */
    tenant(accountId: AccountId, mode: Mode): Effect.Effect<Tenant, DatabaseUnavailable>
    /** Whether it is the account of who runs the installation. */
    operates(accountId: AccountId): Effect.Effect<boolean, DatabaseUnavailable>
    first: Effect.Effect<Option.Option<FirstAccount>, DatabaseUnavailable>
    /**
     * Stores the foundation, as the account that operates, unless there is an account already. `beforeCommit` runs inside the transaction, so that
     * what it keeps elsewhere and what is stored here exist together. Nodes that start at once queue for a lock.
     */
    found<E, R>(
      foundation: Foundation,
      beforeCommit: Effect.Effect<void, E, R>
    ): Effect.Effect<boolean, E | DatabaseUnavailable, R>
  }
>()("trunkline/accounts/AccountStore") {}
