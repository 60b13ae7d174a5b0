import { Context, type Effect, type Option, type Result } from "effect"
import type { Brand } from "../domain/Brand.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { AlreadyExists } from "../domain/Problems.ts"
import type { StatusRecord } from "../domain/Status.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Shown } from "../domain/TicketQuery.ts"

/** A brand with the records that are created with it. */
export interface NewBrand {
  readonly brand: Brand
  readonly statuses: ReadonlyArray<StatusRecord>
  /** Ids of its two addresses: one made from its id and, unless another brand of the installation has it, one from its slug. */
  readonly addresses: readonly [system: Id<"address">, alias: Id<"address">]
}

/** What deleting a brand would delete with it. */
export interface BrandContents {
  readonly ticketCount: number
  readonly webhookCount: number
  readonly categoryCount: number
  readonly tagCount: number
  readonly customerCount: number
}

/**
 * Stores brands. Writes join the caller's transaction. Deleted brands are found only by `restore`, and by `list` if it is
 * asked for them.
 */
export class BrandStore extends Context.Service<
  BrandStore,
  {
    find(tenant: Tenant, id: BrandId): Effect.Effect<Option.Option<Brand>, DatabaseUnavailable>
    /** Which of these brands exist. */
    existing(tenant: Tenant, ids: ReadonlyArray<BrandId>): Effect.Effect<ReadonlyArray<BrandId>, DatabaseUnavailable>
    /** By name. With `only`, brands deleted in the last 30 days, most recently deleted first. */
    list(scope: BrandsScope, deleted?: Shown): Effect.Effect<ReadonlyArray<Brand>, DatabaseUnavailable>
    /** The slug itself, or the first of `slug-2`, `slug-3`, … that no brand has. */
    freeSlug(tenant: Tenant, slug: string): Effect.Effect<string, DatabaseUnavailable>
    insert(
      tenant: Tenant,
      causation: Causation,
      brand: NewBrand
    ): Effect.Effect<void, AlreadyExists | DatabaseUnavailable>
    /** Locks the brand's row and applies `change`. Returning the same object writes nothing. */
    update<E>(
      tenant: Tenant,
      causation: Causation,
      id: BrandId,
      change: (brand: Brand) => Result.Result<Brand, E>
    ): Effect.Effect<Option.Option<Brand>, E | AlreadyExists | DatabaseUnavailable>
    /** Whether this is one of the brand's verified OUTBOUND domains, from which it may send mail. */
    sendsFrom(tenant: Tenant, id: BrandId, domain: string): Effect.Effect<boolean, DatabaseUnavailable>
    contents(tenant: Tenant, id: BrandId): Effect.Effect<BrandContents, DatabaseUnavailable>
    /** Locks the brand's row and hides the brand if `check` succeeds. Returns whether there was such a brand. */
    delete<E>(
      tenant: Tenant,
      causation: Causation,
      id: BrandId,
      check: (brand: Brand) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>
    /** Restores a brand that was deleted in the last 30 days. A brand that is not deleted stays as it is. */
    restore(
      tenant: Tenant,
      causation: Causation,
      id: BrandId
    ): Effect.Effect<Option.Option<Brand>, AlreadyExists | DatabaseUnavailable>
  }
>()("trunkline/accounts/BrandStore") {}
