import { useMutation } from "@tanstack/react-query"
import type { Company, Customer, CustomerUpdate } from "@trunkline/sdk"
import { type FormEvent, useState } from "react"
import { client } from "../../app/client.ts"
import { pickOne } from "../../app/picks.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { fieldError } from "../../ui/errors.ts"
import { Checkbox, Field, TextInput } from "../../ui/Field.tsx"
import { toast } from "../../ui/toasts.ts"
import { putCustomer } from "./customerQueries.ts"

/** What can be changed about a customer. Somebody else's change in between is not overwritten: the API says so. */
export function CustomerForm({ customer }: { readonly customer: Customer }) {
  const { brandId, id, version } = customer
  const [input, setInput] = useState<CustomerUpdate>({})
  const [company, setCompany] = useState<Pick<Company, "id" | "name"> | undefined>(customer.company)
  const change = (part: CustomerUpdate) => setInput({ ...input, ...part })
  const update = () => client.customers.update(brandId, id, input, { ifMatch: `"${version}"` })
  const save = useMutation({
    mutationFn: update,
    onSuccess: (saved) => {
      toast({ text: "Saved" })
      putCustomer(saved)
    }
  })
  const chooseCompany = async () => {
    const found = new Map<string, Company>()
    const none = { id: "none", label: "No company" }
    const chosen = await pickOne({
      title: "Company",
      options: async (text) => {
        const search = text.trim() === "" ? {} : { search: text.trim() }
        const { data } = await client.companies.list(brandId, { ...search, sort: "name", order: "asc", limit: 20 })
        for (const one of data) found.set(one.id, one)
        return [...data.map(({ id, name, domain }) => ({ id, label: name, hint: domain })), none]
      }
    })
    if (chosen === undefined) return
    const next = found.get(chosen)
    setCompany(next)
    change({ companyId: next?.id ?? null })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Card>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Name" error={fieldError(save.error, "name")}>
            <TextInput
              maxLength={200}
              value={input.name === null ? "" : (input.name ?? customer.name ?? "")}
              onChange={(event) => change({ name: event.target.value === "" ? null : event.target.value })}
            />
          </Field>
          <Field label="E-mail address" error={fieldError(save.error, "email")}>
            <TextInput
              type="email"
              required
              value={input.email ?? customer.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          </Field>
          <Field label="Telephone" hint="With the country, such as +4930123456" error={fieldError(save.error, "phone")}>
            <TextInput
              type="tel"
              value={input.phone === null ? "" : (input.phone ?? customer.phone ?? "")}
              onChange={(event) => change({ phone: event.target.value === "" ? null : event.target.value })}
            />
          </Field>
          <div className="flex flex-col gap-1">
            <span className="text-sm font-medium">Company</span>
            <Button className="justify-start" onClick={() => void chooseCompany()}>
              {company?.name ?? "No company"}
            </Button>
          </div>
        </div>
        <Checkbox
          label="Gets mail"
          hint="Without it, answers wait in the portal."
          checked={input.notifyEmail ?? customer.notifyEmail}
          onChange={(event) => change({ notifyEmail: event.target.checked })}
        />
        {save.error === null ? undefined : <ErrorPanel error={save.error} />}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" busy={save.isPending} disabled={Object.keys(input).length === 0}>
            Save
          </Button>
          {Object.keys(input).length === 0 ? undefined : <CopyAsCurl act={update} />}
        </div>
      </form>
    </Card>
  )
}
