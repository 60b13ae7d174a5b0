import { eventStream, type StreamFilter } from "./eventStream.ts"
import { type Resources, routes } from "./generated/resources.ts"
import type { Attachment } from "./generated/types.ts"
import { resource } from "./resources.ts"
import { type RequestOptions, Transport, type TransportOptions } from "./Transport.ts"
import type { TrunklineEvent } from "./TrunklineEvent.ts"
import { sendFile, type Upload } from "./uploads.ts"

export * from "./errors.ts"
export type { PresenceNews, StreamFilter, WatchersNews } from "./eventStream.ts"
export type { Resources } from "./generated/resources.ts"
export type * from "./generated/types.ts"
export type { Answer, Decoded, List, Page, Pages } from "./pages.ts"
export { TrunklinePortal, type TrunklinePortalOptions } from "./portal.ts"
export type { Attempt, RequestOptions, TransportOptions } from "./Transport.ts"
export type * from "./TrunklineEvent.ts"
export type { Upload } from "./uploads.ts"
export * as webhooks from "./webhooks.ts"

/** How to call the API: with an API key, or with a member's session. */
export interface TrunklineOptions extends TransportOptions {
  /** `sk_live_…` or `sk_test_…`. */
  readonly apiKey?: string | undefined
  /** A member's session token, as returned by signing in. In a browser, the session cookie is enough. */
  readonly sessionToken?: string | undefined
  /** The mode of a session. An API key has only one mode. */
  readonly mode?: "live" | "test" | undefined
}

/** Methods that make more than one request. */
export interface Extras {
  readonly attachments: {
    /** Uploads a file to a ticket or one of its comments. Without either, uploads a pending attachment. */
    send(
      brandId: string,
      file: Upload & { readonly ticketId?: string | undefined; readonly commentId?: string | undefined },
      options?: RequestOptions
    ): Promise<Attachment>
    /** Downloads a file. Read the body of the response to get its bytes. */
    download(brandId: string, ticketId: string, attachmentId: string, options?: RequestOptions): Promise<Response>
  }
  readonly events: {
    /** Streams events as they happen and resumes after interruptions: `for await (const event of client.events.stream())`. */
    stream(filter?: StreamFilter, options?: RequestOptions): AsyncIterable<TrunklineEvent>
  }
}

type With<A, B> = { [Name in keyof A]: Name extends keyof B ? A[Name] & B[Name] : A[Name] }

/** Every resource of the API. */
export interface Trunkline extends With<Resources, Extras> {}

/**
 * A client for the API of a Trunkline server, for programs and agents. Each method takes the ids in its path as separate
 * arguments, followed by the other input, or everything in one object:
 *
 * ```ts
 * const client = new Trunkline({ baseUrl: "https://desk.example", apiKey: "sk_live_…" })
 * await client.tickets.create({ brandId, title: "Late order", customerEmail: "ines@north.example" })
 * await client.tickets.get(brandId, ticketId)
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes what the interface declares
export class Trunkline {
  constructor({ apiKey, mode, sessionToken, ...options }: TrunklineOptions) {
    const headers = mode === undefined ? options.headers : { "trunkline-mode": mode, ...options.headers }
    const transport = new Transport({ ...options, headers }, () => apiKey ?? sessionToken)
    const resources = Object.fromEntries(
      Object.entries(routes).map(([name, own]) => [name, resource(transport, own)])
    ) as unknown as Resources
    const extras: Extras = {
      attachments: {
        send: (brandId, { commentId, ticketId, ...file }, options) => {
          const { attachments } = resources
          return sendFile(
            transport,
            file,
            ticketId === undefined
              ? {
                  announce: (announced, options) => attachments.initiatePending(brandId, announced, options),
                  confirm: (id, options) => attachments.confirmPending(brandId, id, options)
                }
              : {
                  announce: (announced, options) =>
                    attachments.initiate(
                      brandId,
                      ticketId,
                      { ...announced, ...(commentId === undefined ? {} : { commentId }) },
                      options
                    ),
                  confirm: (id, options) => attachments.confirm(brandId, ticketId, id, options)
                },
            options
          )
        },
        download: async (brandId, ticketId, attachmentId, options) => {
          const link = await resources.attachments.get(brandId, ticketId, attachmentId, options)
          return transport.send({ method: "GET", path: link.downloadUrl, options: { timeout: 0, ...options } })
        }
      },
      events: { stream: (filter = {}, options = {}) => eventStream(transport, filter, options) }
    }
    Object.assign(this, resources)
    Object.assign(resources.attachments, extras.attachments)
    Object.assign(resources.events, extras.events)
  }
}
