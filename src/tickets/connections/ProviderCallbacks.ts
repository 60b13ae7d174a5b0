import { Context, Effect, Layer } from "effect"

/** A provider's request as received. Its body is within the route's limit and not yet parsed. */
export interface CallbackRequest {
  readonly method: string
  /** Path and query, exactly as sent. */
  readonly target: string
  /** The parameters in the route's path, such as `numberId`. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** By lower-case name. A repeated header has all its values. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly body: Uint8Array
}

export interface CallbackAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

/** A route that a channel serves itself, because its provider defines the requests and responses. */
export interface ProviderCallback {
  readonly method: "GET" | "POST"
  /** For example `/v1/channels/sms/:numberId/inbound`. */
  readonly path: `/v1/channels/${string}`
  /** Maximum size of a body in bytes; a larger one is refused with 413 without being read. */
  readonly maxBytes: number
  /** Decides by the path alone, before the body is read. A response here is final. */
  readonly refuse?: (params: CallbackRequest["params"]) => Effect.Effect<CallbackAnswer | undefined>
  /**
   * Verifies, stores and responds. Anybody may have sent the request, so nothing in it can be trusted before its
   * signature is verified. A defect becomes a 500. The channel itself responds with 503 while the database is
   * unavailable.
   */
  readonly answer: (request: CallbackRequest) => Effect.Effect<CallbackAnswer>
}

/** The routes that providers call. Each channel adds its own while its layer is built, before the HTTP server's. */
export class ProviderCallbacks extends Context.Service<
  ProviderCallbacks,
  {
    readonly add: (callback: ProviderCallback) => Effect.Effect<void>
    readonly all: Effect.Effect<ReadonlyArray<ProviderCallback>>
  }
>()("trunkline/tickets/ProviderCallbacks") {
  static readonly layer = Layer.sync(ProviderCallbacks, () => {
    const callbacks: Array<ProviderCallback> = []
    return ProviderCallbacks.of({
      add: (callback) => Effect.sync(() => void callbacks.push(callback)),
      all: Effect.sync(() => [...callbacks])
    })
  })
}
