import { Effect, Layer } from "effect"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { FieldDefinitionStore } from "../../tickets/settings/FieldDefinitionStore.ts"
import { Database } from "../Database.ts"
import {
  fieldDefinitionOf,
  fixedFieldColumns,
  mutableFieldColumns,
  rowOfFieldDefinition
} from "../rows/fieldDefinitionRow.ts"
import * as BrandList from "./brandList.ts"

/** `FieldDefinitionStore` in PostgreSQL. */
export const layer = Layer.effect(
  FieldDefinitionStore,
  Effect.gen(function* () {
    return FieldDefinitionStore.of(
      BrandList.make(yield* Database, yield* IdGenerator, {
        name: "field_definitions",
        fixed: fixedFieldColumns,
        mutable: mutableFieldColumns,
        unique: { field_definitions_key: "key" },
        of: fieldDefinitionOf,
        rowOf: rowOfFieldDefinition
      })
    )
  })
)
