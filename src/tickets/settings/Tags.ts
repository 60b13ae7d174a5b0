import { Context, DateTime, Effect, Layer, Result } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { TagId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type {
  AlreadyExists,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import type { Tag } from "../../domain/Ticket.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import type { TicketCounts } from "./CategoryStore.ts"
import { changeTag, deleteTag, mergeTags, newTag, type TagChange, type TagCreate, tagIdsIn } from "./changeTag.ts"
import { TagStore } from "./TagStore.ts"
import { tagLimit } from "./tagLimit.ts"

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Tags of brands. They have no events: tickets always show their tags' current state, and the audit log records changes. */
export class Tags extends Context.Service<
  Tags,
  {
    /** By name. */
    list(scope: BrandScope): Read<ReadonlyArray<Tag>>

    get(scope: BrandScope, id: TagId): Read<Tag>

    /** The number of tickets with each tag, as shown in lists. */
    stats(scope: BrandScope): Read<TicketCounts<TagId>>

    /** Names are unique in the brand, ignoring case. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: TagCreate,
      receipt?: ReceiptRequest<Tag>
    ): Written<Tag, AlreadyExists | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      id: TagId,
      change: TagChange,
      receipt?: ReceiptRequest<Tag>
    ): Written<Tag, AlreadyExists>

    /** Removes the tag, also from its tickets. */
    delete(scope: BrandScope, causation: Causation, id: TagId, receipt?: ReceiptRequest<void>): Written<void, never>

    /** Replaces other tags with this one, and removes them. Ids are passed as the caller wrote them. */
    merge(
      scope: BrandScope,
      causation: Causation,
      id: TagId,
      sourceIds: ReadonlyArray<string>,
      receipt?: ReceiptRequest<Tag>
    ): Written<Tag, InvalidInput>
  }
>()("trunkline/tickets/Tags") {
  static readonly layer = Layer.effect(
    Tags,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* TagStore
      const receipts = yield* Receipts
      const [ofBrand, ofTag] = [orNotFound("brand"), orNotFound("tag")]

      return Tags.of({
        list: Effect.fn("Tags.list")((scope) => ofBrand(store.list(scope))),

        get: Effect.fn("Tags.get")((scope, id) => ofTag(store.find(scope, id))),

        stats: Effect.fn("Tags.stats")((scope) => ofBrand(store.ticketCounts(scope))),

        create: Effect.fn("Tags.create")(function* (scope, causation, input, receipt) {
          const made = newTag(ids.next("tag"), scope.brandId, input, yield* DateTime.now)
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const full = tagLimit(yield* ofBrand(store.count(scope)), 1)
              return full === undefined ? yield* ofBrand(store.insert(scope, causation, made)) : yield* full
            })
          )
        }),

        update: Effect.fn("Tags.update")(function* (scope, causation, id, change, receipt) {
          const now = yield* DateTime.now
          const decide = (tag: Tag) => Result.succeed(changeTag(tag, change, now))
          return yield* receipts.once(scope.tenant, receipt, ofTag(store.update(scope, causation, id, decide)))
        }),

        delete: Effect.fn("Tags.delete")((scope, causation, id, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            Effect.asVoid(ofTag(store.delete(scope, causation, id, (tag) => Result.succeed(deleteTag(tag)))))
          )
        ),

        merge: Effect.fn("Tags.merge")((scope, causation, id, sourceIds, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            ofTag(
              store.merge(scope, causation, id, tagIdsIn(sourceIds), (target, found) =>
                mergeTags(target, found, sourceIds)
              )
            )
          )
        )
      })
    })
  )
}
