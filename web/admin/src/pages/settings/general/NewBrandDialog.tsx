import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { putRecord } from "../../../forms/records.ts"
import { Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"

/** Creates another brand and opens it. */
export function NewBrandDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [ticketPrefix, setTicketPrefix] = useState("")
  const submit = async () => {
    const brand = await client.brands.create({ name, ...(ticketPrefix === "" ? {} : { ticketPrefix }) })
    putRecord(keys.brands, brand)
    await navigate({ to: ".", search: { brand: brand.slug } })
  }
  return (
    <FormDialog title="New brand" verb="Create brand" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <Field
            label="Ticket number prefix"
            hint="For example, MB for MB-1001. Leave empty to derive it from the name."
            error={fieldError(error, "ticketPrefix")}
          >
            <TextInput
              value={ticketPrefix}
              onChange={(event) => setTicketPrefix(event.target.value)}
              autoComplete="off"
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
