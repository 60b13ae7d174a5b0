import type { QueryClient } from "@tanstack/react-query"
import type { BulkAnswer, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { inTurn, isAwaited } from "../data/inTurn.ts"
import { expectTickets } from "../data/tickets.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { expectToast } from "../ui/toasts.ts"
import { type Action, after, type Catalogue, undoOf, updateOf } from "./actions.ts"
import { showBulkResult } from "./bulkResult.ts"

/** Tickets that one bulk request takes. */
const mostAtOnce = 1_000
/** What cannot be said as the change of one ticket. */
const bulkAlone: ReadonlyArray<Action["action"]> = ["addTags", "removeTags"]

/**
 * Does something to tickets: shown at once, then asked of the API, once what was done to them before is over, and taken back
 * on those where it says no. What can be undone says so. `said` is what happened, such as `Resolved`.
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
  const tell = expectToast()
  // What is on its way tells how a ticket was before.
  for (const id of ids) void queryClient.cancelQueries({ queryKey: keys.ticket(id) })
  const takeBack = expectTickets(queryClient, tickets, (ticket) => after(ticket, action, catalogue))
  try {
    const failed = await inTurn([...ids], () => send(tickets, action))
    if (failed.length > 0) {
      takeBack(new Set(failed.map(({ ticketId }) => ticketId)))
      showBulkResult({ said, tickets, failed })
    }
    const done = tickets.filter(({ id }) => !failed.some(({ ticketId }) => ticketId === id))
    const [only] = done
    const which = done.length === 1 ? only?.publicId : `${done.length} tickets`
    const run = undoFor(queryClient, done, action, catalogue)
    tell(only && { text: `${said}: ${which}`, ...(run && { action: { label: "Undo", run } }) })
  } catch (error) {
    takeBack(ids)
    tell({
      text: `Not saved: ${messageOf(error)}`,
      tone: "bad",
      action: { label: "Try again", run: () => void perform(queryClient, tickets, action, said, catalogue) },
      requestId: requestIdOf(error)
    })
  } finally {
    // What is done to it next is shown already.
    for (const id of ids)
      if (!isAwaited(id))
        for (const queryKey of [keys.ticket(id), keys.history(id)]) void queryClient.invalidateQueries({ queryKey })
    staleLists(queryClient)
  }
}

type Failures = BulkAnswer["results"]

/**
 * Asks the API; what it refused of many. What it refuses of one is thrown, and why it was not reached for any of many. Begins
 * with its request.
 */
export const send = async (tickets: ReadonlyArray<Ticket>, action: Action): Promise<Failures> => {
  const [only] = tickets
  if (only !== undefined && tickets.length === 1 && !bulkAlone.includes(action.action)) {
    await sendOne(only, action)
    return []
  }
  const failures: Array<Failures[number]> = []
  const thrown: Array<unknown> = []
  for (const [brandId, ofBrand] of Map.groupBy(tickets, (ticket) => ticket.brandId))
    for (let from = 0; from < ofBrand.length; from += mostAtOnce) {
      const ticketIds = ofBrand.slice(from, from + mostAtOnce).map(({ id }) => id)
      try {
        const { results } = await client.tickets.bulk(brandId, { ...action, ticketIds })
        failures.push(...results.filter(({ success }) => !success))
      } catch (error) {
        thrown.push(error)
        const message = messageOf(error)
        failures.push(...ticketIds.map((ticketId) => ({ ticketId, success: false, message })))
      }
    }
  const [first] = thrown
  if (first !== undefined && failures.length === tickets.length) throw first
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
