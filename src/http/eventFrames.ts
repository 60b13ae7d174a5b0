import type { PortalNews } from "../domain/PortalNews.ts"
import type { DeskNews } from "../domain/Presence.ts"
import type { LoggedEvent } from "../events/EventLog.ts"
import { deskNewsView } from "./views/presenceView.ts"

/** The start of a stream: milliseconds after which a disconnected client reconnects. */
export const opening = "retry: 3000\n\n"

/**
 * Events as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), or a comment if there are
 * none. An envelope is JSON text, which contains no line breaks.
 */
export const frame = (events: ReadonlyArray<LoggedEvent>): string =>
  events.length === 0
    ? ping
    : events.map(({ id, payload, type }) => `id: ${id}\nevent: ${type}\ndata: ${payload}\n\n`).join("")

/** The same for a customer: what changed and where, without ids, since there is nothing to resume. */
export const newsFrame = (news: ReadonlyArray<PortalNews>): string =>
  news.length === 0
    ? ping
    : news.map(({ ticketId, type }) => `event: ${type}\ndata: ${JSON.stringify({ type, ticketId })}\n\n`).join("")

/** Who opened or left a ticket, and changes of its watchers. Without an id, so that a stream resumes after its last event. */
export const deskFrame = (news: DeskNews): string => {
  const view = deskNewsView(news)
  return `event: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`
}

const ping = ": ping\n\n"
