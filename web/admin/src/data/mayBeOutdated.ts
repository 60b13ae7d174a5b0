import type { Query } from "@tanstack/react-query"
import { NotFoundError } from "@trunkline/sdk"
import { keys } from "../app/queries.ts"

/**
 * What is told while it happens alone, so that nobody hears later what happened before a stream, and what is not told: that
 * somebody has another role or reaches other brands ends their stream.
 */
const unresumed = new Set<unknown>([keys.watchers("")[0], keys.session[0]])

/**
 * Whether a stream of events that begins, and tells all that has happened since this was read, leaves it in doubt: it
 * could not be read, or events that were missed are not told later. What is not there will not be there the next time, and
 * to ask again would take away that it says so, and put it back.
 */
export const mayBeOutdated = ({ queryKey, state }: Pick<Query, "queryKey" | "state">): boolean =>
  unresumed.has(queryKey[0]) || (state.status === "error" && !(state.error instanceof NotFoundError))
