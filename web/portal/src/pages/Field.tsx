import type { FieldDefinition } from "../../../../sdk/src/portal.ts"
import { inputName } from "../../../customer/customFields.ts"
import { useWords } from "../language.ts"
import { Labelled } from "./Labelled.tsx"

/** The content of a form before it was refused, by input name. */
export type Written = Readonly<Record<string, ReadonlyArray<string>>>

/** The input for one of the brand's custom fields. In a form that is shown again, an input left empty or unticked stays so. */
export const Field = ({
  field,
  written
}: {
  readonly field: FieldDefinition
  /** `undefined` in a new form. */
  readonly written: Written | undefined
}) => {
  const words = useWords()
  const { description, label, options = [], placeholder, required, type } = field
  const name = inputName(field)
  const before = written === undefined ? defaultOf(field) : (written[name] ?? [])
  const hint = description ?? (type === "array" ? words.onePerLine : undefined)
  const about = hint === undefined ? undefined : `${name}-about`
  const shared = { id: name, name, required, placeholder, "aria-describedby": about }
  const help =
    hint === undefined ? null : (
      <p id={about} class="soft" dir="auto">
        {hint}
      </p>
    )
  if (type === "multiselect")
    return (
      <fieldset aria-describedby={about}>
        <legend dir="auto">{label}</legend>
        {help}
        {options.map((option) => (
          <label key={option} class="choice">
            <input type="checkbox" name={name} value={option} checked={before.includes(option)} /> <bdi>{option}</bdi>
          </label>
        ))}
      </fieldset>
    )
  if (type === "boolean")
    return (
      <div class="field">
        <label class="choice">
          <input type="checkbox" name={name} value="yes" checked={before.length > 0} aria-describedby={about} />{" "}
          <bdi>{label}</bdi>
        </label>
        {help}
      </div>
    )
  return (
    <Labelled name={name} label={label} required={required}>
      {help}
      {type === "select" ? (
        <select {...shared}>
          <option value="">{words.choose}</option>
          {options.map((option) => (
            <option key={option} selected={before[0] === option}>
              {option}
            </option>
          ))}
        </select>
      ) : type === "array" ? (
        <textarea {...shared} rows={3} dir="auto" value={before.join("\n")} />
      ) : (
        <input {...shared} {...inputOf(type)} dir="auto" value={before[0]} />
      )}
    </Labelled>
  )
}

/** The input type for a field type. */
const inputOf = (type: FieldDefinition["type"]) => {
  switch (type) {
    case "number":
      return { type: "number", step: "any" } as const
    case "date":
      return { type: "date" } as const
    case "url":
      return { type: "url" } as const
    default:
      return { type: "text" } as const
  }
}

/** The initial value of a field. */
const defaultOf = ({ defaultValue, type }: FieldDefinition): ReadonlyArray<string> => {
  if (type === "boolean") return defaultValue === true ? ["yes"] : []
  const values = Array.isArray(defaultValue) ? defaultValue : [defaultValue]
  return values.flatMap((value) => (typeof value === "string" || typeof value === "number" ? [String(value)] : []))
}
