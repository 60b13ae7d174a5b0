import { useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { inTurn } from "../data/inTurn.ts"
import { patchTickets } from "../data/tickets.ts"
import { reportFailure } from "../forms/reportFailure.ts"
import { dueDay, isLate } from "../tickets/due.ts"
import { expectToast, type Toast } from "../ui/toasts.ts"
import type { ShownField } from "./FieldInput.tsx"
import { SavedField } from "./SavedField.tsx"

/** The day by which a ticket is due, edited in place. It starts no timer. */
export default function DueField({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, dueAt, id, publicId } = ticket
  const queryClient = useQueryClient()
  const change = (wanted: string | null) =>
    inTurn([id], async () => {
      const { dueAt, version } = await client.tickets.update(brandId, id, { dueAt: wanted })
      patchTickets(queryClient, new Set([id]), ({ dueAt: _, ...rest }) => ({
        ...rest,
        version,
        ...(dueAt === undefined ? {} : { dueAt })
      }))
    }).finally(() => {
      for (const queryKey of [keys.ticket(id), keys.history(id)]) void queryClient.invalidateQueries({ queryKey })
      staleLists(queryClient)
    })
  const save = async (value: unknown) => {
    const tell = expectToast()
    let saved: Toast | undefined
    try {
      await change(typeof value === "string" ? value : null)
      const run = () => void change(dueAt ?? null).catch(reportFailure)
      const text = value === undefined ? `Due date removed: ${publicId}` : `Due ${value}: ${publicId}`
      saved = { text, action: { label: "Undo", run } }
    } finally {
      tell(saved)
    }
  }
  const hint = isLate(ticket) ? { description: "This day has passed." } : {}
  return (
    <div className="mt-2">
      <SavedField key={id} field={{ ...field, ...hint }} value={dueDay(ticket)} save={save} />
    </div>
  )
}

const field: ShownField = { label: "Due", type: "date", required: false }
