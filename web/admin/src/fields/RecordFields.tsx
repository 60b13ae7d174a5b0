import type { FieldDefinition } from "@trunkline/sdk"
import { type FieldsChange, membersOf, restOf, wholeOf } from "./fieldValue.ts"
import { JsonField } from "./JsonField.tsx"
import { SavedField } from "./SavedField.tsx"

interface Props {
  readonly definitions: ReadonlyArray<FieldDefinition>
  /** Any JSON. */
  readonly value: unknown
  /** Whether it has to be an object: the API takes nothing else here. */
  readonly isObject?: boolean
  readonly save: (change: FieldsChange) => Promise<void>
}

/** Custom fields of a record: those that the brand has defined with an input each, and everything else as JSON. */
export function RecordFields({ definitions, value, isObject = false, save }: Props) {
  const members = membersOf(value)
  const fields = members === undefined && value !== undefined && value !== null ? [] : definitions
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <SavedField
          key={field.key}
          field={field}
          value={members?.[field.key]}
          save={(entered, kind) => save({ key: field.key, value: entered, kind })}
        />
      ))}
      <JsonField
        label={definitions.length === 0 ? "Values" : "Other values"}
        value={restOf(value, fields)}
        check={(entered) => {
          if (entered === undefined || membersOf(entered) !== undefined) return undefined
          if (isObject) return "This has to be an object"
          return fields.some(({ key }) => members?.[key] !== undefined)
            ? "Beside the fields above this has to be an object"
            : undefined
        }}
        save={(entered) => save({ whole: (before) => wholeOf(before, fields, entered) })}
      />
      {fields === definitions ? undefined : (
        <p className="text-soft">This is no object: the brand's fields have no place in it.</p>
      )}
    </div>
  )
}
