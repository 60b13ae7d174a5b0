import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Brand, TicketCreate } from "@trunkline/sdk"
import { type FormEvent, useRef, useState } from "react"
import { client } from "../../app/client.ts"
import { staleLists } from "../../data/applyEvent.ts"
import { useBrands, useFields } from "../../data/brands.ts"
import { assembled } from "../../fields/fieldValue.ts"
import { initialTexts, NewFields, type Texts } from "../../fields/NewFields.tsx"
import { BrandPage } from "../../forms/BrandPage.tsx"
import { Loaded } from "../../forms/Loaded.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { fieldError } from "../../ui/errors.ts"
import { Checkbox, Field, Select, TextArea, TextInput } from "../../ui/Field.tsx"

/** A ticket on behalf of a customer: somebody called, or stood at the counter. */
export default function NewTicketPage() {
  return (
    <BrandPage
      title="New ticket"
      lead="For somebody who called or wrote elsewhere. What customers send opens tickets by itself."
    >
      {(brand) => <NewTicket ofPage={brand} />}
    </BrandPage>
  )
}

function NewTicket({ ofPage }: { readonly ofPage: Brand }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const brands = useBrands().data ?? []
  const [brandId, setBrandId] = useState<string>()
  const [input, setInput] = useState<TicketCreate>({ title: "", customerEmail: "", body: "", notifyCustomer: false })
  const [texts, setTexts] = useState<Texts>()
  const [json, setJson] = useState("")
  const [shows, setShows] = useState(false)
  const brand = brands.find(({ id }) => id === brandId) ?? ofPage
  const definitions = useFields(brand.id)
  const fields = (definitions.data?.ticket ?? []).filter(({ showOnCreate }) => showOnCreate)
  const given = texts ?? initialTexts(fields)
  const custom = assembled(fields, given, json)
  const problems = "problems" in custom ? custom.problems : {}
  // However often the button is pressed, there is one ticket, until it says something else.
  const key = useRef(crypto.randomUUID())
  const change = (part: Partial<TicketCreate>) => {
    key.current = crypto.randomUUID()
    setInput({ ...input, ...part })
  }
  const body: TicketCreate = {
    ...input,
    ...("value" in custom && custom.value !== undefined ? { customFields: custom.value } : {})
  }
  const create = useMutation({
    mutationFn: () => client.tickets.create(brand.id, body, { idempotencyKey: key.current }),
    onSuccess: ({ ticketNumber }) => {
      staleLists(queryClient)
      void navigate({ to: "/b/$brand/t/$number", params: { brand: brand.slug, number: String(ticketNumber) } })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShows(true)
    if ("value" in custom) create.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {brands.length < 2 ? undefined : (
        <Field label="Brand">
          <Select
            value={brand.id}
            onChange={(event) => {
              setBrandId(event.target.value)
              setTexts(undefined)
            }}
          >
            {brands.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Customer's e-mail address" error={fieldError(create.error, "customerEmail")}>
        <TextInput
          type="email"
          required
          autoFocus
          value={input.customerEmail}
          onChange={(event) => change({ customerEmail: event.target.value })}
        />
      </Field>
      <Field label="Title" error={fieldError(create.error, "title")}>
        <TextInput
          required
          maxLength={500}
          value={input.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label="What it is about" error={fieldError(create.error, "body")}>
        <TextArea rows={8} value={input.body ?? ""} onChange={(event) => change({ body: event.target.value })} />
      </Field>
      <Loaded query={definitions}>
        {() => (
          <NewFields
            fields={fields}
            texts={given}
            json={json}
            problems={shows ? problems : {}}
            onChange={(changed) => {
              change({})
              if (changed.texts !== undefined) setTexts(changed.texts)
              if (changed.json !== undefined) setJson(changed.json)
            }}
          />
        )}
      </Loaded>
      <Checkbox
        label="Tell the customer by mail"
        checked={input.notifyCustomer === true}
        onChange={(event) => change({ notifyCustomer: event.target.checked })}
      />
      {create.error === null ? undefined : <ErrorPanel error={create.error} />}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={create.isPending} disabled={definitions.data === undefined}>
          Create the ticket
        </Button>
        {definitions.data === undefined ? undefined : <CopyAsCurl act={() => client.tickets.create(brand.id, body)} />}
      </div>
    </form>
  )
}
