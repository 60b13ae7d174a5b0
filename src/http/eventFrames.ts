import type { PortalNews } from "../domain/PortalNews.ts"
import type { DeskNews } from "../domain/Presence.ts"
import type { LoggedEvent } from "../events/EventLog.ts"
import { deskNewsView } from "./views/presenceView.ts"

/** What a stream begins with: after how many milliseconds a client comes back that was cut off. */
export const opening = "retry: 3000\n\n"

/**
 * Events as a client of server-sent events reads them (https://html.spec.whatwg.org/multipage/server-sent-events.html);
 * without events, a comment. An envelope is JSON text, which has no line end.
 */
export const frame = (events: ReadonlyArray<LoggedEvent>): string =>
  events.length === 0
    ? ping
    : events.map(({ id, payload, type }) => `id: ${id}\nevent: ${type}\ndata: ${payload}\n\n`).join("")

/** The same for a customer, who reads what changed where it changed: without ids, since nothing needs to be resumed. */
export const newsFrame = (news: ReadonlyArray<PortalNews>): string =>
  news.length === 0
    ? ping
    : news.map(({ ticketId, type }) => `event: ${type}\ndata: ${JSON.stringify({ type, ticketId })}\n\n`).join("")

/** Who has come to a ticket or gone, and that others watch it: without an id, so that a stream is resumed after its last event. */
export const deskFrame = (news: DeskNews): string => {
  const view = deskNewsView(news)
  return `event: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`
}

const ping = ": ping\n\n"
