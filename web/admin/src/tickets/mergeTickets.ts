import type { QueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { type Option, pickOne } from "../app/picks.ts"
import { keys } from "../app/queries.ts"
import { toast } from "../ui/toasts.ts"

/** The most tickets to offer. */
const most = 20

/** Merges tickets into a chosen one, which may be one of them. Asks for confirmation, since it cannot be undone. */
export const mergeTickets = async (queryClient: QueryClient, tickets: ReadonlyArray<Ticket>) => {
  const [first] = tickets
  if (first === undefined) return
  const { brandId } = first
  const known = new Map<string, Ticket>()
  const targetId = await pickOne({
    title: `Merge ${called(tickets)} into…`,
    placeholder: `Merge ${called(tickets)} into: number, title or customer`,
    options: async (text) => {
      const found = await candidates(tickets, text.trim())
      for (const ticket of found) known.set(ticket.id, ticket)
      return found.map(optionOf)
    }
  })
  const target = known.get(targetId ?? "")
  if (target === undefined) return
  const sources = tickets.filter(({ id }) => id !== target.id)
  const answer = await pickOne({
    title: `Merge ${called(sources)} into ${target.publicId}? This cannot be undone${
      sources.every(({ customerId }) => customerId === target.customerId)
        ? ""
        : `, and ${target.customerEmail} will be able to read what others wrote`
    }`,
    options: [
      { id: "merge", label: `Merge ${called(sources)} into ${target.publicId}`, hint: target.title },
      { id: "leave", label: "Cancel" }
    ]
  })
  if (answer !== "merge") return
  const sourceTicketIds = sources.map(({ id }) => id)
  const merged = await client.tickets.merge(brandId, target.id, { sourceTicketIds })
  for (const id of [...sourceTicketIds, target.id]) await queryClient.invalidateQueries({ queryKey: keys.ticket(id) })
  for (const key of [keys.comments(target.id), keys.tickets, keys.stats])
    await queryClient.invalidateQueries({ queryKey: key })
  toast({ text: `Merged ${called(sources)} into ${merged.publicId}` })
}

const called = (tickets: ReadonlyArray<Ticket>) =>
  tickets.length === 1 ? (tickets[0]?.publicId ?? "") : `${tickets.length} tickets`

/** The possible targets. Without a search: first the tickets themselves, then others of the same customer, then the latest. */
const candidates = async (tickets: ReadonlyArray<Ticket>, search: string): Promise<ReadonlyArray<Ticket>> => {
  const [first] = tickets
  if (first === undefined) return []
  const list = async (filter: { readonly search?: string; readonly customerId?: string }) =>
    (await client.tickets.list(first.brandId, { ...filter, limit: most, sort: "updatedAt" })).data
  if (search !== "") return without(tickets.length === 1 ? tickets : [], await list({ search }))
  const others = await Promise.all([list({ customerId: first.customerId }), list({})])
  const among = tickets.length === 1 ? [] : tickets
  return [...among, ...without(tickets, [...new Map(others.flat().map((one) => [one.id, one])).values()])].slice(
    0,
    most
  )
}

const without = (these: ReadonlyArray<Ticket>, tickets: ReadonlyArray<Ticket>) =>
  tickets.filter(({ id }) => these.every((one) => one.id !== id))

const optionOf = ({ customerEmail, id, publicId, title }: Ticket): Option => ({
  id,
  label: `${publicId} ${title}`,
  hint: customerEmail
})
