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
  /** `pt_…`, or a function that returns one, called for each request. Not needed for signing in. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
}

interface PortalExtras {
  readonly attachments: {
    /** Uploads a file to a ticket. Without one, uploads a pending attachment. */
    send(file: Upload & { readonly ticketId?: string | undefined }, options?: RequestOptions): Promise<PortalAttachment>
    /** Downloads a file. Read the body of the response to get its bytes. */
    download(ticketId: string, attachmentId: string, options?: RequestOptions): Promise<Response>
  }
  /** Streams changes to the customer's tickets as they happen: `for await (const news of portal.stream())`. */
  stream(options?: RequestOptions): AsyncIterable<PortalNews>
}

type With<A, B> = { [Name in keyof A]: Name extends keyof B ? A[Name] & B[Name] : A[Name] } & Omit<B, keyof A>

/** Everything that one customer can do. */
export interface TrunklinePortal extends With<PortalResources, PortalExtras> {}

/**
 * A client for the API of a Trunkline server, for one customer of a brand and their own tickets.
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
