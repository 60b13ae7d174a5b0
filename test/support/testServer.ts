import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { TestProject } from "vitest/node"
import * as EmbeddedPostgres from "../../src/sql/EmbeddedPostgres.ts"
import { clearLeftovers } from "../../src/sql/embedded/Postmaster.ts"
import { holdFolder } from "../../src/sql/embedded/ProcessLock.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import { copyCluster } from "./copyCluster.ts"

const prefix = "trunkline-test-"

/** A folder that Linux keeps in memory. */
const memory = "/dev/shm"

/** Bytes: four times what a run stores at once. */
const room = 2 * 1024 ** 3

/**
 * Starts one PostgreSQL for the whole run in a temporary folder, with a migrated database to clone. Temporary files of tests
 * are created in that folder too, and are removed with it.
 */
export default async (project: TestProject) => {
  // Servers run from the build, so build the current sources.
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" })
  await Effect.runPromise(removeInterruptedRuns)
  const scope = Scope.makeUnsafe()
  const folder = mkdtempSync(join(temporaryFolder(), prefix))
  const { clusterDir, templateUrl } = await Effect.runPromise(Scope.provide(prepare(folder), scope))
  project.provide("templateUrl", templateUrl)
  project.provide("clusterDir", clusterDir)
  process.env["TMPDIR"] = makeTemporary(folder)
  return async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The system's temporary folder, or memory if none was chosen and there is room. Hundreds of databases of eight hundred files
 * each come and go, which takes ten times as long on a file system that looks for blocks not freed recently.
 */
const temporaryFolder = () => (process.env["TMPDIR"] === undefined && hasRoom(memory) ? memory : realpathSync(tmpdir()))

const hasRoom = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= room
  } catch {
    return false
  }
}

/**
 * A short name, because paths of sockets are limited to about a hundred characters. Test servers that run as other users may
 * pass through it.
 */
const makeTemporary = (folder: string) => {
  const temporary = join(folder, "t")
  mkdirSync(temporary)
  for (const path of [folder, temporary]) chmodSync(path, 0o711)
  return temporary
}

/** Data folders of a run: of the database that is copied, and of the server, unless there is another. */
const [migrated, running] = ["migrated", "running"]

/** Locks the folder. The template is on the server of TEST_DATABASE_URL, as its superuser; otherwise on one for this run. */
const prepare = Effect.fn(function* (folder: string) {
  yield* holdFolder(folder)
  const clusterDir = yield* migratedCluster(join(folder, migrated))
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined) return { clusterDir, templateUrl: yield* templateOn(new URL(given)) }
  const dataDir = join(folder, running)
  mkdirSync(dataDir)
  yield* copyCluster(clusterDir, dataDir)
  return { clusterDir, templateUrl: Redacted.value(yield* EmbeddedPostgres.start({ dataDir, durable: false })) }
})

/** A migrated database on a server that several runs may share. */
const templateOn = Effect.fnUntraced(function* (url: URL) {
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
  const template = `template_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(template)}`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(template)} WITH (FORCE)`)
  )
  url.pathname = template
  yield* Migrations.migrate(Redacted.make(url.href), yield* Migrations.load())
  return url.href
})

/** Creates a private database with every table in a new folder, and stops its server; returns the cluster. */
const migratedCluster = Effect.fnUntraced(function* (dataDir: string) {
  mkdirSync(dataDir)
  const url = yield* EmbeddedPostgres.start({ dataDir, durable: false })
  yield* Migrations.migrate(url, yield* Migrations.load())
  return join(dataDir, "postgres")
}, Effect.scoped)

/** Milliseconds for which a new run may not have locked its folder yet. */
const young = 60_000

/** Stops the servers and removes the folders of runs that were killed; a folder in use is left alone. */
const removeInterruptedRuns = Effect.suspend(() =>
  Effect.forEach(
    [memory, realpathSync(tmpdir())].filter(existsSync).flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => name.startsWith(prefix))
        .map((name) => join(parent, name))
    ),
    (folder) =>
      Effect.gen(function* () {
        if (statSync(folder).birthtimeMs > Date.now() - young) return
        yield* holdFolder(folder)
        for (const dataDir of [migrated, running]) yield* clearLeftovers(join(folder, dataDir, "postgres"))
        rmSync(folder, { recursive: true, force: true })
      }).pipe(Effect.scoped, Effect.ignoreCause),
    { discard: true }
  )
)
