import type { FieldDefinition } from "../../../../sdk/src/portal.ts"
import { inputName } from "../../../customer/customFields.ts"
import { useWords } from "../context.ts"
import { Labelled } from "./Labelled.tsx"

/** The input for one of the brand's custom fields. */
export const FieldInput = ({ field, value }: { readonly field: FieldDefinition; readonly value: unknown }) => {
  const words = useWords()
  const name = inputName(field)
  const { defaultValue, description, label, options = [], placeholder, required, type } = field
  const initial = value ?? defaultValue
  const hint = description ?? (type === "array" ? words.onePerLine : undefined)
  const common = {
    id: name,
    name,
    required,
    ...(placeholder !== undefined && { placeholder }),
    ...(hint !== undefined && { "aria-describedby": `${name}-hint` })
  }
  const described = hint !== undefined && (
    <p class="soft hint" dir="auto" id={`${name}-hint`}>
      {hint}
    </p>
  )
  if (type === "boolean")
    return (
      <div class="field">
        <label class="check">
          <input {...common} required={false} type="checkbox" value="true" defaultChecked={initial === true} />{" "}
          <bdi>{label}</bdi>
        </label>
        {described}
      </div>
    )
  if (type === "multiselect") {
    const chosen = Array.isArray(initial) ? initial : []
    return (
      <fieldset class="field">
        <legend dir="auto">{label}</legend>
        {options.map((option) => (
          <label class="check" key={option}>
            <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />{" "}
            <bdi>{option}</bdi>
          </label>
        ))}
        {described}
      </fieldset>
    )
  }
  const text = Array.isArray(initial) ? initial.join("\n") : `${initial ?? ""}`
  return (
    <Labelled name={name} label={label} required={required}>
      {type === "select" ? (
        <select {...common} defaultValue={text}>
          <option value="">{words.choose}</option>
          {options.map((option) => (
            <option key={option} selected={option === text}>
              {option}
            </option>
          ))}
        </select>
      ) : type === "array" ? (
        <textarea {...common} rows={3} defaultValue={text} />
      ) : (
        <OneLine {...common} kind={type} defaultValue={text} />
      )}
      {described}
    </Labelled>
  )
}

interface OneLineProps {
  readonly kind: FieldDefinition["type"]
  readonly id: string
  readonly name: string
  readonly required: boolean
  readonly defaultValue: string
}

const OneLine = ({ kind, ...common }: OneLineProps) => {
  if (kind === "number") return <input {...common} type="number" step="any" />
  if (kind === "date") return <input {...common} type="date" />
  return kind === "url" ? <input {...common} type="url" /> : <input {...common} dir="auto" />
}
