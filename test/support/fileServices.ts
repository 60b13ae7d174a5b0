import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { Layer } from "effect"
import * as DiskBlobStore from "../../src/blobs/DiskBlobStore.ts"
import * as SignedFileLinks from "../../src/http/files/SignedFileLinks.ts"
import type { Database } from "../../src/sql/Database.ts"
import * as SqlAttachmentStore from "../../src/sql/files/SqlAttachmentStore.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/files/SqlUnclaimedBlobs.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { Attachments } from "../../src/tickets/files/Attachments.ts"
import type { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { FileBytes } from "../../src/tickets/files/FileBytes.ts"
import { MalwareScanner } from "../../src/tickets/files/MalwareScanner.ts"
import { PendingUploads } from "../../src/tickets/files/PendingUploads.ts"
import { StorageQuota } from "../../src/tickets/files/StorageQuota.ts"
import { Uploads } from "../../src/tickets/files/Uploads.ts"
import { AccountServices } from "./Installation.ts"
import { silentHandoff } from "./silentHandoff.ts"
import { ticketService } from "./ticketService.ts"

/** A disk store in a folder of its own. */
export const diskBlobs = DiskBlobStore.layer(mkdtempSync(join(tmpdir(), "blobs-"))).pipe(
  Layer.provide([SqlUnclaimedBlobs.layer, NodeFileSystem.layer]),
  Layer.orDie
)

/** Files, their URLs and their bytes. */
export const fileServices = (options: {
  readonly publicUrl: string
  readonly maxBytes: number
  readonly storageMaxBytes?: number | undefined
  readonly scanner?: Layer.Layer<MalwareScanner> | undefined
  readonly blobs?: Layer.Layer<BlobStore, never, Database> | undefined
}) =>
  Layer.mergeAll(Attachments.layer, PendingUploads.layer, FileBytes.layer).pipe(
    Layer.provideMerge(Uploads.layer({ maxBytes: options.maxBytes })),
    Layer.provideMerge(StorageQuota.layer({ maxBytes: options.storageMaxBytes ?? 2 ** 40 })),
    Layer.provide([SqlAttachmentStore.layer, SqlTicketStore.layer]),
    Layer.provide(silentHandoff),
    Layer.provideMerge(options.scanner ?? Layer.succeed(MalwareScanner, {})),
    Layer.provideMerge(SignedFileLinks.layer({ publicUrl: options.publicUrl })),
    Layer.provideMerge(options.blobs ?? diskBlobs)
  )

/** Files of tickets on a database of their own. */
export const fileService = fileServices({ publicUrl: "https://desk.example", maxBytes: 1024 }).pipe(
  Layer.provideMerge(ticketService),
  Layer.provideMerge(AccountServices)
)
