import type { FieldDefinition } from "@trunkline/sdk"
import { useRef } from "react"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"
import { type FieldsChange, membersOf, restOf } from "./fieldValue.ts"
import { JsonField } from "./JsonField.tsx"
import { SavedField } from "./SavedField.tsx"

interface Props {
  readonly definitions: ReadonlyArray<FieldDefinition>
  /** Any JSON. */
  readonly value: unknown
  /** Whether it must be an object, because the API accepts nothing else. */
  readonly isObject?: boolean
  readonly save: (change: FieldsChange) => Promise<void>
}

/** The custom fields of a record: an input for each that the brand has defined, and everything else as JSON. */
export function RecordFields({ definitions, value, isObject = false, save }: Props) {
  const members = membersOf(value)
  const fields = members === undefined && value !== undefined && value !== null ? [] : definitions
  const other = definitions.length === 0 ? "Values" : "Other values"
  const place = useRef<HTMLDivElement>(null)
  /** Saves a change. If it fails after somebody has left the page that would say so, a notice does. */
  const saveAs = async (name: string, change: FieldsChange) => {
    try {
      await save(change)
    } catch (error) {
      if (place.current === null)
        toast({ text: `${name} was not saved: ${messageOf(error)}`, tone: "bad", requestId: requestIdOf(error) })
      throw error
    }
  }
  return (
    <div ref={place} className="flex flex-col gap-3">
      {fields.map((field) => (
        <SavedField
          key={field.key}
          field={field}
          value={members?.[field.key]}
          save={(entered, kind) => saveAs(field.label, { key: field.key, value: entered, kind })}
        />
      ))}
      <JsonField
        label={other}
        value={restOf(value, fields)}
        check={(entered) => {
          if (entered === undefined || membersOf(entered) !== undefined) return undefined
          if (isObject) return "Enter a JSON object"
          return fields.some(({ key }) => members?.[key] !== undefined)
            ? "Enter a JSON object, because the fields above have values"
            : undefined
        }}
        save={(rest) => saveAs(other, { fields, rest })}
      />
      {fields === definitions ? undefined : (
        <p className="text-soft">This value is not an object, so the brand's fields cannot be stored in it.</p>
      )}
    </div>
  )
}
