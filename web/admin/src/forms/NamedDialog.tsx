import { useState } from "react"
import { Field, TextArea, TextInput } from "../ui/Field.tsx"
import { fieldError } from "../ui/fieldError.ts"
import { ColorField } from "./ColorField.tsx"
import { FormDialog } from "./FormDialog.tsx"
import { orNull } from "./useDraft.ts"

interface Named {
  readonly name: string
  readonly color: string
  readonly description?: string | null
}

interface Props {
  readonly title: string
  readonly verb: string
  readonly initial?: { readonly name: string; readonly color: string; readonly description?: string }
  /** Whether the record also has a description. */
  readonly described?: boolean
  readonly save: (input: Named) => Promise<unknown>
  readonly onClose: () => void
}

/** Creates or changes a record with a name and a colour: a tag or a category. */
export function NamedDialog({ title, verb, initial, described = false, save, onClose }: Props) {
  const [name, setName] = useState(initial?.name ?? "")
  const [color, setColor] = useState(initial?.color ?? "#6b7280")
  const [description, setDescription] = useState(initial?.description ?? "")
  const submit = () => save({ name, color, ...(described ? { description: orNull(description) } : {}) })
  return (
    <FormDialog title={title} verb={verb} submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <ColorField value={color} onChange={setColor} error={fieldError(error, "color")} />
          {described ? (
            <Field label="Description" error={fieldError(error, "description")}>
              <TextArea rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
