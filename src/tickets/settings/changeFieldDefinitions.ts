import { type DateTime, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import { cleared } from "../../domain/cleared.ts"
import { type FieldDefinition, type FieldEntity, type FieldType, fieldsByEntity } from "../../domain/FieldDefinition.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, FieldId } from "../../domain/Ids.ts"
import type { Json, JsonObject } from "../../domain/Json.ts"
import { InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ListChange } from "./BrandList.ts"
import { auditOfOrder, lastPlace, reordered } from "./reordered.ts"

/** Maximum number of fields of one entity of a brand. */
export const maxFields = 200
/** Maximum size in bytes of all fields of a brand, as JSON: every response that shows the brand contains them. */
export const maxFieldBytes = 1024 * 1024

/** Fields to change; `null` clears one. `visible` sets all three places, each of which can still be set individually. */
export interface FieldChange {
  readonly label?: string | undefined
  readonly required?: boolean | undefined
  readonly defaultValue?: Json | undefined
  readonly description?: string | null | undefined
  readonly placeholder?: string | null | undefined
  readonly options?: ReadonlyArray<string> | null | undefined
  readonly visible?: boolean | undefined
  readonly showOnCreate?: boolean | undefined
  readonly showInTable?: boolean | undefined
  readonly showInDetail?: boolean | undefined
  readonly sortOrder?: number | undefined
  readonly source?: string | null | undefined
}

export interface FieldCreate extends FieldChange {
  readonly key: string
  readonly label: string
  readonly type: FieldType
}

/** A new field, placed last among those of its entity and shown everywhere, unless specified otherwise. */
export const createField = (
  all: ReadonlyArray<FieldDefinition>,
  { brandId, entity, id }: { readonly id: FieldId; readonly brandId: BrandId; readonly entity: FieldEntity },
  { key, label, type, ...input }: FieldCreate,
  now: DateTime.Utc
): Result.Result<ListChange<FieldDefinition, FieldDefinition>, InvalidInput | LimitReached> => {
  const siblings = fieldsByEntity(all)[entity]
  if (siblings.length >= maxFields)
    return Result.fail(new LimitReached({ limit: maxFields, what: `${entity} fields in a brand` }))
  const field = withChange(
    {
      id,
      brandId,
      entity,
      key,
      label,
      type,
      required: false,
      showOnCreate: true,
      showInTable: true,
      showInDetail: true,
      sortOrder: lastPlace(siblings),
      createdAt: now
    },
    input
  )
  return Result.map(
    Result.andThen(checkOptions(field), () => checkBytes(all, field)),
    () => ({
      value: field,
      saved: [field],
      audit: [audit("field.created", field)]
    })
  )
}

export const changeField = (
  all: ReadonlyArray<FieldDefinition>,
  entity: FieldEntity,
  key: string,
  change: FieldChange
): Result.Result<ListChange<FieldDefinition, FieldDefinition>, NotFound | InvalidInput | LimitReached> =>
  Result.gen(function* () {
    const before = yield* found(all, entity, key)
    const after = withChange(before, change)
    yield* checkOptions(after)
    yield* checkBytes(all, after, before)
    const diff = fieldDiff(observed, before, after)
    return diff.size === 0
      ? { value: before, saved: [], audit: [] }
      : { value: after, saved: [after], audit: [audit("field.updated", after, auditedDiff(diff))] }
  })

/** Removes a field. Values stored under its key stay. */
export const deleteField = (
  all: ReadonlyArray<FieldDefinition>,
  entity: FieldEntity,
  key: string
): Result.Result<ListChange<FieldDefinition, void>, NotFound> =>
  Result.map(found(all, entity, key), (field) => ({
    value: undefined,
    saved: [],
    removed: field,
    audit: [audit("field.deleted", field)]
  }))

export const reorderFields = (
  all: ReadonlyArray<FieldDefinition>,
  brandId: BrandId,
  entity: FieldEntity,
  keys: ReadonlyArray<string>
): Result.Result<ListChange<FieldDefinition, ReadonlyArray<FieldDefinition>>, InvalidInput> => {
  const fields = fieldsByEntity(all)[entity]
  const nameOf = ({ key }: FieldDefinition) => key
  return Result.map(
    reordered(fields, nameOf, (field, sortOrder) => ({ ...field, sortOrder }), { field: "keys", names: keys }),
    (done) => ({
      value: done.order,
      saved: done.moved,
      audit: auditOfOrder(fields, done, nameOf, { event: "field.reordered", entityId: brandId, metadata: { entity } })
    })
  )
}

const withChange = (field: FieldDefinition, { visible, ...change }: FieldChange): FieldDefinition => ({
  ...field,
  label: change.label ?? field.label,
  required: change.required ?? field.required,
  defaultValue: cleared(change.defaultValue, field.defaultValue),
  description: cleared(change.description, field.description),
  placeholder: cleared(change.placeholder, field.placeholder),
  options: cleared(change.options, field.options),
  showOnCreate: change.showOnCreate ?? visible ?? field.showOnCreate,
  showInTable: change.showInTable ?? visible ?? field.showInTable,
  showInDetail: change.showInDetail ?? visible ?? field.showInDetail,
  sortOrder: change.sortOrder ?? field.sortOrder,
  source: cleared(change.source, field.source)
})

const checkOptions = ({ options, type }: FieldDefinition): Result.Result<void, InvalidInput> =>
  (type === "select" || type === "multiselect") && (options ?? []).length === 0
    ? Result.fail(InvalidInput.of("options", "required", `must have at least one entry: the field is a ${type}`))
    : Result.void

/** Checks whether the field fits with the others. A field that does not grow always does. */
const checkBytes = (
  all: ReadonlyArray<FieldDefinition>,
  field: FieldDefinition,
  before?: FieldDefinition
): Result.Result<void, LimitReached> => {
  const [bytes, had] = [bytesOf(field), before === undefined ? 0 : bytesOf(before)]
  return bytes > had && all.reduce((sum, one) => sum + bytesOf(one), bytes - had) > maxFieldBytes
    ? Result.fail(new LimitReached({ limit: maxFieldBytes, what: "bytes of fields in a brand, as JSON" }))
    : Result.void
}

const bytesOf = (field: FieldDefinition): number => Buffer.byteLength(JSON.stringify(field))

const found = (
  all: ReadonlyArray<FieldDefinition>,
  entity: FieldEntity,
  key: string
): Result.Result<FieldDefinition, NotFound> => {
  const field = all.find((one) => one.entity === entity && one.key === key)
  return field === undefined ? Result.fail(new NotFound({ entity: "field" })) : Result.succeed(field)
}

const observed = {
  label: ({ label }: FieldDefinition) => label,
  required: ({ required }: FieldDefinition) => required,
  defaultValue: ({ defaultValue }: FieldDefinition) => defaultValue ?? null,
  description: ({ description }: FieldDefinition) => description ?? null,
  placeholder: ({ placeholder }: FieldDefinition) => placeholder ?? null,
  options: ({ options }: FieldDefinition) => options ?? null,
  showOnCreate: ({ showOnCreate }: FieldDefinition) => showOnCreate,
  showInTable: ({ showInTable }: FieldDefinition) => showInTable,
  showInDetail: ({ showInDetail }: FieldDefinition) => showInDetail,
  sortOrder: ({ sortOrder }: FieldDefinition) => sortOrder,
  source: ({ source }: FieldDefinition) => source ?? null
}

const audit = (event: AuditedEvent, { entity, id, key }: FieldDefinition, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "field",
  entityId: id,
  changes,
  metadata: { entity, key }
})
