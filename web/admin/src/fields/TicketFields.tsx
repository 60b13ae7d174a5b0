import { useQueryClient } from "@tanstack/react-query"
import type { Ticket, TicketUpdate } from "@trunkline/sdk"
import { useRef } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useFields } from "../data/brands.ts"
import { inTurn } from "../data/inTurn.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { reportFailure } from "../forms/reportFailure.ts"
import { type RecordWays, saveOnto } from "../forms/saveOnto.ts"
import { isSame } from "../forms/useDraft.ts"
import { expectToast, type Toast } from "../ui/toasts.ts"
import { type FieldsChange, fieldsUndoOf, partOf, wholeAfter } from "./fieldValue.ts"
import { RecordFields } from "./RecordFields.tsx"

/** The custom fields of a ticket, edited in place. */
export default function TicketFields({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, customFields, id } = ticket
  const queryClient = useQueryClient()
  const query = useFields(brandId)
  /** The ticket as it was last saved: changes made before `ticket` is updated are based on this version. */
  const answered = useRef(ticket)
  const ways: RecordWays<Ticket, TicketUpdate> = {
    read: () => client.tickets.get(brandId, id, { deleted: "include" }),
    update: (_, change, options) => client.tickets.update(brandId, id, change, options),
    put: (current) => {
      answered.current = current
      const { customFields, version } = current
      // Other properties may have pending changes, which are already shown.
      queryClient.setQueryData<Ticket>(keys.ticket(id), (known) => known && { ...known, customFields, version })
    }
  }
  /** Changes the fields after earlier changes of the ticket. Returns the change that undoes it. */
  const change = (changed: FieldsChange) =>
    inTurn([id], async () => {
      const known = answered.current.version > ticket.version ? answered.current : ticket
      if ("key" in changed && changed.kind !== "json")
        ways.put(await ways.update(known, { customFieldsPatch: { [changed.key]: changed.value ?? null } }, {}))
      else
        await saveOnto(
          ways,
          known,
          (current) => ({ customFields: wholeAfter(current.customFields, changed) }),
          (current) => isSame(partOf(current.customFields, changed), partOf(known.customFields, changed))
        )
      return fieldsUndoOf(known.customFields, changed)
    }).finally(() => {
      for (const queryKey of [keys.ticket(id), keys.history(id)]) void queryClient.invalidateQueries({ queryKey })
    })
  const save = async (changed: FieldsChange) => {
    const tell = expectToast()
    let saved: Toast | undefined
    try {
      const undo = await change(changed)
      const run = () => void change(undo).catch(reportFailure)
      saved = { text: "Custom fields saved", action: { label: "Undo", run } }
    } finally {
      tell(saved)
    }
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
