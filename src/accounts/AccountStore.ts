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

/** An account to be created. The address of its owner is passed separately. */
export interface NewAccount {
  readonly account: Account
  readonly ownerId: MemberId
  readonly tenants: { readonly [M in Mode]: Tenant }
}

/** How much an account uses. Tickets that are spam, deleted or merged into others do not count. */
export interface AccountUsage {
  readonly ticketsThisMonth: number
  readonly ticketsTotal: number
  readonly brandsCount: number
  /** Members of the whole account who have accepted their invitation. */
  readonly membersCount: number
  /** Bytes of completely uploaded files. */
  readonly storageBytes: number
  /** Bytes of all files of the account, as counted against its limit. */
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

/** The installation's first account, which its first start created. */
export interface FirstAccount {
  readonly account: Account
  /** The oldest brand of each mode that is not deleted. */
  readonly liveBrand: Brand | undefined
  readonly testBrand: Brand | undefined
  readonly ownerEmail: string
  /** It is deleted but can still be restored; nobody can sign in. */
  readonly isDeleted: boolean
}

/** Stores accounts and their tenants. */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    find(tenant: Tenant): Effect.Effect<Account, DatabaseUnavailable>
    /** Joins the caller's transaction. `tenant` is the account's live one. Writes nothing if the name is unchanged. */
    rename(tenant: Tenant, causation: Causation, name: string): Effect.Effect<Account, DatabaseUnavailable>
    /** The usage of the visible brands, in one statement. `month` is the start of this month. */
    usage(scope: BrandsScope, month: DateTime.Utc): Effect.Effect<AccountUsage, DatabaseUnavailable>
    /** The account's tenant for a mode. Every account has both. */
    tenant(accountId: AccountId, mode: Mode): Effect.Effect<Tenant, DatabaseUnavailable>
    /** Whether this is the operator's account. */
    operates(accountId: AccountId): Effect.Effect<boolean, DatabaseUnavailable>
    first: Effect.Effect<Option.Option<FirstAccount>, DatabaseUnavailable>
    /**
     * Stores the foundation as the operator's account, unless there is already an account; returns whether it did.
     * `beforeCommit` runs inside the transaction, so that what it stores elsewhere and the account exist only together.
     * Nodes that start at the same time queue for a lock.
     */
    found<E, R>(
      foundation: Foundation,
      beforeCommit: Effect.Effect<void, E, R>
    ): Effect.Effect<boolean, E | DatabaseUnavailable, R>
  }
>()("trunkline/accounts/AccountStore") {}
