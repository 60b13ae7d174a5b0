import { Context, DateTime, Effect, Layer } from "effect"
import type { Category } from "../../domain/Category.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { CategoryId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  type LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { unnamed } from "./BrandList.ts"
import { CategoryStore, type TicketCounts } from "./CategoryStore.ts"
import {
  type CategoryChange,
  type CategoryCreate,
  changeCategory,
  createCategory,
  deleteCategory,
  reorderCategories
} from "./changeCategories.ts"

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Categories of brands: what tickets are about. */
export class Categories extends Context.Service<
  Categories,
  {
    /** In the brand's order. */
    list(scope: BrandScope): Read<ReadonlyArray<Category>>

    get(scope: BrandScope, id: CategoryId): Read<Category>

    /** The number of tickets in each category, as shown in lists. */
    stats(scope: BrandScope): Read<TicketCounts<CategoryId>>

    /** Names are unique in the brand, ignoring case. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: CategoryCreate,
      receipt?: ReceiptRequest<Category>
    ): Written<Category, AlreadyExists | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      id: CategoryId,
      change: CategoryChange,
      receipt?: ReceiptRequest<Category>
    ): Written<Category, AlreadyExists>

    /** Tickets of the category then have none. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: CategoryId,
      receipt?: ReceiptRequest<void>
    ): Written<void, never>

    /** Sorts the categories in this order, which must contain each of them exactly once. */
    reorder(
      scope: BrandScope,
      causation: Causation,
      ids: ReadonlyArray<string>,
      receipt?: ReceiptRequest<ReadonlyArray<Category>>
    ): Written<ReadonlyArray<Category>, InvalidInput>
  }
>()("trunkline/tickets/Categories") {
  static readonly layer = Layer.effect(
    Categories,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* CategoryStore
      const receipts = yield* Receipts
      const known = orNotFound("brand")
      const list = (scope: BrandScope) => known(store.list(scope))

      return Categories.of({
        list: Effect.fn("Categories.list")(list),

        get: Effect.fn("Categories.get")(function* (scope, id) {
          const category = (yield* list(scope)).find((one) => one.id === id)
          return category ?? (yield* new NotFound({ entity: "category" }))
        }),

        stats: Effect.fn("Categories.stats")((scope) => known(store.ticketCounts(scope))),

        create: Effect.fn("Categories.create")(function* (scope, causation, input, receipt) {
          const [id, now] = [ids.next("category"), yield* DateTime.now]
          const decide = (all: ReadonlyArray<Category>) => createCategory(all, id, scope.brandId, input, now)
          return yield* receipts.once(scope.tenant, receipt, known(store.change(scope, causation, decide)))
        }),

        update: Effect.fn("Categories.update")(function* (scope, causation, id, change, receipt) {
          const now = yield* DateTime.now
          const decide = (all: ReadonlyArray<Category>) => changeCategory(all, id, change, now)
          return yield* receipts.once(scope.tenant, receipt, known(store.change(scope, causation, decide)))
        }),

        delete: Effect.fn("Categories.delete")(function* (scope, causation, id, receipt) {
          yield* store.clearTickets(scope, id)
          const decide = (all: ReadonlyArray<Category>) => deleteCategory(all, id)
          return yield* receipts.once(scope.tenant, receipt, unnamed(known(store.change(scope, causation, decide))))
        }),

        reorder: Effect.fn("Categories.reorder")(function* (scope, causation, wanted, receipt) {
          const now = yield* DateTime.now
          const decide = (all: ReadonlyArray<Category>) => reorderCategories(all, scope.brandId, wanted, now)
          return yield* receipts.once(scope.tenant, receipt, unnamed(known(store.change(scope, causation, decide))))
        })
      })
    })
  )
}
