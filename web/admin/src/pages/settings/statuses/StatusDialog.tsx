import type { Status } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { ColorField } from "../../../forms/ColorField.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { orNull } from "../../../forms/useDraft.ts"
import { Field, Select, TextArea, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import { categoryNames } from "./categoryNames.ts"
import { putStatus } from "./statusQueries.ts"

type NewCategory = Exclude<Status["category"], "closed">

/** Creates a status, or changes the given one. */
export function StatusDialog({
  brandId,
  status,
  onClose
}: {
  readonly brandId: string
  readonly status?: Status
  readonly onClose: () => void
}) {
  const [name, setName] = useState(status?.name ?? "")
  const [customerName, setCustomerName] = useState(status?.customerName ?? "")
  const [category, setCategory] = useState<Status["category"]>(status?.category ?? "open")
  const [color, setColor] = useState(status?.color ?? "#6b7280")
  const [description, setDescription] = useState(status?.description ?? "")
  const submit = async () => {
    const common = { name, color, description: orNull(description), ...(customerName === "" ? {} : { customerName }) }
    const moved = category === status?.category ? {} : { category }
    const saved =
      status === undefined
        ? await client.statuses.create(brandId, { ...common, category: category as NewCategory })
        : await client.statuses.update(brandId, status.id, { ...common, ...moved })
    putStatus(brandId, saved)
  }
  const isFixed = status?.isSystem === true
  return (
    <FormDialog
      title={status === undefined ? "New status" : status.name}
      verb={status === undefined ? "Create status" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <Field
            label="Name for customers"
            hint="Shown in email and in the portal. Leave empty to use the name."
            error={fieldError(error, "customerName")}
          >
            <TextInput
              value={customerName}
              onChange={(event) => setCustomerName(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <Field label="Category" error={fieldError(error, "category")}>
            <Select
              value={category}
              disabled={isFixed}
              onChange={(event) => setCategory(event.target.value as Status["category"])}
            >
              <Options
                of={Object.entries(categoryNames).filter(([key]) => key !== "closed" || status?.category === "closed")}
              />
            </Select>
          </Field>
          <ColorField value={color} onChange={setColor} error={fieldError(error, "color")} />
          <Field label="Description" error={fieldError(error, "description")}>
            <TextArea rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
