import { Schema } from "effect"
import { fieldTypes } from "../domain/FieldDefinition.ts"
import { distinct } from "./documented.ts"
import { anyJson, clearable, lines, listOf, matching, oneLine, optional, Place } from "./Fields.ts"
import { filled, fitsOneOf, is } from "./fitsOneOf.ts"
import { AnyJson, growing, idLike, Moment, some } from "./Shapes.ts"

/** Bytes of a default value as JSON. */
const maxDefault = 16 * 1024

export const FieldDefinition = Schema.Struct({
  id: idLike("fld"),
  key: Schema.String,
  label: Schema.String,
  type: growing(fieldTypes),
  required: Schema.Boolean.annotate({ description: "A hint for forms; not enforced." }),
  defaultValue: some(AnyJson),
  description: some(Schema.String),
  placeholder: some(Schema.String),
  options: some(Schema.Array(Schema.String)),
  visible: Schema.Boolean.annotate({ description: "Whether the field is shown anywhere." }),
  showOnCreate: Schema.Boolean,
  showInTable: Schema.Boolean,
  showInDetail: Schema.Boolean,
  sortOrder: Schema.Int,
  source: some(Schema.String),
  createdAt: Moment
}).annotate({
  identifier: "FieldDefinition",
  description: "Describes the input for one custom field. It enforces nothing: custom fields accept any value."
})

export const FieldDefinitions = Schema.Struct({
  ticket: Schema.Array(FieldDefinition),
  customer: Schema.Array(FieldDefinition),
  company: Schema.Array(FieldDefinition)
}).annotate({ identifier: "FieldDefinitions" })

const key = matching(
  /^[a-z][a-z0-9_]{0,63}$/,
  "must be 1 to 64 lower-case letters, digits and underscores, and begin with a letter"
)

/** Types whose values are chosen from options. */
const optionTypes: ReadonlySet<string> = new Set(["select", "multiselect"])

const members = {
  required: optional(Schema.Boolean),
  defaultValue: optional(anyJson(maxDefault)),
  description: clearable(lines(500)),
  placeholder: clearable(oneLine(200)),
  options: clearable(listOf(oneLine(200), 200)).annotate({
    description: "The choices of a select or multiselect: at least one, without duplicates."
  }),
  visible: optional(Schema.Boolean).annotate({
    description:
      "Sets `showOnCreate`, `showInTable` and `showInDetail` together. Each of these takes precedence if you send it too."
  }),
  showOnCreate: optional(Schema.Boolean),
  showInTable: optional(Schema.Boolean),
  showInDetail: optional(Schema.Boolean),
  sortOrder: optional(Place).annotate({ description: "By default, the field goes last." }),
  source: clearable(oneLine(200)).annotate({ description: "Where the definition comes from. Free text." })
}

export const FieldDefinitionCreate = Schema.Struct({
  key: key.annotate({
    description: "The member of `customFields` that it describes. Unique among the fields of its entity."
  }),
  label: oneLine(100),
  type: Schema.Literals(fieldTypes),
  ...members
})
  .pipe(
    fitsOneOf(
      { type: is(...fieldTypes.filter((type) => !optionTypes.has(type))) },
      { type: is(...optionTypes), options: filled }
    )
  )
  .annotate({ identifier: "FieldDefinitionCreate" })
export const FieldDefinitionUpdate = Schema.Struct({ label: optional(oneLine(100)), ...members }).annotate({
  identifier: "FieldDefinitionUpdate"
})
export const FieldOrder = Schema.Struct({
  keys: listOf(Schema.String, 200)
    .pipe(distinct)
    .annotate({ description: "All fields of the entity, each exactly once." })
}).annotate({ identifier: "FieldOrder" })
