import { useNavigate } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys, queryClient } from "../../app/queries.ts"
import { FormDialog } from "../../forms/FormDialog.tsx"
import { Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"

/** Creates a company and opens its page. */
export function NewCompanyDialog({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [domain, setDomain] = useState("")
  const submit = async () => {
    const { id } = await client.companies.create(brand.id, { name, ...(domain === "" ? {} : { domain }) })
    void queryClient.invalidateQueries({ queryKey: keys.companies })
    await navigate({ to: "/companies/$companyId", params: { companyId: id }, search: { brand: brand.slug } })
  }
  return (
    <FormDialog title="New company" verb="Create company" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field
            label="Domain"
            hint="The email domain, such as north.example. Customers who write from it are added to the company."
            error={fieldError(error, "domain")}
          >
            <TextInput value={domain} onChange={(event) => setDomain(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
