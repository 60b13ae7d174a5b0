import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { Verdict } from "./MalwareScanner.ts"

/** Bytes to scan. */
export interface UnscannedFile {
  readonly tenantId: string
  readonly blobKey: string
}

/** The files that have not been scanned yet, of all tenants. */
export class FileScans extends Context.Service<
  FileScans,
  {
    /** Claims some of them, those longest due first. If this node does not scan them within minutes, another node does. */
    readonly take: Effect.Effect<ReadonlyArray<UnscannedFile>, DatabaseUnavailable>

    /** Stores the verdict on every file with these bytes; malware is recorded in the audit log. */
    judged(file: UnscannedFile, verdict: Verdict): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/FileScans") {}
