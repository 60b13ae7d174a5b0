import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { StorageFull } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { AttachmentStore } from "./AttachmentStore.ts"

/**
 * How much an account may keep: the bytes of its files in both modes, those announced and those in the trash included.
 * What is sent at the same moment is not seen, so an account may go over its limit by as much as it sends at once. Mail
 * is never refused for it: it counts, and leaves that much less for uploads.
 */
export class StorageQuota extends Context.Service<
  StorageQuota,
  {
    /** Bytes that the files of one account may have. */
    readonly maxBytes: number

    /** Fails when `size` more bytes are more than the account may keep. */
    admit(tenant: Tenant, size: number): Effect.Effect<void, StorageFull | DatabaseUnavailable>
  }
>()("trunkline/tickets/StorageQuota") {
  static readonly layer = ({ maxBytes }: { readonly maxBytes: number }) =>
    Layer.effect(
      StorageQuota,
      Effect.map(AttachmentStore, (store) =>
        StorageQuota.of({
          maxBytes,
          admit: Effect.fnUntraced(function* (tenant, size) {
            const used = yield* store.storedBytes(tenant)
            if (used + size > maxBytes) return yield* new StorageFull({ limit: maxBytes, used })
          })
        })
      )
    )
}
