import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { type FormEvent, useId, useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { fieldError } from "../../ui/errors.ts"
import { Field, TextInput } from "../../ui/Field.tsx"

/** Makes a company, and goes there. */
export function NewCompanyDialog({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [name, setName] = useState("")
  const [domain, setDomain] = useState("")
  const create = useMutation({
    mutationFn: () => client.companies.create(brand.id, { name, ...(domain === "" ? {} : { domain }) }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keys.companies })
      void navigate({ to: "/companies/$companyId", params: { companyId: id }, search: { brand: brand.slug } })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog
      title="New company"
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind="primary" busy={create.isPending}>
          Create the company
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Name" error={fieldError(create.error, "name")}>
          <TextInput required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field
          label="Domain"
          hint="Of its mail, such as north.example: whoever writes from there belongs to it"
          error={fieldError(create.error, "domain")}
        >
          <TextInput value={domain} onChange={(event) => setDomain(event.target.value)} />
        </Field>
        {create.error === null ? undefined : <ErrorPanel error={create.error} />}
      </form>
    </Dialog>
  )
}
