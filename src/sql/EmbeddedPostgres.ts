import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, statfsSync } from "node:fs"
import { join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Effect, Redacted, Schedule, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { freePort } from "../runtime/freePort.ts"
import { logOutage } from "../runtime/logOutage.ts"
import { type Binaries, type FolderForNoShell, findBinaries, type NoBinaries } from "./embedded/Binaries.ts"
import {
  ClusterUnusable,
  ensureCluster,
  serverEnvironment,
  serverPaths,
  superuser,
  superuserUrl
} from "./embedded/Cluster.ts"
import { clearLeftovers, type FolderHeld, isReady, socketName, socketPort, stop, until } from "./embedded/Postmaster.ts"
import { type DataFolderInUse, holdFolder } from "./embedded/ProcessLock.ts"
import { reasonOf } from "./embedded/reasonOf.ts"
import {
  type NamelessUser,
  type NoUnprivilegedUser,
  type ServerAccount,
  serverAccount
} from "./embedded/ServerAccount.ts"
import { saidBy } from "./StatementFailed.ts"

/** Milliseconds until a server must accept connections; recovery after a crash replays at most `max_wal_size`. */
const startLimit = 120_000
/** Bytes. If a server ends without saying why and its disk has less left than this, it had no room to say it. */
const leastRoom = 1024 * 1024
/** Name of the previous server's log. */
const earlierLog = "postgres.1.log"
/** Longest path of a unix socket, in bytes with the final NUL (sun_path: 108 on Linux, 104 on macOS). */
const socketPathLimit = 104
/** Pauses before restarting a server that died while we run. */
const restarts = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.jittered
)

export interface EmbeddedPostgresOptions {
  /**
   * An existing folder. The cluster goes to `postgres` in it, the server's log to `postgres.log`, the previous log to
   * `postgres.1.log`.
   */
  readonly dataDir: string
  /** `false` trades crash safety for speed, and uses little memory: for tests. */
  readonly durable: boolean
}

export type EmbeddedPostgresError =
  | NoBinaries
  | FolderForNoShell
  | NoUnprivilegedUser
  | NamelessUser
  | DataFolderInUse
  | FolderHeld
  | ClusterUnusable

/**
 * A private PostgreSQL 18 for one process until the scope closes, restarted if it dies before that. Returns the URI of its
 * database. It listens on a socket inside its own folder, which only its user and root may enter, or on a loopback port on
 * Windows and where that path is too long for a socket. It takes over what a killed process left behind.
 */
export const start = Effect.fn("EmbeddedPostgres.start")(function* (
  options: EmbeddedPostgresOptions
): Effect.fn.Return<Redacted.Redacted, EmbeddedPostgresError, Scope.Scope> {
  const dataDir = realpathSync(options.dataDir)
  const clusterDir = join(dataDir, "postgres")
  yield* holdFolder(dataDir)
  const account = yield* serverAccount(clusterDir)
  const binaries = yield* findBinaries(account)
  yield* ensureCluster({ clusterDir, binaries, account, durable: options.durable })

  const overTcp = process.platform === "win32" || Buffer.byteLength(join(clusterDir, socketName)) >= socketPathLimit
  const port = overTcp ? yield* freePort("127.0.0.1") : socketPort

  let server: ChildProcess | undefined
  yield* Effect.addFinalizer(() =>
    server?.pid === undefined || hasEnded(server)
      ? Effect.void
      : stop(server.pid, () => server === undefined || hasEnded(server))
  )
  // However this process exits (a second Ctrl-C, an uncaught error), the server must not outlive it.
  const quit = () => void (server !== undefined && !hasEnded(server) && server.kill("SIGQUIT"))
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", quit)),
    () => Effect.sync(() => process.off("exit", quit))
  )
  const launch = Effect.gen(function* () {
    yield* clearLeftovers(clusterDir)
    yield* Effect.logInfo("Starting the private PostgreSQL")
    server = spawnServer({ dataDir, clusterDir, binaries, account, port, overTcp, durable: options.durable })
    yield* becomeReady(server, clusterDir)
    return server
  }).pipe(
    // The system has no room for a file or a process right now, or something is in the way.
    Effect.catchDefect((defect) => new ClusterUnusable({ clusterDir, reason: String(defect) }))
  )

  const first = yield* launch
  yield* Effect.suspend(() => whenEnded(server ?? first)).pipe(
    Effect.andThen(
      Effect.suspend(() =>
        Effect.logError("PostgreSQL stopped unexpectedly; restarting it", {
          ended: server?.signalCode ?? server?.exitCode,
          log: join(dataDir, earlierLog)
        })
      )
    ),
    Effect.andThen(
      Effect.retry(
        Effect.tapError(launch, ({ message }) => logOutage("The private PostgreSQL", message)),
        restarts
      )
    ),
    Effect.forever,
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )

  const uri = superuserUrl(clusterDir, port, overTcp)
  yield* Effect.mapError(
    ensureDatabase(Redacted.make(uri.href)),
    (error) => new ClusterUnusable({ clusterDir, reason: saidBy(error) })
  )
  uri.pathname = superuser
  return Redacted.make(uri.href)
})

