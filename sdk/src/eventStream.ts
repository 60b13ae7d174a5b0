import type { EventsListQuery } from "./generated/types.ts"
import { sentEvents } from "./sentEvents.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import type { TrunklineEvent } from "./TrunklineEvent.ts"

/** Which events a stream has, and after which one it begins; without `after`, with the next. */
export type StreamFilter = Pick<EventsListQuery, "types" | "brandId" | "brandIds" | "ticketId"> & {
  readonly after?: string | undefined
}

/**
 * Events as they happen, in the order of the feed, without end. A connection that breaks is made again after the last
 * event, so that nothing is missing and nothing comes twice. Ends when its signal is aborted; fails when the server
 * refuses, such as with `event_expired`.
 */
export async function* eventStream(
  transport: Transport,
  { after, ...query }: StreamFilter,
  options: RequestOptions
): AsyncGenerator<TrunklineEvent, void> {
  let last = after
  const call = () => ({
    path: "/v1/events/stream",
    query,
    headers: last === undefined ? {} : { "last-event-id": last }
  })
  for await (const data of sentEvents(transport, call, options)) {
    if (data === undefined) continue
    const event = data as TrunklineEvent
    last = event.id
    yield event
  }
}
