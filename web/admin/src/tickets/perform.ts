import type { QueryClient } from "@tanstack/react-query"
import type { BulkAnswer, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { inTurn } from "../data/inTurn.ts"
import { expectTickets } from "../data/tickets.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { expectToast } from "../ui/toasts.ts"
import { type Action, after, type Catalogue, undoOf, updateOf } from "./actions.ts"
import { showBulkResult } from "./bulkResult.ts"

/** The most tickets in one bulk request. */
const mostAtOnce = 1_000
/** Actions that only the bulk operation has. */
const bulkAlone: ReadonlyArray<Action["action"]> = ["addTags", "removeTags"]

/**
 * Performs actions on tickets, in order: shown at once, sent after earlier actions on the same tickets, and reverted for those
 * that the API refuses. A notice offers to undo it if that is possible. `said` is the notice's text, such as `Resolved`.
 */
export const perform = async (
  queryClient: QueryClient,
  tickets: ReadonlyArray<Ticket>,
  actions: ReadonlyArray<Action>,
  said: string,
  catalogue: Catalogue = {}
): Promise<void> => {
  if (tickets.length === 0) return
  const ids = new Set(tickets.map(({ id }) => id))
  const tell = expectToast()
  // A read in progress would bring back the old state.
  for (const id of ids) void queryClient.cancelQueries({ queryKey: keys.ticket(id) })
  const takeBack = expectTickets(queryClient, tickets, (ticket) => afterAll(ticket, actions, catalogue))
  try {
    const failed = await inTurn([...ids], () => send(tickets, actions))
    takeBack(new Set(failed.map(({ ticketId }) => ticketId)))
    if (failed.length > 0) showBulkResult({ said, tickets, failed })
    const done = tickets.filter(({ id }) => !failed.some(({ ticketId }) => ticketId === id))
    const [only] = done
    const which = done.length === 1 ? only?.publicId : `${done.length} tickets`
    const run = undoFor(queryClient, done, actions, catalogue)
    tell(only && { text: `${said}: ${which}`, ...(run && { action: { label: "Undo", run } }) })
  } catch (error) {
    takeBack(ids)
    tell({
      text: `Not saved: ${messageOf(error)}`,
      tone: "bad",
      action: { label: "Try again", run: () => void perform(queryClient, tickets, actions, said, catalogue) },
      requestId: requestIdOf(error)
    })
  } finally {
    for (const id of ids)
      for (const queryKey of [keys.ticket(id), keys.history(id)]) void queryClient.invalidateQueries({ queryKey })
    staleLists(queryClient)
  }
}

type Failure = BulkAnswer["results"][number]

/**
 * Sends the actions. For a single ticket, an error is thrown. For many, it returns the tickets that failed, on which no further
 * actions are taken, and throws only if no request reached the API. Begins with its request.
 */
export const send = async (
  tickets: ReadonlyArray<Ticket>,
  actions: ReadonlyArray<Action>
): Promise<ReadonlyArray<Failure>> => {
  const [only] = tickets
  if (only !== undefined && tickets.length === 1 && !actions.some(({ action }) => bulkAlone.includes(action))) {
    for (const action of actions) await sendOne(only, action)
    return []
  }
  /** By ticket id. */
  const failures = new Map<string, Failure>()
  let thrown: { readonly error: unknown } | undefined
  let isReached = false
  for (const [brandId, ofBrand] of Map.groupBy(tickets, (ticket) => ticket.brandId))
    for (let from = 0; from < ofBrand.length; from += mostAtOnce) {
      const chunk = ofBrand.slice(from, from + mostAtOnce).map(({ id }) => id)
      for (const [at, action] of actions.entries()) {
        const ticketIds = chunk.filter((id) => !failures.has(id))
        if (ticketIds.length === 0) break
        const refuse = (ticketId: string, why = "") => {
          const message = at === 0 ? why : `Partly done: ${why}`
          failures.set(ticketId, { ticketId, success: false, message })
        }
        try {
          const { results } = await client.tickets.bulk(brandId, { ...action, ticketIds })
          isReached = true
          for (const { code, message, success, ticketId } of results) if (!success) refuse(ticketId, message ?? code)
        } catch (error) {
          thrown = { error }
          for (const id of ticketIds) refuse(id, messageOf(error))
        }
      }
    }
  if (!isReached && thrown) throw thrown.error
  return [...failures.values()]
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

const afterAll = (ticket: Ticket, actions: ReadonlyArray<Action>, catalogue: Catalogue) =>
  actions.reduce((one, action) => after(one, action, catalogue), ticket)

/** Undoes the actions, in one request for all tickets that were alike before. */
const undoFor = (
  queryClient: QueryClient,
  tickets: ReadonlyArray<Ticket>,
  actions: ReadonlyArray<Action>,
  catalogue: Catalogue
) => {
  const undoing = (ticket: Ticket) => actions.flatMap((action) => undoOf(ticket, action) ?? [])
  if (tickets.some((ticket) => undoing(ticket).length < actions.length)) return undefined
  return () => {
    for (const same of Map.groupBy(tickets, (ticket) => JSON.stringify(undoing(ticket))).values()) {
      const [first] = same
      if (first === undefined) continue
      const done = same.map((ticket) => afterAll(ticket, actions, catalogue))
      void perform(queryClient, done, undoing(first), "Undone", catalogue)
    }
  }
}
