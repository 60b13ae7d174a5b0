import { useNavigate } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys, queryClient } from "../../app/queries.ts"
import { FormDialog } from "../../forms/FormDialog.tsx"
import { Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"

/** Creates a customer who has not written yet, and opens their page. */
export function NewCustomerDialog({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const submit = async () => {
    const { id } = await client.customers.create(brand.id, { email, ...(name === "" ? {} : { name }) })
    void queryClient.invalidateQueries({ queryKey: keys.customers })
    await navigate({ to: "/customers/$customerId", params: { customerId: id }, search: { brand: brand.slug } })
  }
  return (
    <FormDialog title="New customer" verb="Create customer" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Email address" error={fieldError(error, "email")}>
            <TextInput type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
