import { DateTime, Duration, Effect, Layer } from "effect"
import { uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { BlobStore } from "../../tickets/files/BlobStore.ts"
import { FileLinks, linkLifetime } from "../../tickets/files/FileLinks.ts"
import { type FileGrant, FileTokens } from "./FileTokens.ts"
import { filesPath } from "./filesPath.ts"

/** What an address of this server allows until it expires. */
type OwnGrant = Pick<FileGrant, "use" | "id" | "holder"> & { readonly tenant: Tenant }

/** `FileLinks` to this server at `publicUrl`; uploads go to the object store if there is one. */
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

      const own = ({ tenant, ...grant }: OwnGrant, expiresAt: DateTime.Utc) =>
        Effect.sync(() => {
          const token = tokens.write({ ...grant, tenantId: tenant.id, expiresAt: DateTime.toEpochMillis(expiresAt) })
          return `${publicUrl}${filesPath}${token}`
        })

      return FileLinks.of({
        storeOrigin: direct?.origin,

        upload: (tenant, file) =>
          signed(linkLifetime, (seconds, expiresAt) =>
            direct === undefined
              ? own({ use: "upload", tenant, id: file.id, holder: file.owner ?? file.id }, expiresAt)
              : direct.uploadUrl(
                  { tenantId: tenant.id, id: uuidOf(file.id), contentType: file.contentType, size: file.size },
                  seconds
                )
          ),

        download: (tenant, { id }, { holder = id, lifetime = linkLifetime } = {}) =>
          signed(lifetime, (_, expiresAt) => own({ use: "download", tenant, id, holder }, expiresAt))
      })
    })
  ).pipe(Layer.provide(FileTokens.layer))
