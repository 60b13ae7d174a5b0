import type { Company, Customer, CustomerUpdate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { pickOne } from "../../app/picks.ts"
import { DraftCard } from "../../forms/DraftCard.tsx"
import { saveChanges } from "../../forms/saveOnto.ts"
import { becameOf, orNull, useDraft } from "../../forms/useDraft.ts"
import { Button } from "../../ui/Button.tsx"
import { Checkbox, Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"
import { customerWays } from "./customerQueries.ts"

/** The customer's editable properties. Does not silently overwrite what somebody else has saved meanwhile. */
export function CustomerForm({ customer }: { readonly customer: Customer }) {
  const { brandId, company, companyId, email, name, notifyEmail, phone } = customer
  const draft = useDraft<CustomerUpdate>({
    ...{ email, notifyEmail, name: name ?? null, phone: phone ?? null, companyId: companyId ?? null }
  })
  const { overtaken, set, value } = draft
  const [chosen, setChosen] = useState<Company>()
  const companyName =
    value.companyId === chosen?.id ? chosen?.name : value.companyId === null ? undefined : company?.name
  const chooseCompany = async () => {
    const found = new Map<string, Company>()
    const none = { id: "none", label: "No company" }
    const picked = await pickOne({
      title: "Company",
      options: async (text) => {
        const search = text.trim() === "" ? {} : { search: text.trim() }
        const { data } = await client.companies.list(brandId, { ...search, sort: "name", order: "asc", limit: 20 })
        for (const one of data) found.set(one.id, one)
        return [...data.map(({ id, name, domain }) => ({ id, label: name, hint: domain })), none]
      }
    })
    if (picked === undefined) return
    const next = found.get(picked)
    setChosen(next)
    set({ companyId: next?.id ?? null })
  }
  return (
    <DraftCard draft={draft} save={(changes) => saveChanges(customerWays, customer, changes)}>
      {(error) => (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <Field label="Name" error={fieldError(error, "name")} hint={becameOf(overtaken.name)}>
              <TextInput
                maxLength={200}
                value={value.name ?? ""}
                onChange={(event) => set({ name: orNull(event.target.value) })}
              />
            </Field>
            <Field label="Email address" error={fieldError(error, "email")} hint={becameOf(overtaken.email)}>
              <TextInput
                type="email"
                required
                value={value.email ?? ""}
                onChange={(event) => set({ email: event.target.value })}
              />
            </Field>
            <Field
              label="Phone number"
              hint={becameOf(overtaken.phone) ?? "Include the country code, such as +4930123456"}
              error={fieldError(error, "phone")}
            >
              <TextInput
                type="tel"
                value={value.phone ?? ""}
                onChange={(event) => set({ phone: orNull(event.target.value) })}
              />
            </Field>
            <div className="flex min-w-0 flex-col gap-1">
              <span className="text-sm font-medium">Company</span>
              <Button className="min-h-9 justify-start" onClick={() => void chooseCompany()}>
                <span className="truncate">{companyName ?? "No company"}</span>
              </Button>
              {overtaken.companyId === undefined ? undefined : (
                <p className="text-sm text-soft">{becameOf(company?.name ?? null)}</p>
              )}
            </div>
          </div>
          <Checkbox
            label="Receives email"
            hint="If off, replies are shown only in the portal."
            checked={value.notifyEmail ?? false}
            onChange={(event) => set({ notifyEmail: event.target.checked })}
          />
        </>
      )}
    </DraftCard>
  )
}
