import { useQueryClient } from "@tanstack/react-query"
import type { Ticket, TicketUpdate } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useFields } from "../data/brands.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { reportFailure } from "../forms/reportFailure.ts"
import { toast } from "../ui/toasts.ts"
import { type FieldsChange, membersOf, wholeAfter } from "./fieldValue.ts"
import { RecordFields } from "./RecordFields.tsx"

/** The custom fields of a ticket, changed where they stand. */
export default function TicketFields({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, customFields, id, version } = ticket
  const queryClient = useQueryClient()
  const query = useFields(brandId)
  const update = async (change: TicketUpdate, ifMatch?: string) => {
    const current = await client.tickets.update(brandId, id, change, { ifMatch })
    queryClient.setQueryData<Ticket>(keys.ticket(id), (known) => ({ ...known, customFields: undefined, ...current }))
    void queryClient.invalidateQueries({ queryKey: keys.history(id) })
  }
  const save = async (change: FieldsChange) => {
    const isOne = "key" in change && change.kind !== "json"
    if (isOne) await update({ customFieldsPatch: { [change.key]: change.value ?? null } })
    else await update({ customFields: wholeAfter(customFields, change) }, `"${version}"`)
    const before = isOne
      ? { customFieldsPatch: { [change.key]: membersOf(customFields)?.[change.key] ?? null } }
      : { customFields: customFields ?? null }
    toast({
      text: "Custom fields saved",
      action: { label: "Undo", run: () => void update(before).catch(reportFailure) }
    })
  }
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
