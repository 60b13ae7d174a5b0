import { Context, Effect, Layer } from "effect"

/** A provider's request as it came, its body within the limit of the route and otherwise unread. */
export interface CallbackRequest {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  /** Of the parts of the route's path that stand for something, such as `numberId`. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** By lower-case name. A header that came more than once has all its values. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly body: Uint8Array
}

export interface CallbackAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

/** A route that a channel answers itself, because its provider says what requests and answers look like. */
export interface ProviderCallback {
  readonly method: "GET" | "POST"
  /** Such as `/v1/channels/sms/:numberId/inbound`. */
  readonly path: `/v1/channels/${string}`
  /** Bytes of a body; a longer one is refused with 413 unread. */
  readonly maxBytes: number
  /** Judges by the path alone, before anything of the body is read: an answer here is the last word. */
  readonly refuse?: (params: CallbackRequest["params"]) => Effect.Effect<CallbackAnswer | undefined>
  /**
   * Verifies, keeps, answers. Anybody may have sent the request: nothing of it is believed before its signature was
   * checked. A defect is answered with 500; that the database is away, the channel answers itself, with 503.
   */
  readonly answer: (request: CallbackRequest) => Effect.Effect<CallbackAnswer>
}

/** The addresses at which providers call us. Each channel adds its own while its layer is built, before HTTP is. */
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
