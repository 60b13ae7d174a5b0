import type { FieldDefinition } from "@trunkline/sdk"
import { Field, TextArea } from "../ui/Field.tsx"
import { FieldInput } from "./FieldInput.tsx"
import { kindOf, textOf } from "./fieldValue.ts"

/** The texts of a form's inputs, by field key. */
export type Texts = Readonly<Record<string, string>>

/** The texts of the inputs at the start. */
export const initialTexts = (fields: ReadonlyArray<FieldDefinition>): Texts =>
  Object.fromEntries(
    fields.map((field) => [field.key, textOf(kindOf(field, undefined), field.defaultValue ?? undefined)])
  )

interface Props {
  readonly fields: ReadonlyArray<FieldDefinition>
  readonly texts: Texts
  /** All other custom fields, as JSON. */
  readonly json: string
  /** Problems by field key; that of the JSON has the empty key. */
  readonly problems: Texts
  readonly onChange: (change: { readonly texts?: Texts; readonly json?: string }) => void
}

/** The custom fields of a record that does not exist yet. */
export function NewFields({ fields, texts, json, problems, onChange }: Props) {
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          kind={kindOf(field, undefined)}
          text={texts[field.key] ?? ""}
          error={problems[field.key]}
          onChange={(text) => onChange({ texts: { ...texts, [field.key]: text } })}
        />
      ))}
      <details open={problems[""] !== undefined || undefined}>
        <summary className="py-1 text-sm font-medium">{fields.length === 0 ? "Custom fields" : "Other values"}</summary>
        <Field label="As JSON" hint='Any JSON value, such as {"order": 7}.' error={problems[""]}>
          <TextArea
            rows={4}
            spellCheck={false}
            className="font-mono text-xs"
            value={json}
            onChange={(event) => onChange({ json: event.target.value })}
          />
        </Field>
      </details>
    </>
  )
}
