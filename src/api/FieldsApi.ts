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
      OpenApi.annotations({ summary: "List all field definitions", description: "By what they describe." })
    ),
    HttpApiEndpoint.get("listOf", "/:entity", {
      params: entityPath,
      success: Schema.Array(FieldDefinition),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List the field definitions of an entity", description: "In the brand's order." })
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
          description: "At most 200 for each of ticket, customer and company, and 1 MiB of JSON in all of them."
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
          summary: "Put the fields of an entity in another order",
          description: "`sortOrder` of each becomes its place in the list, counted from 0."
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
        OpenApi.annotations({ summary: "Change a field definition", description: "Its key and type never change." })
      ),
    HttpApiEndpoint.delete("delete", "/:entity/:key", { params: path, success: Success, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a field definition",
          description: "Values that are stored under its key stay."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/fields")
  .annotateMerge(
    OpenApi.annotations({ title: "fields", description: "Inputs for custom fields, for the dashboard and portal." })
  ) {}
