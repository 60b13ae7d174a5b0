import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useSession } from "../app/session.ts"
import { useBrands } from "../data/brands.ts"
import { CopyButton } from "../ui/CopyButton.tsx"
import { Field, TextArea } from "../ui/Field.tsx"
import { draftOf } from "./drafts.ts"

/**
 * Takes the composer's place on tickets that accept no replies: says why, where the conversation continues, and what was
 * written.
 */
export function NoAnswer({ ticket }: { readonly ticket: Ticket }) {
  return (
    <div className="border-t-2 border-line p-4 text-soft">
      <p className="text-center">
        {ticket.mergedIntoId === undefined ? (
          "This ticket is in the trash. Restore it to read all of it and to reply."
        ) : (
          <>
            This ticket continues in <MergedInto ticket={ticket} targetId={ticket.mergedIntoId} />.
          </>
        )}
      </p>
      <Unsent ticketId={ticket.id} />
    </div>
  )
}

/** An unsent draft that somebody can take along from a ticket that no longer accepts replies. */
function Unsent({ ticketId }: { readonly ticketId: string }) {
  const { member } = useSession()
  const { body } = draftOf({ id: ticketId, memberId: member.id })
  if (body.trim() === "") return undefined
  return (
    <div className="mx-auto mt-3 flex max-w-3xl items-end gap-2">
      <Field label="Your unsent text" className="flex-1">
        <TextArea readOnly rows={3} value={body} />
      </Field>
      <CopyButton text={body} label="Copy unsent text" />
    </div>
  )
}

function MergedInto({ ticket, targetId }: { readonly ticket: Ticket; readonly targetId: string }) {
  const queryClient = useQueryClient()
  const brand = useBrands().data?.find(({ id }) => id === ticket.brandId)
  const target = useQuery({
    queryKey: keys.ticket(targetId),
    queryFn: ({ signal }) => client.tickets.get(ticket.brandId, targetId, { deleted: "include" }, { signal }),
    initialData: () => queryClient.getQueryData<Ticket>(keys.ticket(targetId))
  }).data
  if (target === undefined || brand === undefined) return "another ticket"
  return (
    <Link
      to="/b/$brand/t/$number"
      params={{ brand: brand.slug, number: String(target.ticketNumber) }}
      className="text-accent underline"
    >
      {target.publicId}
    </Link>
  )
}
