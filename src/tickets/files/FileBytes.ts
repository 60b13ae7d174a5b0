import { Context, Effect, Layer, Option, type Stream } from "effect"
import { type Attachment, withheld } from "../../domain/Attachment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import { AttachmentNotUploaded, InvalidState, NotFound } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { AttachmentStore } from "./AttachmentStore.ts"
import { BlobStore } from "./BlobStore.ts"
import { MalwareScanner } from "./MalwareScanner.ts"

/** Transfers the bytes of files at signed URLs. The URL identifies the file, and there is no authenticated caller. */
export class FileBytes extends Context.Service<
  FileBytes,
  {
    /** The pending file to which an upload URL belongs. */
    awaited(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Attachment, NotFound | InvalidState | DatabaseUnavailable>

    /** Stores the bytes of a pending file, replacing earlier ones. */
    receive<E, R>(
      tenant: Pick<Tenant, "id">,
      file: Attachment,
      bytes: Stream.Stream<Uint8Array, E, R>
    ): Effect.Effect<void, E | NotFound | InvalidState | AttachmentNotUploaded | DatabaseUnavailable, R>

    /**
     * The uploaded file to which a download URL belongs, as long as somebody can see it. Refuses files with malware and,
     * if there is a scanner, files that have not been scanned yet.
     */
    served(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Attachment & { readonly blobKey: string }, NotFound | InvalidState | DatabaseUnavailable>
  }
>()("trunkline/tickets/FileBytes") {
  static readonly layer = Layer.effect(
    FileBytes,
    Effect.gen(function* () {
      const store = yield* AttachmentStore
      const blobs = yield* BlobStore
      const isScanned = (yield* MalwareScanner).scan !== undefined

      const awaited = Effect.fnUntraced(function* (tenant: Pick<Tenant, "id">, id: AttachmentId) {
        const file = yield* orNotFound("attachment")(store.ofAddress(tenant, id))
        return file.status === "PENDING" ? file : yield* noLongerAwaited(file)
      })

      const receive = Effect.fn("FileBytes.receive")(function* <E, R>(
        tenant: Pick<Tenant, "id">,
        file: Attachment,
        bytes: Stream.Stream<Uint8Array, E, R>
      ) {
        const blob = yield* blobs.put(tenant.id, bytes)
        if (blob.size !== file.size)
          return yield* new AttachmentNotUploaded({ expectedSize: file.size, receivedSize: blob.size })
        if (!(yield* store.receive(tenant, file.id, blob))) yield* awaited(tenant, file.id)
      })

      return FileBytes.of({
        awaited,
        receive,
        served: Effect.fnUntraced(function* (tenant, id) {
          const file = Option.getOrUndefined(yield* store.ofAddress(tenant, id))
          if (file?.status !== "UPLOADED" || file.blobKey === undefined)
            return yield* new NotFound({ entity: "attachment" })
          const state = withheld(file, isScanned)
          if (state !== undefined) return yield* new InvalidState({ state, reason: reasons[state] })
          return { ...file, blobKey: file.blobKey }
        })
      })
    })
  )
}

const reasons = {
  pending: "This file is being scanned for malware. Try again in a moment.",
  blocked: "This file contains malware and cannot be downloaded."
}

const noLongerAwaited = ({ status }: Attachment) =>
  new InvalidState({ state: status, reason: "This upload is complete and accepts no more bytes." })
