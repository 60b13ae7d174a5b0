import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { StorageFull } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { AttachmentStore } from "./AttachmentStore.ts"

/**
 * How much an account may store: the bytes of its files in both modes, including announced files and those in the trash.
 * Concurrent uploads do not see each other, so an account may exceed its limit by as much as it sends at once. Mail is
 * never refused because of it, but counts, and leaves less for uploads.
 */
export class StorageQuota extends Context.Service<
  StorageQuota,
  {
    /** Maximum number of bytes for the files of one account. */
    readonly maxBytes: number

    /** Fails if `size` more bytes would exceed what the account may store. */
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
