import { useMutation } from "@tanstack/react-query"
import type { Brand, BrandUpdate } from "@trunkline/sdk"
import type { FormEvent } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { putRecord } from "../../forms/records.ts"
import { useDraft } from "../../forms/useDraft.ts"
import { Button } from "../../ui/Button.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"

/** The name by which customers know the brand, and the prefix of its tickets. */
export function BrandStep({ brand }: { readonly brand: Brand }) {
  const draft = useDraft({ name: brand.name, ticketPrefix: brand.ticketPrefix })
  const { name, ticketPrefix } = draft.value
  const save = useMutation({
    mutationFn: (changes: BrandUpdate) => client.brands.update(brand.id, changes),
    onSuccess: (saved, changes) => {
      putRecord(keys.brands, saved)
      draft.settle(changes)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft.changes)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Name" error={fieldError(save.error, "name")} className="min-w-48 flex-1">
          <TextInput
            required
            maxLength={100}
            value={name}
            onChange={(event) => draft.set({ name: event.target.value })}
          />
        </Field>
        <Field
          label="Ticket prefix"
          hint={`${ticketPrefix === "" ? "ACME" : ticketPrefix}-${brand.nextTicketNumber}`}
          error={fieldError(save.error, "ticketPrefix")}
          className="w-40"
        >
          <TextInput
            required
            pattern="[A-Za-z0-9]{1,10}"
            title="1 to 10 letters and digits"
            value={ticketPrefix}
            onChange={(event) => draft.set({ ticketPrefix: event.target.value.toUpperCase() })}
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
