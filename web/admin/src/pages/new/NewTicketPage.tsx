import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Brand, TicketCreate } from "@trunkline/sdk"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { client } from "../../app/client.ts"
import { useSession } from "../../app/session.ts"
import { staleLists } from "../../data/applyEvent.ts"
import { useBrands, useFields } from "../../data/brands.ts"
import { assembled } from "../../fields/fieldValue.ts"
import { initialTexts, NewFields, type Texts } from "../../fields/NewFields.tsx"
import { BrandPage } from "../../forms/BrandPage.tsx"
import { Loaded } from "../../forms/Loaded.tsx"
import { isSame } from "../../forms/useDraft.ts"
import { useKeptDraft } from "../../forms/useKeptDraft.ts"
import { AttachButton } from "../../tickets/AttachButton.tsx"
import { takeGiven } from "../../tickets/takeGiven.ts"
import { UploadList } from "../../tickets/UploadList.tsx"
import { useUploads } from "../../tickets/useUploads.ts"
import { Button } from "../../ui/Button.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { messageOf, requestIdOf } from "../../ui/errors.ts"
import { Checkbox, Field, Select, TextArea, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"
import { Options } from "../../ui/Options.tsx"
import { toast } from "../../ui/toasts.ts"

/** Creates a ticket on behalf of a customer who called or came in person. */
export default function NewTicketPage() {
  return (
    <BrandPage
      title="New ticket"
      lead="For a customer who called or wrote elsewhere. Messages from customers open tickets automatically."
    >
      {(brand) => <NewTicket ofPage={brand} />}
    </BrandPage>
  )
}

/** A ticket for a customer with an email address. */
type ForAddress = Extract<TicketCreate, { readonly customerEmail: string }>

/** The draft of a new ticket. */
interface Written {
  readonly input: ForAddress
  /** `undefined` for the page's brand. */
  readonly brandId?: string | undefined
  /** Custom fields as text of their inputs, once one was changed; the others are in `json`. */
  readonly texts?: Texts | undefined
  readonly json: string
  /** The Idempotency-Key. */
  readonly key?: string
}
const nothing: Written = { input: { title: "", customerEmail: "", body: "", notifyCustomer: false }, json: "" }

function NewTicket({ ofPage }: { readonly ofPage: Brand }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const brands = useBrands().data ?? []
  const { clear, draft, isEmpty, setDraft } = useKeptDraft("new", nothing)
  const { brandId, input, json, texts } = draft
  const [shows, setShows] = useState(false)
  const brand = brands.find(({ id }) => id === brandId) ?? ofPage
  const { member } = useSession()
  // Files are uploaded to a brand, and usable only there.
  const placeIn = (id: string) => ({ id: `new ${id}`, memberId: member.id })
  const files = useUploads(placeIn(brand.id), brand.id)
  const attachments = files.uploads.flatMap(({ attachment }) => attachment ?? [])
  const definitions = useFields(brand.id)
  const fields = (definitions.data?.ticket ?? []).filter(({ showOnCreate }) => showOnCreate)
  const given = texts ?? initialTexts(fields)
  const custom = assembled(fields, given, json)
  const problems = "problems" in custom ? custom.problems : {}
  // A draft keeps its key until it changes, so that it becomes one ticket, however often the button is pressed and whatever
  // page was closed meanwhile.
  const change = (part: Omit<Partial<Written>, "key">) => {
    const next = { ...draft, ...part, key: undefined }
    setDraft(isSame(next, nothing) ? nothing : { ...next, key: crypto.randomUUID() })
  }
  const add = (given: Iterable<File>) => {
    files.add(given)
    change({})
  }
  const discard = () => {
    clear()
    files.clear()
  }
  const choose = (id: string) => {
    files.moveTo(placeIn(id), id)
    change({ brandId: id, texts: undefined })
  }
  const enter = (part: Partial<ForAddress>) => change({ input: { ...input, ...part } })
  const body: ForAddress = {
    ...input,
    ...("value" in custom && custom.value !== undefined ? { customFields: custom.value } : {}),
    ...(attachments.length === 0 ? {} : { attachmentIds: attachments.map(({ id }) => id) })
  }
  // Somebody who has left this page gets a notice, and is not taken to the ticket.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const create = useMutation({
    mutationFn: () => client.tickets.create(brand.id, body, { idempotencyKey: draft.key }),
    onSuccess: ({ publicId, ticketNumber }) => {
      discard()
      staleLists(queryClient)
      if (!isHere.current) toast({ text: `Created ${publicId}` })
      else {
        const params = { brand: brand.slug, number: String(ticketNumber) }
        // "Back" does not lead to an empty form.
        void navigate({ to: "/b/$brand/t/$number", params, replace: true })
      }
    },
    onError: (error) => {
      if (isHere.current) return
      const text = `The ticket was not created. What you typed is under New ticket: ${messageOf(error)}`
      toast({ text, tone: "bad", requestId: requestIdOf(error) })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShows(true)
    if ("value" in custom) create.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" {...takeGiven(add)}>
      {brands.length < 2 ? undefined : (
        <Field label="Brand">
          <Select value={brand.id} onChange={(event) => choose(event.target.value)}>
            <Options of={brands.map(({ id, name }) => [id, name])} />
          </Select>
        </Field>
      )}
      <Field label="Customer's email address" error={fieldError(create.error, "customerEmail")}>
        <TextInput
          type="email"
          required
          autoFocus
          value={input.customerEmail}
          onChange={(event) => enter({ customerEmail: event.target.value })}
        />
      </Field>
      <Field label="Title" error={fieldError(create.error, "title")}>
        <TextInput
          required
          maxLength={500}
          value={input.title}
          onChange={(event) => enter({ title: event.target.value })}
        />
      </Field>
      <Field label="Description" error={fieldError(create.error, "body")}>
        <TextArea rows={8} value={input.body ?? ""} onChange={(event) => enter({ body: event.target.value })} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <UploadList
          uploads={files.uploads}
          onRetry={files.retry}
          onRemove={(key) => {
            files.remove(key)
            change({})
          }}
        />
        <AttachButton add={add} />
      </div>
      <Loaded query={definitions}>
        {() => (
          <NewFields fields={fields} texts={given} json={json} problems={shows ? problems : {}} onChange={change} />
        )}
      </Loaded>
      <Checkbox
        label="Notify the customer by email"
        checked={input.notifyCustomer === true}
        onChange={(event) => enter({ notifyCustomer: event.target.checked })}
      />
      {create.error === null ? undefined : <ErrorPanel error={create.error} />}
      <div className="flex gap-2">
        <Button
          type="submit"
          kind="primary"
          busy={create.isPending}
          disabled={definitions.data === undefined || attachments.length < files.uploads.length}
        >
          Create ticket
        </Button>
        {isEmpty && files.uploads.length === 0 ? undefined : <Button onClick={discard}>Discard</Button>}
        {definitions.data === undefined ? undefined : <CopyAsCurl act={() => client.tickets.create(brand.id, body)} />}
      </div>
    </form>
  )
}
