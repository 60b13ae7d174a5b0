import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type * as Domain from "../../domain/FieldDefinition.ts"
import { fieldsByEntity } from "../../domain/FieldDefinition.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
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
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { unnamed } from "./BrandList.ts"
import {
  changeField,
  createField,
  deleteField,
  type FieldChange,
  type FieldCreate,
  reorderFields
} from "./changeFieldDefinitions.ts"
import { FieldDefinitionStore } from "./FieldDefinitionStore.ts"

type Definition = Domain.FieldDefinition
type Entity = Domain.FieldEntity
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Descriptions of the custom fields of a brand's tickets, customers and companies. They do not restrict values. */
export class FieldDefinitions extends Context.Service<
  FieldDefinitions,
  {
    /** Grouped by entity, each in the brand's order. */
    list(scope: BrandScope): Effect.Effect<Domain.FieldDefinitions, NotFound | DatabaseUnavailable>

    /** Keys are unique among the fields of an entity. */
    create(
      scope: BrandScope,
      causation: Causation,
      entity: Entity,
      input: FieldCreate,
      receipt?: ReceiptRequest<Definition>
    ): Written<Definition, InvalidInput | AlreadyExists | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      entity: Entity,
      key: string,
      change: FieldChange,
      receipt?: ReceiptRequest<Definition>
    ): Written<Definition, InvalidInput | LimitReached>

    /** Values stored under the key stay. */
    delete(
      scope: BrandScope,
      causation: Causation,
      entity: Entity,
      key: string,
      receipt?: ReceiptRequest<void>
    ): Written<void, never>

    /** Sorts the fields of an entity in this order, which must contain each of them exactly once. */
    reorder(
      scope: BrandScope,
      causation: Causation,
      entity: Entity,
      keys: ReadonlyArray<string>,
      receipt?: ReceiptRequest<ReadonlyArray<Definition>>
    ): Written<ReadonlyArray<Definition>, InvalidInput>
  }
>()("trunkline/tickets/FieldDefinitions") {
  static readonly layer = Layer.effect(
    FieldDefinitions,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* FieldDefinitionStore
      const receipts = yield* Receipts
      const known = orNotFound("brand")

      return FieldDefinitions.of({
        list: Effect.fn("FieldDefinitions.list")((scope) => Effect.map(known(store.list(scope)), fieldsByEntity)),

        create: Effect.fn("FieldDefinitions.create")(function* (scope, causation, entity, input, receipt) {
          const made = { id: ids.next("field"), brandId: scope.brandId, entity }
          const now = yield* DateTime.now
          const decide = (all: ReadonlyArray<Definition>) => createField(all, made, input, now)
          return yield* receipts.once(scope.tenant, receipt, known(store.change(scope, causation, decide)))
        }),

        update: Effect.fn("FieldDefinitions.update")((scope, causation, entity, key, change, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            unnamed(known(store.change(scope, causation, (all) => changeField(all, entity, key, change))))
          )
        ),

        delete: Effect.fn("FieldDefinitions.delete")((scope, causation, entity, key, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            unnamed(known(store.change(scope, causation, (all) => deleteField(all, entity, key))))
          )
        ),

        reorder: Effect.fn("FieldDefinitions.reorder")((scope, causation, entity, keys, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            unnamed(known(store.change(scope, causation, (all) => reorderFields(all, scope.brandId, entity, keys))))
          )
        )
      })
    })
  )
}
