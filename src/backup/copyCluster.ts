import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { runningServer } from "../sql/embedded/Cluster.ts"
import { type Copied, type CopyOptions, copyTree } from "./copyTree.ts"

/**
 * Folders whose contents a server recreates, according to PostgreSQL's manual on base backups. The folders themselves must
 * exist.
 */
const emptied = [
  ...["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
  ...["pg_wal", "pg_wal/archive_status", "pg_wal/summaries"]
]
/** Files of a running server. */
const ofServer = new Set(["postmaster.pid", "postmaster.opts"])
const isTemporary = (path: string) => /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init(\.\d+)?|\.s\.PGSQL\.[^/]*)$/.test(path)
/** A segment of the write-ahead log, which recovery reads. */
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)

/** Copies the files of a cluster whose server is stopped. */
export const copyStopped = (clusterDir: string, to: string, options: Pick<CopyOptions, "told">) =>
  copyTree(clusterDir, to, { ...options, skip: (path) => ofServer.has(path) || isTemporary(path) })

/**
 * Copies the files of a cluster while its server runs, by PostgreSQL's own procedure
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP): a replication slot keeps the
 * log from the beginning to the end of the copy, and the label tells a server started on the copy where to recover from.
 * Blocks nobody.
 */
export const copyRunning = Effect.fnUntraced(function* (
  clusterDir: string,
  to: string,
  { told }: Pick<CopyOptions, "told">
) {
  const sql = yield* PgClient.makeClient({
    url: yield* runningServer(clusterDir),
    applicationName: "trunkline backup"
  }).pipe(Effect.provide(Reactivity.layer))
  // Temporary: it is dropped with the connection, even if this process dies.
  yield* sql`SELECT slot_name::text FROM pg_create_physical_replication_slot(${`trunkline_backup_${process.pid}`}, true, true)`
  const [began] = yield* sql<{ segment: string }>`SELECT pg_walfile_name(pg_backup_start('trunkline', true)) AS segment`
  const files = yield* copyTree(clusterDir, to, {
    told,
    skip: (path) => ofServer.has(path) || isTemporary(path) || emptied.some((folder) => path.startsWith(`${folder}/`))
  })
  const [ended] = yield* sql<{ label: string; segment: string }>`
    SELECT labelfile AS label, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(false)`
  const [first = "", last = ""] = [began?.segment, ended?.segment]
  const label = Buffer.from(ended?.label ?? "")
  yield* Effect.tryPromise(async () => {
    for (const folder of emptied) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    await writeFile(join(to, "backup_label"), label, { mode: 0o600, flush: true })
  })
  const log = yield* copyTree(join(clusterDir, "pg_wal"), join(to, "pg_wal"), {
    told,
    skip: (name) => !isSegment(name) || name < first || name > last
  })
  return { files: files.files + log.files + 1, bytes: files.bytes + log.bytes + label.length } satisfies Copied
}, Effect.scoped)
