import { sentEvents } from "./sentEvents.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

/** Something that the customer can see changed on one of their tickets, or the stream has just connected. */
export type PortalNews =
  | { readonly type: "connected" }
  | {
      readonly type: `${"ticket" | "comment" | "attachment"}.${string}`
      /** The ticket to read again. */
      readonly ticketId: string
    }

/**
 * Streams changes to the customer's own tickets as they happen, without end. Reconnects after interruptions and yields
 * `connected` again: then reload what you show. Ends when its signal is aborted; throws if the server refuses, for example
 * because the token has expired.
 */
export async function* portalStream(transport: Transport, options: RequestOptions): AsyncGenerator<PortalNews, void> {
  for await (const data of sentEvents(transport, () => ({ path: "/v1/portal/stream" }), options))
    yield data === undefined ? { type: "connected" } : (data as PortalNews)
}
