import { useMutation } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import { type FormEvent, useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { putRecord } from "../../forms/records.ts"
import { Button } from "../../ui/Button.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"

/** What customers know the brand by, and what its tickets are called. */
export function BrandStep({ brand }: { readonly brand: Brand }) {
  const [name, setName] = useState(brand.name)
  const [ticketPrefix, setTicketPrefix] = useState(brand.ticketPrefix)
  const save = useMutation({
    mutationFn: () => client.brands.update(brand.id, { name, ticketPrefix }),
    onSuccess: (saved) => putRecord(keys.brands, saved)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Name" error={fieldError(save.error, "name")} className="min-w-48 flex-1">
          <TextInput required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field
          label="Tickets are called"
          hint={`${ticketPrefix === "" ? "ACME" : ticketPrefix}-${brand.nextTicketNumber}`}
          error={fieldError(save.error, "ticketPrefix")}
          className="w-40"
        >
          <TextInput
            required
            pattern="[A-Za-z0-9]{1,10}"
            title="1 to 10 letters and digits"
            value={ticketPrefix}
            onChange={(event) => setTicketPrefix(event.target.value.toUpperCase())}
          />
        </Field>
      </div>
      {save.error === null ? undefined : <ErrorPanel error={save.error} />}
      <div className="flex items-center gap-3">
        <Button type="submit" kind="primary" busy={save.isPending}>
          Save
        </Button>
        <span role="status" className="text-sm text-good">
          {save.isSuccess ? "Saved" : ""}
        </span>
      </div>
    </form>
  )
}
