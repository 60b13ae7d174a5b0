import type { FieldDefinition } from "@trunkline/sdk"
import { Checkbox, Field, Select, TextArea, TextInput } from "../ui/Field.tsx"
import { Options } from "../ui/Options.tsx"
import type { InputKind } from "./fieldValue.ts"

/** The part of a field's definition that its input needs. */
export type ShownField = Pick<
  FieldDefinition,
  "description" | "label" | "options" | "placeholder" | "required" | "type"
>

interface Props {
  readonly field: ShownField
  readonly kind: InputKind
  /** The value, as `textOf` writes it. */
  readonly text: string
  readonly error?: string | undefined
  readonly onChange: (text: string) => void
}

/** The input for one of the brand's custom fields. */
export function FieldInput({ field, kind, text, error, onChange }: Props) {
  const { description, label, options = [], placeholder, required } = field
  if (kind === "multiselect") return <Several field={field} text={text} error={error} onChange={onChange} />
  const common = {
    value: text,
    "aria-required": required,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value)
  }
  const hint = kind === "array" ? "One per line" : kind === "json" ? (description ?? "JSON") : description
  return (
    <Field label={<Label text={label} required={required} />} hint={hint} error={error}>
      {kind === "select" || kind === "boolean" ? (
        <Select {...common}>
          <option value="">none</option>
          {kind === "boolean" ? (
            <>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </>
          ) : (
            // A value chosen before the options changed stays selectable.
            <Options of={[...new Set(text === "" ? options : [...options, text])].map((option) => [option, option])} />
          )}
        </Select>
      ) : kind === "array" || kind === "json" ? (
        <TextArea
          {...common}
          rows={Math.min(10, Math.max(2, text.split("\n").length))}
          spellCheck={false}
          className={kind === "json" ? "font-mono text-xs" : ""}
        />
      ) : (
        <TextInput
          {...common}
          type={kind === "date" || kind === "url" ? kind : "text"}
          inputMode={kind === "number" ? "decimal" : undefined}
          placeholder={placeholder}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

function Label({ text, required }: { readonly text: string; readonly required: boolean }) {
  return (
    <>
      {text}
      {required ? <span className="font-normal text-soft"> (required)</span> : undefined}
    </>
  )
}

/** A choice of any number of options. */
function Several({ field, text, error, onChange }: Omit<Props, "kind">) {
  const chosen = text === "" ? [] : text.split("\n")
  const { options = [] } = field
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-sm font-medium">
        <Label text={field.label} required={field.required} />
      </legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          checked={chosen.includes(option)}
          onChange={({ target }) =>
            onChange(options.filter((one) => (one === option ? target.checked : chosen.includes(one))).join("\n"))
          }
        />
      ))}
      {error === undefined ? (
        field.description === undefined ? undefined : (
          <p className="text-sm text-soft">{field.description}</p>
        )
      ) : (
        <p className="text-sm text-bad">{error}</p>
      )}
    </fieldset>
  )
}
