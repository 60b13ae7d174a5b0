import type { TrunklineError } from "./errors.ts"
import type { EventsListQuery } from "./generated/types.ts"
import { sentEvents } from "./sentEvents.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import type { TrunklineEvent } from "./TrunklineEvent.ts"

/** That a member of the team has come to a ticket, answers it, or has gone. It is no event, and not told twice. */
export interface PresenceNews {
  readonly type: "presence.changed"
  readonly brandId: string
  readonly ticketId: string
  readonly memberId: string
  readonly name: string
  readonly state: "viewing" | "replying" | "gone"
}

/** That others watch a ticket, or are told of something else. It is no event, and not told twice. */
export interface WatchersNews {
  readonly type: "watchers.changed"
  readonly brandId: string
  readonly ticketId: string
}

/** Which events a stream has, and after which one it begins; without `after`, with the next. */
export type StreamFilter = Pick<EventsListQuery, "types" | "brandId" | "brandIds" | "ticketId"> & {
  readonly after?: string | undefined
  /** Also hears who comes to tickets and goes, and that others watch them. */
  readonly onPresence?: ((news: PresenceNews | WatchersNews) => void) | undefined
  /** Hears each time that a connection has been made. */
  readonly onConnect?: (() => void) | undefined
  /** Hears each time that a connection has broken or could not be made, and why; another is tried after a pause. */
  readonly onDisconnect?: ((error: TrunklineError | undefined) => void) | undefined
}

/**
 * Events as they happen, in the order of the feed, without end. A connection that breaks is made again after the last
 * event, so that nothing is missing and nothing comes twice. Ends when its signal is aborted; fails when the server
 * refuses, such as with `event_expired`.
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
    // What has no id is no event; of news that this version does not know nobody has asked to hear.
    if ("id" in told) {
      last = told.id
      yield told
    } else if (told.type === "presence.changed" || told.type === "watchers.changed") onPresence?.(told)
  }
}
