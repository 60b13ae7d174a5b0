import { DateTime, Duration, Effect, Layer } from "effect"
import { uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { BlobStore } from "../../tickets/BlobStore.ts"
import { FileLinks, type LinkedFile, linkLifetime } from "../../tickets/FileLinks.ts"
import { contentDisposition } from "./contentDisposition.ts"
import { type FileGrant, FileTokens } from "./FileTokens.ts"
import { servedType } from "./servedType.ts"

/** `FileLinks` to this server at `publicUrl`, or to the object store where there is one. */
export const layer = ({ publicUrl }: { readonly publicUrl: string }) =>
  Layer.effect(
    FileLinks,
    Effect.gen(function* () {
      const { direct } = yield* BlobStore
      const tokens = yield* FileTokens

      const signed = Effect.fnUntraced(function* (
        lifetime: Duration.Duration,
        address: (seconds: number, expiresAt: DateTime.Utc) => Effect.Effect<string>
      ) {
        const expiresIn = Math.floor(Duration.toSeconds(lifetime))
        const expiresAt = DateTime.addDuration(yield* DateTime.now, Duration.seconds(expiresIn))
        return { url: yield* address(expiresIn, expiresAt), expiresIn, expiresAt }
      })

      const own = (use: FileGrant["use"], tenant: Tenant, { id }: LinkedFile, expiresAt: DateTime.Utc) =>
        Effect.sync(
          () =>
            `${publicUrl}/v1/files/${tokens.write({ use, tenantId: tenant.id, id, expiresAt: DateTime.toEpochMillis(expiresAt) })}`
        )

      return FileLinks.of({
        upload: (tenant, file) =>
          signed(linkLifetime, (seconds, expiresAt) =>
            direct === undefined
              ? own("upload", tenant, file, expiresAt)
              : direct.uploadUrl(
                  { tenantId: tenant.id, id: uuidOf(file.id), contentType: file.contentType, size: file.size },
                  seconds
                )
          ),

        download: (tenant, file, lifetime = linkLifetime) =>
          signed(lifetime, (seconds, expiresAt) =>
            // A file without bytes has no address in the object store; ours answers 404 until it has some.
            direct === undefined || file.blobKey === undefined
              ? own("download", tenant, file, expiresAt)
              : direct.downloadUrl(
                  file.blobKey,
                  {
                    contentType: servedType(file.contentType),
                    contentDisposition: contentDisposition(file.filename, "attachment")
                  },
                  seconds
                )
          )
      })
    })
  ).pipe(Layer.provide(FileTokens.layer))
