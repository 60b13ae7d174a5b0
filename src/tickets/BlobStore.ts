import { Context, type Effect, type Stream } from "effect"

/** Bytes as they were stored. */
export interface Blob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** Where file bytes and raw messages are kept: addressed by tenant and content hash, durable once `put` returns. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Keeps the bytes (fsync). Equal bytes of one tenant are kept once. A failure to write is a defect. */
    put<E, R>(tenantId: string, bytes: Stream.Stream<Uint8Array, E, R>): Effect.Effect<Blob, E, R>
    /** The bytes, optionally `length` of them from `offset`. A key that is not there is a defect. */
    get(key: string, range?: { readonly offset: number; readonly length: number }): Stream.Stream<Uint8Array>
    /** Whether bytes can be kept now; a defect says why not. For `/ready`. */
    readonly check: Effect.Effect<void>
  }
>()("trunkline/tickets/BlobStore") {}
