import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"

/** Processes of an earlier PostgreSQL hold the folder and do not exit. */
export class FolderHeld extends Schema.TaggedError<FolderHeld>()("FolderHeld", {
  clusterDir: Schema.String,
  processes: Schema.Array(Schema.Int)
}) {
  override get message() {
    return `PostgreSQL processes of ${this.clusterDir} do not stop (pid ${this.processes.join(", ")}): end them with \`kill -9\` and start again.`
  }
}

/** The port in the name of the server's socket; nothing listens on that port unless the path is too long for a socket. */
export const socketPort = 5432
export const socketName = `.s.PGSQL.${socketPort}`
const socketLockName = `${socketName}.lock`

/** Milliseconds that a polite stop (SIGINT, "fast") may take before SIGQUIT ("immediate": the next start recovers). */
const politeStop = 5_000
/** Milliseconds that an immediate stop may take, as may the last processes of a dead server. */
const immediateStop = 10_000
/** Milliseconds between two checks of a process. */
const glance = 20

/** Asks the postmaster `pid` to stop, then insists; returns once `gone` holds, or after both limits. */
export const stop = Effect.fnUntraced(function* (pid: number, gone: () => boolean) {
  for (const [signal, limit] of [
    ["SIGINT", politeStop],
    ["SIGQUIT", immediateStop]
  ] as const) {
    signalProcess(pid, signal)
    if (yield* until(gone, limit)) return
  }
})

/**
 * Frees the folder from a server whose parent was killed: stops it if it still runs, and waits for and removes what a dead one
 * left (a lock file that a zombie or a recycled pid makes look alive, backends about to exit). The caller holds the folder's
 * `ProcessLock`, so nobody else can be starting a server here.
 */
export const clearLeftovers = Effect.fn("Postmaster.clearLeftovers")(function* (clusterDir: string) {
  const pid = Number.parseInt(readLockFile(clusterDir)[0] ?? "", 10)
  if (runsOn(pid, clusterDir)) {
    yield* Effect.logInfo("Stopping the PostgreSQL that an interrupted run left behind")
    yield* stop(pid, () => !runsOn(pid, clusterDir))
  }
  const left = () => processesOn(clusterDir)
  if (!(yield* until(() => left().length === 0, immediateStop))) {
    return yield* new FolderHeld({ clusterDir, processes: left() })
  }
  // PostgreSQL trusts the pids in both files, and would take a zombie or a stranger with that pid for a running server.
  for (const name of ["postmaster.pid", socketLockName]) rmSync(join(clusterDir, name), { force: true })
})

/** Whether the server with this pid accepts connections, according to the eighth line of its lock file. */
export const isReady = (pid: number, clusterDir: string): boolean => {
  const lines = readLockFile(clusterDir)
  return lines[0] === String(pid) && lines[7]?.trim() === "ready"
}

/** Checks every few milliseconds until `condition` holds; returns false if it does not within `limit` milliseconds. */
export const until = Effect.fnUntraced(function* (condition: () => boolean, limit: number) {
  for (let waited = 0; waited <= limit; waited += glance) {
    if (condition()) return true
    yield* Effect.sleep(glance)
  }
  return false
})

const readLockFile = (clusterDir: string): ReadonlyArray<string> => {
  try {
    return readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n")
  } catch {
    return []
  }
}

/** Whether `pid` is a living process of the server on `clusterDir`: a zombie is dead, a recycled pid is somebody else. */
const runsOn = (pid: number, clusterDir: string): boolean => {
  if (process.platform === "linux") return workingFolder(pid) === clusterDir
  try {
    const [state = "", command = ""] = execFileSync("ps", ["-o", "stat=,command=", "-p", String(pid)], {
      encoding: "utf8"
    }).split(/\s+(.*)/s)
    return !state.startsWith("Z") && command.includes(clusterDir)
  } catch {
    return false
  }
}

/** All processes of a server, which work inside its folder. Empty except on Linux, where PostgreSQL's own check has to do. */
const processesOn = (clusterDir: string): ReadonlyArray<number> =>
  process.platform === "linux"
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid > 0 && workingFolder(pid) === clusterDir)
    : []

/** The working folder of a process, or `undefined` if it is dead (a zombie has none) or not ours to inspect. */
const workingFolder = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile, as intended.
  }
}
