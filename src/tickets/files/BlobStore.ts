import { Context, type Effect, type Stream } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Stored bytes. */
export interface Blob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** What a client may send to one of the store's own URLs: exactly so many bytes of this type. */
export interface DirectUpload {
  readonly tenantId: string
  /** UUID of the upload. */
  readonly id: string
  readonly contentType: string
  readonly size: number
}

/** The store's own URLs, for clients that send and fetch bytes without going through this server. */
export interface DirectAccess {
  /** The origin of all such URLs, which pages allow in their Content-Security-Policy. */
  readonly origin: string
  /** The URL to which the upload's bytes can be PUT for so many seconds. They belong to no file until `collect`. */
  uploadUrl(upload: DirectUpload, seconds: number): Effect.Effect<string>
  /** The number of bytes that have arrived at the upload's URL and, if all announced bytes have, the blob made from them. */
  collect(upload: DirectUpload): Effect.Effect<{ readonly received: number; readonly blob?: Blob }, DatabaseUnavailable>
  /** The key with which `remove` deletes what arrived at the upload's URL. */
  uploadKey(upload: Pick<DirectUpload, "tenantId" | "id">): string
  /** The URL from which the bytes can be fetched with GET for so many seconds, with these response headers. */
  downloadUrl(
    key: string,
    headers: { readonly contentType: string; readonly contentDisposition: string },
    seconds: number
  ): Effect.Effect<string>
}

/** Free space and size of the disk, in bytes. */
export interface Room {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Stores file bytes and raw messages, addressed by tenant and content hash. They are durable once `put` returns. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Stores the bytes (fsync), for an hour unless a row refers to them by then (`UnclaimedBlobs`). Stores equal bytes of
     * a tenant once. If there is no room, the store is unavailable or the same bytes are being removed, this fails with
     * `DatabaseUnavailable` and stores nothing; any other write error is a defect. Bytes in memory are cheaper to store
     * than a stream of them.
     */
    put<E = never, R = never>(
      tenantId: string,
      bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>
    ): Effect.Effect<Blob, E | DatabaseUnavailable, R>
    /** The bytes, or `length` of them from `offset`. Dies if the key does not exist. */
    get(key: string, range?: { readonly offset: number; readonly length: number }): Stream.Stream<Uint8Array>
    /** Deletes the bytes; succeeds if the key does not exist. The caller ensures that nothing needs them. */
    remove(key: string): Effect.Effect<void>
    /** Absent if bytes can only be transferred through this server. */
    readonly direct?: DirectAccess | undefined
    /** Whether bytes can be stored now; dies with the reason if not. For `/ready`. */
    readonly check: Effect.Effect<void>
    /** The disk that holds the bytes; absent if there is none that could fill up. */
    readonly room?: Effect.Effect<Room> | undefined
  }
>()("trunkline/tickets/BlobStore") {}
