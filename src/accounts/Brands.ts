import { Context, DateTime, Effect, Layer, Result } from "effect"
import { atVersion } from "../domain/atVersion.ts"
import type { Brand } from "../domain/Brand.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  NotFound,
  type VersionConflict
} from "../domain/Problems.ts"
import { domainOf } from "../domain/SupportAddress.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Shown } from "../domain/TicketQuery.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { type BrandContents, BrandStore } from "./BrandStore.ts"
import { type BrandFields, newBrand, slugOf } from "./newBrand.ts"

/** The members to change; `null` clears one. */
export type BrandChange = { readonly [K in keyof BrandFields]?: BrandFields[K] | null | undefined } & {
  readonly ticketNumberStart?: number | undefined
}

type WriteProblem = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** Brands: the workspaces of an account. */
export class Brands extends Context.Service<
  Brands,
  {
    /** By name. With `only`, deleted brands that can still be restored, most recently deleted first. */
    list(scope: BrandsScope, deleted?: Shown): Effect.Effect<ReadonlyArray<Brand>, DatabaseUnavailable>
    get(scope: BrandScope): Effect.Effect<Brand, NotFound | DatabaseUnavailable>

    /** Creates a brand with the four system statuses and with addresses made from its id and, if free, its slug. */
    create(
      tenant: Tenant,
      causation: Causation,
      input: BrandFields & { readonly name: string; readonly ticketNumberStart?: number | undefined },
      receipt?: ReceiptRequest<Brand>
    ): Effect.Effect<Once<Brand>, InvalidInput | AlreadyExists | WriteProblem>

    update(
      scope: BrandScope,
      causation: Causation,
      change: BrandChange,
      ifMatch?: number,
      receipt?: ReceiptRequest<Brand>
    ): Effect.Effect<Once<Brand>, NotFound | InvalidInput | AlreadyExists | VersionConflict | WriteProblem>

    /** What deleting the brand would delete with it. */
    contents(scope: BrandScope): Effect.Effect<BrandContents, NotFound | DatabaseUnavailable>

    /** Hides the brand at once. It can be restored for 30 days. */
    delete(
      scope: BrandScope,
      causation: Causation,
      ifMatch?: number,
      receipt?: ReceiptRequest<void>
    ): Effect.Effect<Once<void>, NotFound | VersionConflict | WriteProblem>

    restore(
      scope: BrandScope,
      causation: Causation,
      receipt?: ReceiptRequest<Brand>
    ): Effect.Effect<Once<Brand>, NotFound | AlreadyExists | WriteProblem>
  }
>()("trunkline/accounts/Brands") {
  static readonly layer = Layer.effect(
    Brands,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* BrandStore
      const receipts = yield* Receipts
      const existing = orNotFound("brand")

      const get = Effect.fn("Brands.get")(({ tenant, brandId }: BrandScope) => existing(store.find(tenant, brandId)))

      const create = Effect.fn("Brands.create")(function* (
        tenant: Tenant,
        causation: Causation,
        input: BrandFields & { readonly name: string; readonly ticketNumberStart?: number | undefined },
        receipt?: ReceiptRequest<Brand>
      ) {
        // A new brand has no verified domain yet.
        yield* Effect.fromResult(checkSender(input.fromEmail, false))
        const now = yield* DateTime.now
        const insert = Effect.gen(function* () {
          const slug = input.slug ?? (yield* store.freeSlug(tenant, slugOf(input.name)))
          const made = newBrand(ids.next, tenant, { ...input, slug }, now)
          yield* store.insert(tenant, causation, made)
          return made.brand
        })
        // Two brands created with the same name at once can find the same slug free.
        const isSlugOurs = (error: { readonly _tag: string }) =>
          error._tag === "AlreadyExists" && input.slug === undefined
        return yield* Effect.retry(receipts.once(tenant, receipt, insert), { times: 3, while: isSlugOurs })
      })

      const update = Effect.fn("Brands.update")(function* (
        scope: BrandScope,
        causation: Causation,
        change: BrandChange,
        ifMatch?: number,
        receipt?: ReceiptRequest<Brand>
      ) {
        const now = yield* DateTime.now
        const sendsFrom =
          change.fromEmail == null || (yield* store.sendsFrom(scope.tenant, scope.brandId, domainOf(change.fromEmail)))
        return yield* receipts.once(
          scope.tenant,
          receipt,
          existing(
            store.update(scope.tenant, causation, scope.brandId, (brand) =>
              changeBrand(brand, change, sendsFrom, ifMatch, now)
            )
          )
        )
      })

      const contents = Effect.fn("Brands.contents")(function* (scope: BrandScope) {
        yield* get(scope)
        return yield* store.contents(scope.tenant, scope.brandId)
      })

      const remove = Effect.fn("Brands.delete")(
        (scope: BrandScope, causation: Causation, ifMatch?: number, receipt?: ReceiptRequest<void>) =>
          receipts.once(
            scope.tenant,
            receipt,
            Effect.flatMap(
              store.delete(scope.tenant, causation, scope.brandId, (brand) => atVersion(brand, ifMatch)),
              (found) => (found ? Effect.void : Effect.fail(new NotFound({ entity: "brand" })))
            )
          )
      )

      const restore = Effect.fn("Brands.restore")(
        (scope: BrandScope, causation: Causation, receipt?: ReceiptRequest<Brand>) =>
          receipts.once(scope.tenant, receipt, existing(store.restore(scope.tenant, causation, scope.brandId)))
      )

      return Brands.of({ list: store.list, get, create, update, contents, delete: remove, restore })
    })
  )
}

/** Checks that the sender address is at one of the brand's verified domains. */
const checkSender = (fromEmail: string | null | undefined, sendsFrom: boolean): Result.Result<void, InvalidInput> =>
  fromEmail == null || sendsFrom
    ? Result.void
    : Result.fail(
        InvalidInput.of("fromEmail", "not_allowed", "must be an address on a verified outbound domain of this brand")
      )

const changeBrand = (
  brand: Brand,
  { ticketNumberStart, ...fields }: BrandChange,
  sendsFrom: boolean,
  ifMatch: number | undefined,
  now: DateTime.Utc
): Result.Result<Brand, InvalidInput | VersionConflict> =>
  Result.gen(function* () {
    yield* atVersion(brand, ifMatch)
    // The current address may stay.
    yield* checkSender(fields.fromEmail, sendsFrom || fields.fromEmail === brand.fromEmail)
    if (ticketNumberStart !== undefined && ticketNumberStart < brand.nextTicketNumber) {
      return yield* Result.fail(
        InvalidInput.of(
          "ticketNumberStart",
          "range",
          `must be at least ${brand.nextTicketNumber}, the number of the next ticket: numbers are never reused`
        )
      )
    }
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    const changed: Brand = {
      ...brand,
      ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])),
      nextTicketNumber: ticketNumberStart ?? brand.nextTicketNumber
    }
    return JSON.stringify(sorted(changed)) === JSON.stringify(sorted(brand))
      ? brand
      : { ...changed, version: brand.version + 1, updatedAt: now }
  })

/** The members in a fixed order, so that equal brands have equal JSON. */
const sorted = (brand: Brand) =>
  Object.entries(brand)
    .filter(([, value]) => value !== undefined)
    .sort()
