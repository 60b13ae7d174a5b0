import { sentEvents } from "./sentEvents.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

/** Something that the customer sees has changed on a ticket of theirs, or the connection has just been made. */
export type PortalNews =
  | { readonly type: "connected" }
  | {
      readonly type: `${"ticket" | "comment" | "attachment"}.${string}`
      /** Where to read what it is. */
      readonly ticketId: string
    }

/**
 * News of the customer's own tickets as they happen, without end. A connection that breaks is made again and says
 * `connected` once more: whoever follows then reads again what they show. Ends when its signal is aborted; fails when
 * the server refuses, such as with a token that has ended.
 */
export async function* portalStream(transport: Transport, options: RequestOptions): AsyncGenerator<PortalNews, void> {
  for await (const data of sentEvents(transport, () => ({ path: "/v1/portal/stream" }), options))
    yield data === undefined ? { type: "connected" } : (data as PortalNews)
}