interface Server {
  readonly dataDir: string
  readonly clusterDir: string
  readonly binaries: Binaries
  readonly account: ServerAccount | undefined
  readonly port: number
  readonly overTcp: boolean
  readonly durable: boolean
}

/** Spawns the server in its own session, so that Ctrl-C reaches only us and we stop it once its clients are gone. */
const spawnServer = ({ account, binaries, clusterDir, dataDir, durable, overTcp, port }: Server): ChildProcess => {
  using opened = new DisposableStack()
  const folder = opened.adopt(openSync(clusterDir, "r"), closeSync)
  const said = join(dataDir, "postgres.log")
  // The reason why the previous server ended is looked up once the next one runs.
  if (existsSync(said)) renameSync(said, join(dataDir, earlierLog))
  const log = opened.adopt(openSync(said, "w", 0o600), closeSync)
  const [data = clusterDir] = serverPaths([clusterDir], account)
  const child = spawn(binaries.postgres, ["-D", data, ...settings({ durable, overTcp, port })], {
    ...account,
    cwd: "/",
    detached: true,
    env: serverEnvironment,
    stdio: ["ignore", log, log, folder]
  })
  // A server that could not be started has no pid, and so counts as ended.
  child.on("error", () => {})
  return child
}

const settings = ({ durable, overTcp, port }: Pick<Server, "durable" | "overTcp" | "port">) =>
  Object.entries({
    listen_addresses: overTcp ? "127.0.0.1" : "",
    port,
    // Relative to the cluster's folder, which is the server's working directory.
    unix_socket_directories: process.platform === "win32" || overTcp ? "" : ".",
    max_connections: durable ? 100 : 300,
    shared_buffers: durable ? "128MB" : "32MB",
    max_wal_size: "1GB",
    // Plans made while tables are new and have no statistics are bad: analyze soon.
    autovacuum_naptime: "5s",
    checkpoint_timeout: "15min",
    random_page_cost: 1.1,
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    // Logs contain neither statements nor values, which are people's words.
    log_min_messages: "error",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off"
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

const becomeReady = Effect.fnUntraced(function* (child: ChildProcess, clusterDir: string) {
  const { pid } = child
  const ready = () => pid !== undefined && isReady(pid, clusterDir)
  yield* until(() => hasEnded(child) || ready(), startLimit)
  if (!hasEnded(child) && ready()) return
  const log = readFileSync(`${clusterDir}.log`, "utf8")
  const { bavail, bsize } = statfsSync(clusterDir)
  const isFull = bavail * bsize < leastRoom
  yield* new ClusterUnusable({ clusterDir, reason: reasonOf(log, "it did not become ready", { isFull }) })
})

const ensureDatabase = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
  const found = yield* sql`SELECT FROM pg_database WHERE datname = ${superuser}`
  if (found.length === 0) yield* sql`CREATE DATABASE ${sql(superuser)}`
}, Effect.scoped)

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const whenEnded = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) return resume(Effect.void)
    const done = () => resume(Effect.void)
    child.once("exit", done)
    return Effect.sync(() => child.off("exit", done))
  })
