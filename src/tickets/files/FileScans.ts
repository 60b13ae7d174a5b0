import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { Verdict } from "./MalwareScanner.ts"

/** Bytes that a scanner has to judge. */
export interface UnscannedFile {
  readonly tenantId: string
  readonly blobKey: string
}

/** The files that no scanner has judged yet, of all tenants. */
export class FileScans extends Context.Service<
  FileScans,
  {
    /** Some of them, which this node judges within minutes, or another node does; those longest due first. */
    readonly take: Effect.Effect<ReadonlyArray<UnscannedFile>, DatabaseUnavailable>

    /** Notes what the bytes are, on every file that has them; of malware the audit log tells. */
    judged(file: UnscannedFile, verdict: Verdict): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/FileScans") {}
