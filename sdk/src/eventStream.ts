import type { TrunklineError } from "./errors.ts"
import type { EventsListQuery } from "./generated/types.ts"
import { sentEvents } from "./sentEvents.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import type { TrunklineEvent } from "./TrunklineEvent.ts"

/** A team member opened a ticket, started replying, or left. This is not an event and is not sent again. */
export interface PresenceNews {
  readonly type: "presence.changed"
  readonly brandId: string
  readonly ticketId: string
  readonly memberId: string
  readonly name: string
  readonly state: "viewing" | "replying" | "gone"
}

/** The watchers of a ticket or their notifications changed. This is not an event and is not sent again. */
export interface WatchersNews {
  readonly type: "watchers.changed"
  readonly brandId: string
  readonly ticketId: string
}

/** Which events to stream, and after which one to start. Without `after`, starts with the next event. */
export type StreamFilter = Pick<EventsListQuery, "types" | "brandId" | "brandIds" | "ticketId"> & {
  readonly after?: string | undefined
  /** Called when a member opens or leaves a ticket, or its watchers change. */
  readonly onPresence?: ((news: PresenceNews | WatchersNews) => void) | undefined
  /** Called each time the stream connects. */
  readonly onConnect?: (() => void) | undefined
  /** Called each time a connection breaks or fails, with the reason. The stream reconnects after a pause. */
  readonly onDisconnect?: ((error: TrunklineError | undefined) => void) | undefined
}

/**
 * Streams events as they happen, in the order of the feed, without end. Reconnects after the last event, so that no event
 * is missed or repeated. Ends when its signal is aborted; throws if the server refuses, for example with `event_expired`.
 */
export async function* eventStream(
  transport: Transport,
  { after, onConnect, onDisconnect, onPresence, ...query }: StreamFilter,
  options: RequestOptions
): AsyncGenerator<TrunklineEvent, void> {
  let last = after
  const call = () => ({
    path: "/v1/events/stream",
    query: onPresence === undefined ? query : { ...query, presence: true },
    headers: last === undefined ? undefined : { "last-event-id": last }
  })
  for await (const data of sentEvents(transport, call, options, onDisconnect)) {
    if (data === undefined) {
      onConnect?.()
      continue
    }
    const told = data as TrunklineEvent | PresenceNews | WatchersNews
    // Without an id, it is no event. Other news that this version does not know is ignored.
    if ("id" in told) {
      last = told.id
      yield told
    } else if (told.type === "presence.changed" || told.type === "watchers.changed") onPresence?.(told)
  }
}
