import type { Query } from "@tanstack/react-query"
import { NotFoundError } from "@trunkline/sdk"
import { keys } from "../app/queries.ts"

/**
 * Queries whose changes the stream does not replay. Watchers are sent only live, so that nobody receives later what happened
 * before a stream. Sessions are not sent at all: a change of role or brands ends the member's stream instead.
 */
const unresumed = new Set<unknown>([keys.watchers("")[0], keys.session[0]])

/**
 * Whether a query may be out of date when an event stream starts that replays everything since the query was read: it failed,
 * or its changes are not replayed. A record that was not found stays so; to read it again would hide the error and then show it
 * again.
 */
export const mayBeOutdated = ({ queryKey, state }: Pick<Query, "queryKey" | "state">): boolean =>
  unresumed.has(queryKey[0]) || (state.status === "error" && !(state.error instanceof NotFoundError))
