import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { StatusId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  type InvalidState,
  type LimitReached,
  NotFound,
  type SystemRecord
} from "../../domain/Problems.ts"
import { type StatusRecord, systemStatuses } from "../../domain/Status.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { unnamed } from "./BrandList.ts"
import {
  changeStatus,
  createStatus,
  maxMoved,
  reorderStatuses,
  type StatusChange,
  type StatusCreate
} from "./changeStatuses.ts"
import { StatusStore } from "./StatusStore.ts"

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** The number of tickets in a status, as shown in lists. */
export interface StatusCount {
  readonly status: StatusRecord
  readonly ticketCount: number
}

/** Statuses of brands: the state of tickets. Every brand has four of them that cannot be removed. */
export class Statuses extends Context.Service<
  Statuses,
  {
    /** In the brand's order; without inactive ones unless requested. */
    list(scope: BrandScope, options?: { readonly includeInactive: boolean }): Read<ReadonlyArray<StatusRecord>>

    get(scope: BrandScope, id: StatusId): Read<StatusRecord>

    /** Those of `keys` that no visible brand has, active or not. */
    unknownKeys(
      scope: BrandsScope,
      keys: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>

    /** The number of tickets in each status, including inactive ones, which tickets keep. */
    stats(scope: BrandScope): Read<ReadonlyArray<StatusCount>>

    /** Keys are unique in the brand. A new default replaces the current one. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: StatusCreate,
      receipt?: ReceiptRequest<StatusRecord>
    ): Written<StatusRecord, InvalidInput | InvalidState | AlreadyExists | LimitReached>

    /**
     * When a status moves to another category, its tickets follow at once, without events, since nothing happened to
     * them. Those that become resolved count as resolved from now on; those that no longer are, as never resolved. A
     * status with more than 20,000 tickets cannot move.
     */
    update(
      scope: BrandScope,
      causation: Causation,
      id: StatusId,
      change: StatusChange,
      receipt?: ReceiptRequest<StatusRecord>
    ): Written<StatusRecord, InvalidInput | InvalidState | SystemRecord>

    /** Deactivates a status. Tickets keep it. */
    deactivate(
      scope: BrandScope,
      causation: Causation,
      id: StatusId,
      receipt?: ReceiptRequest<StatusRecord>
    ): Written<StatusRecord, InvalidInput | InvalidState | SystemRecord>

    /** Sorts the statuses in this order, which must contain each active one once; omitted inactive ones come last. */
    reorder(
      scope: BrandScope,
      causation: Causation,
      ids: ReadonlyArray<string>,
      receipt?: ReceiptRequest<ReadonlyArray<StatusRecord>>
    ): Written<ReadonlyArray<StatusRecord>, InvalidInput>
  }
>()("trunkline/tickets/Statuses") {
  static readonly layer = Layer.effect(
    Statuses,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* StatusStore
      const receipts = yield* Receipts
      const known = orNotFound("brand")
      const list = (scope: BrandScope) => known(store.list(scope))

      const update = Effect.fn("Statuses.update")(function* (
        scope: BrandScope,
        causation: Causation,
        id: StatusId,
        change: StatusChange,
        receipt?: ReceiptRequest<StatusRecord>
      ) {
        const now = yield* DateTime.now
        const tickets = change.category === undefined ? 0 : yield* store.ticketsIn(scope, id, maxMoved + 1)
        const decide = (all: ReadonlyArray<StatusRecord>) => changeStatus(all, id, change, tickets, now)
        return yield* receipts.once(scope.tenant, receipt, unnamed(known(store.change(scope, causation, decide))))
      })

      return Statuses.of({
        list: Effect.fn("Statuses.list")(function* (scope, options) {
          const all = yield* list(scope)
          return options?.includeInactive === true ? all : all.filter(({ isActive }) => isActive)
        }),

        get: Effect.fn("Statuses.get")(function* (scope, id) {
          const status = (yield* list(scope)).find((one) => one.id === id)
          return status ?? (yield* new NotFound({ entity: "status" }))
        }),

        unknownKeys: Effect.fn("Statuses.unknownKeys")(function* (scope, keys) {
          const doubtful = keys.filter((key) => !systemStatuses.some((status) => status.key === key))
          if (doubtful.length === 0) return []
          const known = yield* store.keysAmong(scope, doubtful)
          return doubtful.filter((key) => !known.includes(key))
        }),

        stats: Effect.fn("Statuses.stats")(function* (scope) {
          const [all, counts] = yield* Effect.all([list(scope), known(store.ticketCounts(scope))], {
            concurrency: "unbounded"
          })
          return all.map((status) => ({ status, ticketCount: counts.get(status.id) ?? 0 }))
        }),

        create: Effect.fn("Statuses.create")(function* (scope, causation, input, receipt) {
          const [id, now] = [ids.next("status"), yield* DateTime.now]
          const decide = (all: ReadonlyArray<StatusRecord>) => createStatus(all, id, scope.brandId, input, now)
          return yield* receipts.once(scope.tenant, receipt, known(store.change(scope, causation, decide)))
        }),

        update,

        deactivate: (scope, causation, id, receipt) => update(scope, causation, id, { isActive: false }, receipt),

        reorder: Effect.fn("Statuses.reorder")(function* (scope, causation, wanted, receipt) {
          const now = yield* DateTime.now
          const decide = (all: ReadonlyArray<StatusRecord>) => reorderStatuses(all, scope.brandId, wanted, now)
          return yield* receipts.once(scope.tenant, receipt, unnamed(known(store.change(scope, causation, decide))))
        })
      })
    })
  )
}
