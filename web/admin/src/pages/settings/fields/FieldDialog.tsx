import type { FieldDefinition, FieldDefinitionCreate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { FieldInput } from "../../../fields/FieldInput.tsx"
import { enteredIn, kindOf, textOf } from "../../../fields/fieldValue.ts"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { linesOf, orNull } from "../../../forms/useDraft.ts"
import { Checkbox, Field, Select, TextArea, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import type { Entity } from "./FieldsPage.tsx"
import { keyFor } from "./keyFor.ts"

type Type = FieldDefinitionCreate["type"]

const types: Record<Type, string> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
  select: "Single choice",
  multiselect: "Multiple choice",
  url: "URL",
  array: "List (JSON)",
  object: "Object (JSON)"
}

interface Props {
  readonly brandId: string
  readonly entity: Entity
  readonly field?: FieldDefinition
  readonly onSaved: (field: FieldDefinition) => void
  readonly onClose: () => void
}

/** Creates a field, or changes the given one, whose key and type stay. */
export function FieldDialog({ brandId, entity, field, onSaved, onClose }: Props) {
  const [key, setKey] = useState(field?.key ?? "")
  const [label, setLabel] = useState(field?.label ?? "")
  const [type, setType] = useState((field?.type ?? "text") as Type)
  const [description, setDescription] = useState(field?.description ?? "")
  const [placeholder, setPlaceholder] = useState(field?.placeholder ?? "")
  const [options, setOptions] = useState(field?.options?.join("\n") ?? "")
  const [required, setRequired] = useState(field?.required ?? false)
  const [showOnCreate, setShowOnCreate] = useState(field?.showOnCreate ?? true)
  const [showInDetail, setShowInDetail] = useState(field?.showInDetail ?? true)
  const saved = field?.defaultValue ?? undefined
  // Based on the original options: editing them must not change how the current input is read.
  const kind = kindOf(field ?? { type }, saved)
  const [begun, setBegun] = useState(() => textOf(kind, saved))
  const choices = linesOf(options)
  const entered = enteredIn(kind, kind === "multiselect" ? among(choices, begun) : begun)
  const problem = "problem" in entered ? entered.problem : undefined
  const hasOptions = type === "select" || type === "multiselect"

  const submit = async () => {
    if ("problem" in entered) throw new Error(`Default value: ${entered.problem}.`)
    const common = {
      defaultValue: (entered.value ?? null) as FieldDefinition["defaultValue"],
      ...{ label, required, showOnCreate, showInDetail },
      description: orNull(description),
      placeholder: orNull(placeholder)
    }
    const offered = { ...common, options: choices }
    onSaved(
      field === undefined
        ? await client.fields.create(brandId, entity, hasOptions ? { ...offered, key, type } : { ...common, key, type })
        : await client.fields.update(brandId, entity, field.key, hasOptions ? offered : common)
    )
  }
  return (
    <FormDialog
      title={field === undefined ? "New field" : field.label}
      verb={field === undefined ? "Create field" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field label="Label" error={fieldError(error, "label")}>
            <TextInput
              value={label}
              onChange={(event) => {
                // The key follows the label until somebody edits it.
                if (key === keyFor(label)) setKey(keyFor(event.target.value))
                setLabel(event.target.value)
              }}
              autoComplete="off"
            />
          </Field>
          {field === undefined ? (
            <>
              <Field
                label="Key"
                hint="The field's name in customFields, such as order_number. Cannot be changed later."
                error={fieldError(error, "key")}
              >
                <TextInput value={key} onChange={(event) => setKey(event.target.value)} autoComplete="off" />
              </Field>
              <Field label="Type" error={fieldError(error, "type")}>
                <Select
                  value={type}
                  onChange={(event) => {
                    setType(event.target.value as Type)
                    setBegun("")
                  }}
                >
                  <Options of={Object.entries(types)} />
                </Select>
              </Field>
            </>
          ) : undefined}
          {hasOptions ? (
            <Field label="Choices" hint="One per line." error={fieldError(error, "options")}>
              <TextArea value={options} onChange={(event) => setOptions(event.target.value)} />
            </Field>
          ) : undefined}
          <Field label="Description" error={fieldError(error, "description")}>
            <TextInput value={description} onChange={(event) => setDescription(event.target.value)} />
          </Field>
          <Field label="Placeholder" error={fieldError(error, "placeholder")}>
            <TextInput value={placeholder} onChange={(event) => setPlaceholder(event.target.value)} />
          </Field>
          <FieldInput
            field={{ label: "Default value", type, required: false, options: choices }}
            kind={kind}
            text={begun}
            error={problem ?? fieldError(error, "defaultValue")}
            onChange={setBegun}
          />
          <Checkbox label="Required" checked={required} onChange={(event) => setRequired(event.target.checked)} />
          <Checkbox
            label="Show in forms"
            hint="In the portal and the widget, and when an agent creates a ticket."
            checked={showOnCreate}
            onChange={(event) => setShowOnCreate(event.target.checked)}
          />
          <Checkbox
            label="Show in details"
            hint="Beside the conversation, or on the customer's or company's page."
            checked={showInDetail}
            onChange={(event) => setShowInDetail(event.target.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The chosen values that are still options. */
const among = (choices: ReadonlyArray<string>, text: string) =>
  linesOf(text)
    .filter((one) => choices.includes(one))
    .join("\n")
