import { type PortalResources, portalRoutes } from "./generated/resources.ts"
import type { PortalAttachment } from "./generated/types.ts"
import { type PortalNews, portalStream } from "./portalStream.ts"
import { resource } from "./resources.ts"
import { type RequestOptions, Transport, type TransportOptions } from "./Transport.ts"
import { sendFile, type Upload } from "./uploads.ts"

export * from "./errors.ts"
export type { PortalResources } from "./generated/resources.ts"
export type * from "./generated/types.ts"
export type { Answer, Decoded, List, Page, Pages } from "./pages.ts"
export type { PortalNews } from "./portalStream.ts"
export type { Attempt, RequestOptions, TransportOptions } from "./Transport.ts"
export type { Upload } from "./uploads.ts"

export interface TrunklinePortalOptions extends TransportOptions {
  /** `pt_…`, or what gets one: called for each request. Signing in needs none. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
}

interface PortalExtras {
  readonly attachments: {
    /** Sends a file to a ticket, or, without one, for a ticket or comment that is still to come. */
    send(file: Upload & { readonly ticketId?: string | undefined }, options?: RequestOptions): Promise<PortalAttachment>
    /** The bytes of a file: an answer whose body is still to be read. */
    download(ticketId: string, attachmentId: string, options?: RequestOptions): Promise<Response>
  }
  /** What changes on the customer's tickets, as it happens: `for await (const news of portal.stream())`. */
  stream(options?: RequestOptions): AsyncIterable<PortalNews>
}

type With<A, B> = { [Name in keyof A]: Name extends keyof B ? A[Name] & B[Name] : A[Name] } & Omit<B, keyof A>

/** What one customer can do. */
export interface TrunklinePortal extends With<PortalResources, PortalExtras> {}

/**
 * The API of a Trunkline server for one of a brand's customers: their tickets, and nobody else's.
 *
 * ```ts
 * const portal = new TrunklinePortal({ baseUrl: "https://desk.example", token: "pt_…" })
 * for await (const ticket of portal.tickets.list()) console.log(ticket.ticketNumber, ticket.title)
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes what the interface declares
export class TrunklinePortal {
  constructor({ token, ...options }: TrunklinePortalOptions) {
    const transport = new Transport(options, typeof token === "function" ? token : () => token)
    const resources = Object.fromEntries(
      Object.entries(portalRoutes).map(([name, own]) => [name, resource(transport, own)])
    ) as unknown as PortalResources
    const { attachments } = resources
    const extras: PortalExtras["attachments"] = {
      send: ({ ticketId, ...file }, options) =>
        sendFile(
          transport,
          file,
          ticketId === undefined
            ? {
                announce: (announced, options) => attachments.initiatePending(announced, options),
                confirm: (id, options) => attachments.confirmPending(id, options)
              }
            : {
                announce: (announced, options) => attachments.initiate(ticketId, announced, options),
                confirm: (id, options) => attachments.confirm(ticketId, id, options)
              },
          options
        ),
      download: async (ticketId, attachmentId, options) => {
        const { downloadUrl } = await attachments.get(ticketId, attachmentId, options)
        return transport.send({ method: "GET", path: downloadUrl, options: { timeout: 0, ...options } })
      }
    }
    const stream: PortalExtras["stream"] = (options = {}) => portalStream(transport, options)
    Object.assign(this, resources, { stream })
    Object.assign(attachments, extras)
  }
}
