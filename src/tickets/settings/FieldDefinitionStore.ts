import { Context } from "effect"
import type { FieldDefinition } from "../../domain/FieldDefinition.ts"
import type { BrandList } from "./BrandList.ts"

/** Stores field definitions: those of a brand's tickets, customers and companies in one list. */
export class FieldDefinitionStore extends Context.Service<FieldDefinitionStore, BrandList<FieldDefinition>>()(
  "trunkline/tickets/FieldDefinitionStore"
) {}
