import type { FieldDefinition } from "@trunkline/sdk"
import { Field, TextArea } from "../ui/Field.tsx"
import { FieldInput } from "./FieldInput.tsx"
import { kindOf, textOf } from "./fieldValue.ts"

/** What the inputs of a form hold, by the keys of the fields. */
export type Texts = Readonly<Record<string, string>>

/** What they hold to begin with. */
export const initialTexts = (fields: ReadonlyArray<FieldDefinition>): Texts =>
  Object.fromEntries(
    fields.map((field) => [field.key, textOf(kindOf(field, undefined), field.defaultValue ?? undefined)])
  )

interface Props {
  readonly fields: ReadonlyArray<FieldDefinition>
  readonly texts: Texts
  /** Everything else, as JSON. */
  readonly json: string
  /** What is wrong, by key; of the JSON by the empty one. */
  readonly problems: Texts
  readonly onChange: (change: { readonly texts?: Texts; readonly json?: string }) => void
}

/** The custom fields of a record that is still to be made. */
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
        <Field label="As JSON" hint="Any value, such as an object with the order it is about." error={problems[""]}>
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
