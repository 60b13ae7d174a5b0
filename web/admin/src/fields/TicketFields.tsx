import { useQueryClient } from "@tanstack/react-query"
import type { Ticket, TicketUpdate } from "@trunkline/sdk"
import { useRef } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useFields } from "../data/brands.ts"
import { inTurn, isAwaited } from "../data/inTurn.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { reportFailure } from "../forms/reportFailure.ts"
import { toast } from "../ui/toasts.ts"
import { type FieldsChange, membersOf, wholeAfter } from "./fieldValue.ts"
import { RecordFields } from "./RecordFields.tsx"

/** The custom fields of a ticket, changed where they stand. */
export default function TicketFields({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, customFields, id } = ticket
  const queryClient = useQueryClient()
  const query = useFields(brandId)
  /** As it was when something was saved last: what is changed before that is answered is changed of it. */
  const answered = useRef(ticket)
  const update = async (change: TicketUpdate, ifMatch?: string) => {
    const current = await client.tickets.update(brandId, id, change, { ifMatch })
    answered.current = current
    queryClient.setQueryData<Ticket>(keys.ticket(id), (known) => ({ ...known, customFields: undefined, ...current }))
    void queryClient.invalidateQueries({ queryKey: keys.history(id) })
  }
  const saveNext = async (change: FieldsChange) => {
    const { customFields, version } = answered.current.version > ticket.version ? answered.current : ticket
    const isOne = "key" in change && change.kind !== "json"
    if (isOne) await update({ customFieldsPatch: { [change.key]: change.value ?? null } })
    else await update({ customFields: wholeAfter(customFields, change) }, `"${version}"`)
    const before = isOne
      ? { customFieldsPatch: { [change.key]: membersOf(customFields)?.[change.key] ?? null } }
      : { customFields: customFields ?? null }
    const undo = () => next(() => update(before))
    toast({ text: "Custom fields saved", action: { label: "Undo", run: () => void undo().catch(reportFailure) } })
  }
  const next = (act: () => Promise<void>) =>
    inTurn([id], act).finally(() => {
      // What is done to it next is shown already.
      if (!isAwaited(id)) void queryClient.invalidateQueries({ queryKey: keys.ticket(id) })
    })
  const save = (change: FieldsChange) => next(() => saveNext(change))
  return (
    <Loaded query={query}>
      {(definitions) => (
        <RecordFields
          key={id}
          definitions={definitions.ticket.filter(({ showInDetail }) => showInDetail)}
          value={customFields}
          save={save}
        />
      )}
    </Loaded>
  )
}
