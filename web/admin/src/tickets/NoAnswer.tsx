import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useBrands } from "../data/brands.ts"

/** Stands where one answers, on tickets that take no answer: says why, and where it goes on. */
export function NoAnswer({ ticket }: { readonly ticket: Ticket }) {
  return (
    <p className="border-t-2 border-line p-4 text-center text-soft">
      {ticket.mergedIntoId === undefined ? (
        "This ticket is in the trash: restore it to read all of it and to answer."
      ) : (
        <>
          This ticket goes on in <MergedInto ticket={ticket} targetId={ticket.mergedIntoId} />.
        </>
      )}
    </p>
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
  if (target === undefined || brand === undefined) return "another one"
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
