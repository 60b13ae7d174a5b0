import { randomBytes } from "node:crypto"
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { Effect, Redacted, Schema } from "effect"
import { syncFolder } from "../../runtime/syncFolder.ts"
import { type Binaries, FolderForNoShell } from "./Binaries.ts"
import { reasonOf } from "./reasonOf.ts"
import { run } from "./run.ts"
import { mayReach, NamelessUser, type ServerAccount } from "./ServerAccount.ts"

/** The folder cannot hold a database: the reason that initdb or the system gave. */
export class ClusterUnusable extends Schema.TaggedError<ClusterUnusable>()("ClusterUnusable", {
  clusterDir: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    const advice = isCluster(this.clusterDir)
      ? "Its contents are untouched: fix that and start again. With another DATA_DIR, Trunkline would start without them."
      : "Set DATA_DIR to another folder, or set DATABASE_URL."
    return `The database folder ${this.clusterDir} cannot be used: ${this.reason}. ${advice}`
  }
}

/** Superuser of the embedded server, and name of its database. */
export const superuser = "trunkline"
/** Major version of the files that these binaries can read. */
const major = "18"
const passwordFile = "trunkline.password"
/** What a shell interprets between double quotes, in which initdb puts paths. */
const meansMoreToShells = /[$`"\\]/
/** A file in a data folder, beside the cluster, while a backup is being restored into it: the contents are incomplete. */
export const restoringFile = ".restoring"

/** Whether the folder holds a database, whatever is wrong with it. */
const isCluster = (clusterDir: string) => existsSync(join(clusterDir, "PG_VERSION"))

/** The superuser's password; stored in the cluster, so that both are created, moved and restored together. */
const readPassword = (clusterDir: string) => Redacted.make(readFileSync(join(clusterDir, passwordFile), "utf8").trim())

/** The URL by which the superuser reaches a cluster's server: through its socket there, or a port of this machine. */
export const superuserUrl = (clusterDir: string, port: number, overTcp: boolean) => {
  const url = new URL(`postgres://${superuser}:${Redacted.value(readPassword(clusterDir))}@127.0.0.1:${port}/postgres`)
  if (!overTcp) url.search = `?host=${encodeURIComponent(clusterDir)}`
  return url
}

/** The URL by which the superuser reaches the server running on a cluster; its lock file tells the port and the socket. */
export const runningServer = (clusterDir: string) =>
  Effect.try({
    try: () => {
      const [, , , port = "", socketFolder = ""] = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n")
      return Redacted.make(superuserUrl(clusterDir, Number(port), socketFolder === "").href)
    },
    catch: () => new ClusterUnusable({ clusterDir, reason: "its server is not ready" })
  })

/**
 * Creates the cluster unless it exists. It appears under its name complete or not at all; refused where a restore was
 * interrupted.
 */
export const ensureCluster = Effect.fn("Cluster.ensureCluster")(function* (options: {
  readonly clusterDir: string
  readonly binaries: Binaries
  readonly account: ServerAccount | undefined
  readonly durable: boolean
}) {
  const { account, binaries, clusterDir, durable } = options
  if (existsSync(join(dirname(clusterDir), restoringFile)))
    return yield* new ClusterUnusable({
      clusterDir,
      reason: "a restore into it was interrupted, so run the same `npm run restore` again"
    })
  removeInterrupted(clusterDir)
  if (isCluster(clusterDir)) {
    const found = readFileSync(join(clusterDir, "PG_VERSION"), "utf8").trim()
    if (found === major) return
    return yield* new ClusterUnusable({
      clusterDir,
      reason: `it was created by PostgreSQL ${found}, and this version of Trunkline comes with PostgreSQL ${major}`
    })
  }

  if (process.platform !== "win32" && meansMoreToShells.test(binaries.initdb))
    return yield* new FolderForNoShell({ initdb: binaries.initdb })
  yield* Effect.logInfo("Creating the database (first start only)")
  const staging = `${clusterDir}.new-${process.pid}`
  const password = `${staging}.password`
  yield* Effect.try({
    try: () => {
      mkdirSync(staging, { mode: 0o700 })
      writeFileSync(password, randomBytes(32).toString("base64url"), { mode: 0o600 })
      if (account !== undefined) for (const path of [staging, password]) chownSync(path, account.uid, account.gid)
    },
    catch: (error) =>
      new ClusterUnusable({ clusterDir, reason: error instanceof Error ? error.message : String(error) })
  })

  const descriptors = [openSync(staging, "r"), openSync(password, "r")]
  const [data, secret] = serverPaths([staging, password], account)
  const { code, stderr } = yield* run(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      `--pwfile=${secret}`,
      `--username=${superuser}`,
      "--auth=scram-sha-256",
      // Iterations slow down guessing. Nobody guesses 256 random bits, and each connection would wait for them, as would
      // everything else.
      "--set=scram_iterations=1",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"])
    ],
    { ...account, cwd: "/", env: serverEnvironment, stdio: ["ignore", "ignore", "pipe", ...descriptors] }
  )
  for (const descriptor of descriptors) closeSync(descriptor)
  if (code !== 0) {
    const nameless = /could not look up effective user ID (\d+)/.exec(stderr)?.[1]
    if (nameless !== undefined) return yield* new NamelessUser({ uid: Number(nameless) })
    return yield* new ClusterUnusable({
      clusterDir,
      reason: reasonOf(stderr, `initdb exited with ${code}`)
    })
  }
  renameSync(password, join(staging, passwordFile))
  yield* Effect.try({
    try: () => renameSync(staging, clusterDir),
    catch: () => new ClusterUnusable({ clusterDir, reason: "it is not empty and contains no database" })
  })
  // Whatever a power cut leaves under the temporary name is removed by the next start.
  yield* Effect.promise(() => syncFolder(dirname(clusterDir)))
})

/** The server's whole environment: ours may contain secrets. */
export const serverEnvironment: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: "C" }

/**
 * The paths as the server's user can open them. If it may not enter a parent folder (root's home, for one), the path goes
 * through a descriptor that the child inherits: the n-th path is descriptor 3 + n.
 */
export const serverPaths = (paths: ReadonlyArray<string>, account: ServerAccount | undefined) =>
  paths.map((path, index) =>
    account === undefined || mayReach(path, account) || process.platform !== "linux"
      ? path
      : `/proc/self/fd/${3 + index}`
  )

/** Removes what killed starts left half-made. The caller holds the data folder, so no other start is in progress. */
const removeInterrupted = (clusterDir: string): void => {
  const prefix = `${basename(clusterDir)}.new-`
  for (const name of readdirSync(dirname(clusterDir))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(clusterDir), name), { recursive: true, force: true })
  }
}
