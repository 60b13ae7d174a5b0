import { Context, type Effect, type Stream } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Bytes as they were stored. */
export interface Blob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** What a client may send to an address of the store's own: exactly so many bytes of this type. */
export interface DirectUpload {
  readonly tenantId: string
  /** UUID of the upload. */
  readonly id: string
  readonly contentType: string
  readonly size: number
}

/** Addresses of the store's own, for clients that send and fetch bytes without passing this server. */
export interface DirectAccess {
  /** Of every such address: pages name it in their Content-Security-Policy. */
  readonly origin: string
  /** Where the upload's bytes can be sent by PUT for so many seconds. They are nobody's file until `collect`. */
  uploadUrl(upload: DirectUpload, seconds: number): Effect.Effect<string>
  /** How many bytes arrived at the upload's address; when they are all that were announced, also the blob made of them. */
  collect(upload: DirectUpload): Effect.Effect<{ readonly received: number; readonly blob?: Blob }, DatabaseUnavailable>
  /** The key by which `remove` takes away what arrived at the upload's address. */
  uploadKey(upload: Pick<DirectUpload, "tenantId" | "id">): string
  /** Where the bytes can be fetched by GET for so many seconds, declared as the headers say. */
  downloadUrl(
    key: string,
    headers: { readonly contentType: string; readonly contentDisposition: string },
    seconds: number
  ): Effect.Effect<string>
}

/** How much room a disk has for us, and is it, in bytes. */
export interface Room {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Where file bytes and raw messages are kept: addressed by tenant and content hash, durable once `put` returns. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Keeps the bytes (fsync), for an hour unless a row names them by then (`UnclaimedBlobs`). Equal bytes of one tenant
     * are kept once. Where there is no room, the store is away or the same bytes are being removed, it fails with
     * `DatabaseUnavailable` and keeps nothing; any other failure to write is a defect. Bytes that are in memory are cheaper
     * to keep than a stream of them.
     */
    put<E = never, R = never>(
      tenantId: string,
      bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>
    ): Effect.Effect<Blob, E | DatabaseUnavailable, R>
    /** The bytes, optionally `length` of them from `offset`. A key that is not there is a defect. */
    get(key: string, range?: { readonly offset: number; readonly length: number }): Stream.Stream<Uint8Array>
    /** Takes the bytes away; a key that is not there is gone already. Whether somebody needs them, the caller knows. */
    remove(key: string): Effect.Effect<void>
    /** Absent where bytes can only come and go through this server. */
    readonly direct?: DirectAccess | undefined
    /** Whether bytes can be kept now; a defect says why not. For `/ready`. */
    readonly check: Effect.Effect<void>
    /** The disk that bytes are on; absent where there is none to fill. */
    readonly room?: Effect.Effect<Room> | undefined
  }
>()("trunkline/tickets/BlobStore") {}
