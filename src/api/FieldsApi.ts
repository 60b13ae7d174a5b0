import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { fieldEntities } from "../domain/FieldDefinition.ts"
import {
  AlreadyExists,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import {
  FieldDefinition,
  FieldDefinitionCreate,
  FieldDefinitions,
  FieldDefinitionUpdate,
  FieldOrder
} from "./FieldPayloads.ts"
import { permissions } from "./permissions.ts"
import { brandPath, Success } from "./Shapes.ts"

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const entityPath = {
  ...brandPath,
  entity: Schema.String.annotate({ description: `One of ${fieldEntities.join(", ")}.`, examples: ["ticket"] })
}
const path = { ...entityPath, key: Schema.String.annotate({ description: "Key of the field.", examples: ["plan"] }) }

export class FieldsApi extends HttpApiGroup.make("fields")
  .add(
    HttpApiEndpoint.get("list", "/", { params: brandPath, success: FieldDefinitions, error: read }).annotateMerge(
      OpenApi.annotations({ summary: "List all field definitions", description: "Grouped by entity." })
    ),
    HttpApiEndpoint.get("listOf", "/:entity", {
      params: entityPath,
      success: Schema.Array(FieldDefinition),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the field definitions of an entity",
        description: "Sorted in the brand's order."
      })
    ),
    HttpApiEndpoint.post("create", "/:entity", {
      params: entityPath,
      payload: FieldDefinitionCreate,
      success: FieldDefinition.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a field definition",
          description:
            "A brand can have 200 fields each for tickets, customers and companies, and 1 MiB of JSON in all of them together."
        })
      ),
    HttpApiEndpoint.post("reorder", "/:entity/reorder", {
      params: entityPath,
      payload: FieldOrder,
      success: Schema.Array(FieldDefinition),
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Reorder the fields of an entity",
          description: "Sets the `sortOrder` of each field to its position in the list, starting at 0."
        })
      ),
    HttpApiEndpoint.patch("update", "/:entity/:key", {
      params: path,
      payload: FieldDefinitionUpdate,
      success: FieldDefinition,
      error: [...write, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({ summary: "Change a field definition", description: "The key and type cannot change." })
      ),
    HttpApiEndpoint.delete("delete", "/:entity/:key", { params: path, success: Success, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a field definition",
          description: "Values stored under its key are not deleted."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/fields")
  .annotateMerge(
    OpenApi.annotations({
      title: "fields",
      description: "Input definitions for custom fields, used by the dashboard and the portal."
    })
  ) {}
