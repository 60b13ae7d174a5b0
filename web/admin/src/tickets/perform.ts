import type { QueryClient } from "@tanstack/react-query"
import type { BulkAnswer, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { patchTickets } from "../data/tickets.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"
import { type Action, after, type Catalogue, undoOf, updateOf } from "./actions.ts"
import { showBulkResult } from "./bulkResult.ts"

/** Tickets that one bulk request takes. */
const mostAtOnce = 1_000

/**
 * Does something to tickets: shown at once, then asked of the API, and taken back on those where it says no. What can be
 * undone says so. `said` is what happened, such as `Resolved`.
 */
export const perform = async (
  queryClient: QueryClient,
  tickets: ReadonlyArray<Ticket>,
  action: Action,
  said: string,
  catalogue: Catalogue = {}
): Promise<void> => {
  if (tickets.length === 0) return
  const ids = new Set(tickets.map(({ id }) => id))
  const takeBack = patchTickets(queryClient, ids, (ticket) => after(ticket, action, catalogue))
  const retry = () => void perform(queryClient, tickets, action, said, catalogue)
  try {
    const failed = await send(queryClient, tickets, action)
    if (failed.length > 0) {
      const refused = new Set(failed.map(({ ticketId }) => ticketId))
      for (const before of tickets.filter(({ id }) => refused.has(id)))
        patchTickets(queryClient, new Set([before.id]), () => before)
      showBulkResult({ said, tickets, failed })
    }
    const done = tickets.filter(({ id }) => !failed.some(({ ticketId }) => ticketId === id))
    if (done.length > 0) {
      const undo = undoFor(queryClient, done, action, catalogue)
      const [only] = done
      const which = done.length === 1 && only !== undefined ? only.publicId : `${done.length} tickets`
      toast({ text: `${said}: ${which}`, ...(undo === undefined ? {} : { action: { label: "Undo", run: undo } }) })
    }
  } catch (error) {
    takeBack()
    toast({
      text: `Not saved: ${messageOf(error)}`,
      tone: "bad",
      action: { label: "Try again", run: retry },
      requestId: requestIdOf(error)
    })
  } finally {
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: keys.history(id) })
    staleLists(queryClient)
  }
}

type Failures = BulkAnswer["results"]

/** Asks the API; what it refused of many. What it refuses of one is thrown. Begins with its request. */
export const send = async (
  queryClient: QueryClient,
  tickets: ReadonlyArray<Ticket>,
  action: Action
): Promise<Failures> => {
  const [only] = tickets
  if (only !== undefined && tickets.length === 1) {
    const current = await sendOne(only, action)
    queryClient.setQueryData<Ticket>(keys.ticket(only.id), (known) => ({ ...known, ...current }))
    return []
  }
  const failures: Array<Failures[number]> = []
  for (const [brandId, ofBrand] of Map.groupBy(tickets, (ticket) => ticket.brandId))
    for (let from = 0; from < ofBrand.length; from += mostAtOnce) {
      const ticketIds = ofBrand.slice(from, from + mostAtOnce).map(({ id }) => id)
      const { results } = await client.tickets.bulk(brandId, { ...action, ticketIds })
      failures.push(...results.filter(({ success }) => !success))
    }
  return failures
}

const sendOne = ({ brandId, id }: Ticket, action: Action): Promise<Ticket> => {
  const update = updateOf(action)
  if (update !== undefined) return client.tickets.update(brandId, id, update)
  switch (action.action) {
    case "spam":
    case "notSpam":
      return client.tickets.markSpam(brandId, id, { isSpam: action.action === "spam" })
    case "delete":
      return client.tickets.delete(brandId, id)
    case "restore":
      return client.tickets.restore(brandId, id)
    default:
      throw new Error(`${action.action} is no action for one ticket`)
  }
}

/** Takes the action back: at once for all tickets that were alike before. */
const undoFor = (queryClient: QueryClient, tickets: ReadonlyArray<Ticket>, action: Action, catalogue: Catalogue) => {
  const alike = Map.groupBy(tickets, (ticket) => JSON.stringify(undoOf(ticket, action)))
  if (alike.has(undefined as never)) return undefined
  return () => {
    for (const same of alike.values()) {
      const [first] = same
      const undo = first && undoOf(first, action)
      if (undo === undefined) continue
      const done = same.map((ticket) => after(ticket, action, catalogue))
      void perform(queryClient, done, undo, "Undone", catalogue)
    }
  }
}
