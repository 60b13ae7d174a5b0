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

/** Linux keeps in memory what is written here. */
const memory = "/dev/shm"

/** Bytes: four times what a run keeps at once. */
const room = 2 * 1024 ** 3

/**
 * One PostgreSQL for the whole run, in a temporary folder, with a migrated database to clone. What tests make among
 * temporary files is made in that folder too, and goes with it.
 */
export default async (project: TestProject) => {
  // Servers are started as they are built, and what is tested is what the sources are now.
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
 * The system's, unless nobody chose it and there is room in memory: hundreds of databases come and go, of eight hundred
 * files each, which takes ten times as long where a file system looks for places that nothing was removed from lately.
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

/** A short name, because the paths of sockets have some hundred characters. Servers of tests pass through as other users. */
const makeTemporary = (folder: string) => {
  const temporary = join(folder, "t")
  mkdirSync(temporary)
  for (const path of [folder, temporary]) chmodSync(path, 0o711)
  return temporary
}

/** The server of TEST_DATABASE_URL, as its superuser; else one of the run's own. Either way the folder is held. */
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

/** A run that has just begun does not hold its folder yet. Milliseconds. */
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
