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

/** A brand with what it has from its first moment. */
export interface NewBrand {
  readonly brand: Brand
  readonly statuses: ReadonlyArray<StatusRecord>
  /** Ids of its two addresses: the brand's id, and its slug if no other brand of the installation has taken that. */
  readonly addresses: readonly [system: Id<"address">, alias: Id<"address">]
}

/** What would go with a brand. */
export interface BrandContents {
  readonly ticketCount: number
  readonly webhookCount: number
  readonly categoryCount: number
  readonly tagCount: number
  readonly customerCount: number
}

/**
 * Where brands are kept. Writes join the caller's transaction. Deleted brands are found only by `list`, where it is asked
 * for them, and `restore`.
 */
export class BrandStore extends Context.Service<
  BrandStore,
  {
    find(tenant: Tenant, id: BrandId): Effect.Effect<Option.Option<Brand>, DatabaseUnavailable>
    /** Which of these brands exist. */
    existing(tenant: Tenant, ids: ReadonlyArray<BrandId>): Effect.Effect<ReadonlyArray<BrandId>, DatabaseUnavailable>
    /** By name; `only` brands that were deleted in the last 30 days, the latest first. */
    list(scope: BrandsScope, deleted?: Shown): Effect.Effect<ReadonlyArray<Brand>, DatabaseUnavailable>
    /** The slug, or the first of `slug-2`, `slug-3`, … that no brand has. */
    freeSlug(tenant: Tenant, slug: string): Effect.Effect<string, DatabaseUnavailable>
    insert(
      tenant: Tenant,
      causation: Causation,
      brand: NewBrand
    ): Effect.Effect<void, AlreadyExists | DatabaseUnavailable>
    /** Locks the brand and applies `change`; an unchanged brand (the same object) is not written. */
    update<E>(
      tenant: Tenant,
      causation: Causation,
      id: BrandId,
      change: (brand: Brand) => Result.Result<Brand, E>
    ): Effect.Effect<Option.Option<Brand>, E | AlreadyExists | DatabaseUnavailable>
    /** Whether the brand may send mail from this domain: it is one of its verified OUTBOUND domains. */
    sendsFrom(tenant: Tenant, id: BrandId, domain: string): Effect.Effect<boolean, DatabaseUnavailable>
    contents(tenant: Tenant, id: BrandId): Effect.Effect<BrandContents, DatabaseUnavailable>
    /** Locks the brand and hides it if `check` agrees; tells whether there was such a brand. */
    delete<E>(
      tenant: Tenant,
      causation: Causation,
      id: BrandId,
      check: (brand: Brand) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>
    /** Brings back a brand that was deleted in the last 30 days; one that is not deleted stays as it is. */
    restore(
      tenant: Tenant,
      causation: Causation,
      id: BrandId
    ): Effect.Effect<Option.Option<Brand>, AlreadyExists | DatabaseUnavailable>
  }
>()("trunkline/accounts/BrandStore") {}
