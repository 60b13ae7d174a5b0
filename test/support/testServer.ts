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
  const template = await Effect.runPromise(Scope.provide(prepare(folder), scope))
  project.provide("templateUrl", template)
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

/** The server of TEST_DATABASE_URL, as its superuser; otherwise one for this run. Either way the folder is locked. */
const server = (folder: string) => {
  const given = process.env["TEST_DATABASE_URL"]
  return given === undefined
    ? EmbeddedPostgres.start({ dataDir: folder, durable: false })
    : Effect.as(holdFolder(folder), Redacted.make(given))
}

const prepare = Effect.fn(function* (folder: string) {
  const url = new URL(Redacted.value(yield* server(folder)))
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
  // Several runs may share a server.
  const template = `template_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(template)}`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(template)} WITH (FORCE)`)
  )
  url.pathname = template
  yield* Migrations.migrate(Redacted.make(url.href), yield* Migrations.load())
  return url.href
})

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
        mkdirSync(join(folder, "postgres"), { recursive: true })
        yield* clearLeftovers(join(folder, "postgres"))
        rmSync(folder, { recursive: true, force: true })
      }).pipe(Effect.scoped, Effect.ignoreCause),
    { discard: true }
  )
)
