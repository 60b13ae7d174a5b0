import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Redacted, Schedule, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as EmbeddedPostgres from "../../src/sql/EmbeddedPostgres.ts"
import { clearLeftovers, until } from "../../src/sql/embedded/Postmaster.ts"
import { copyMigrated } from "../support/TestDatabase.ts"

/** A data folder on a path with a space, for the duration of the test. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const made = realpathSync(mkdtempSync(join(tmpdir(), "trunkline embedded ")))
    chmodSync(made, 0o711)
    return made
  }),
  (made) =>
    Effect.andThen(
      Effect.orDie(clearLeftovers(join(made, "postgres"))),
      Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
)

/** The same with the database of an earlier start. */
const startedBefore = Effect.tap(folder, copyMigrated)

const client = (url: Redacted.Redacted) => PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))

const start = (dataDir: string) => EmbeddedPostgres.start({ dataDir, durable: true })

const postmaster = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10)

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

/** A separate process that runs the server, and its URI; killed when the test ends, at the latest. */
const otherProcess = (dataDir: string) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["test/support/serveEmbedded.ts", dataDir], { stdio: ["ignore", "pipe", "ignore"] })
      ),
      (child) => Effect.promise(() => ended(child, "SIGKILL"))
    )
    const url = yield* Effect.promise(
      () => new Promise<string>((resolve) => child.stdout?.once("data", (line) => resolve(String(line).trim())))
    )
    return { child, url: Redacted.make(url) }
  })

const ended = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, "exit")
}

describe("EmbeddedPostgres", () => {
  it.live("creates a database once, keeps it between starts, and leaves no process behind", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* client(yield* start(dataDir))
          yield* sql`CREATE TABLE kept (id int)`
        })
      )
      assert.isFalse(existsSync(join(dataDir, "postgres", "postmaster.pid")))
      const sql = yield* client(yield* start(dataDir))
      assert.deepStrictEqual(yield* sql`SELECT count(*) AS n FROM kept`, [{ n: 0n }])
    })
  )

  it.live("keeps its folder and password private, listens on no port, and gives up no durability", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const sql = yield* client(yield* start(dataDir))
      assert.strictEqual(statSync(join(dataDir, "postgres")).mode & 0o777, 0o700)
      assert.strictEqual(statSync(join(dataDir, "postgres", "trunkline.password")).mode & 0o777, 0o600)
      const rows = yield* sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') ORDER BY name`
      assert.deepStrictEqual(
        rows.map(({ name, setting }) => [name, setting]),
        [
          ["fsync", "on"],
          ["full_page_writes", "on"],
          ["listen_addresses", ""],
          ["synchronous_commit", "on"]
        ]
      )
    })
  )

  it.live("listens on a loopback port if the folder's path is too long for a socket", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "a".repeat(100))
      mkdirSync(dataDir)
      yield* copyMigrated(dataDir)
      const url = yield* start(dataDir)
      assert.match(Redacted.value(url), /@127\.0\.0\.1:\d+\/trunkline$/)
      const sql = yield* client(url)
      assert.strictEqual((yield* sql`SELECT 1`).length, 1)
    })
  )

  // Only root can run a program as a user without a name.
  it.live.runIf(process.getuid?.() === 0)("tells a user without a name that PostgreSQL needs one", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const clusterDir = join(dataDir, "postgres")
      mkdirSync(clusterDir)
      chownSync(clusterDir, 2_000_000_001, 2_000_000_001)
      const error = yield* Effect.flip(Effect.scoped(start(dataDir)))
      assert.strictEqual(
        error.message,
        "PostgreSQL cannot create a database as user 2000000001, who has no name on this system: add an entry for 2000000001 to /etc/passwd, start Trunkline as another user, or set DATABASE_URL."
      )
    })
  )

  it.live("tells a second process on the same folder so in one sentence, and leaves the first alone", () =>
    Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const first = yield* otherProcess(dataDir)
      const error = yield* Effect.flip(Effect.scoped(start(dataDir)))
      assert.strictEqual(
        error.message,
        `Another Trunkline is using the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`
      )
      const sql = yield* client(first.url)
      assert.strictEqual((yield* sql`SELECT 1`).length, 1)
    })
  )

  it.live("takes over from a killed process whose server still runs, and finds everything that was committed", () =>
    Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const first = yield* otherProcess(dataDir)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* client(first.url)
          yield* sql`CREATE TABLE kept AS SELECT 1 AS id`
        })
      )
      const orphan = postmaster(dataDir)
      yield* Effect.promise(() => ended(first.child, "SIGKILL"))
      assert.isTrue(alive(orphan))
      const sql = yield* client(yield* start(dataDir))
      assert.isFalse(alive(orphan))
      assert.strictEqual((yield* sql`SELECT * FROM kept`).length, 1)
    })
  )

  it.live("starts after everything was killed, also when the server's pid now belongs to another process", () =>
    Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const first = yield* otherProcess(dataDir)
      const dead = postmaster(dataDir)
      first.child.kill("SIGKILL")
      process.kill(dead, "SIGKILL")
      // Both: the folder belongs to the killed process until it is gone.
      yield* until(() => !alive(dead) && first.child.signalCode !== null, 10_000)
      const lockFile = join(dataDir, "postgres", "postmaster.pid")
      const lines = readFileSync(lockFile, "utf8").split("\n")
      const bystander = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("sleep", ["600"], { stdio: "ignore", uid: statSync(lockFile).uid })),
        (child) => Effect.promise(() => ended(child, "SIGKILL"))
      )
      writeFileSync(lockFile, [bystander.pid, ...lines.slice(1)].join("\n"))
      const sql = yield* client(yield* start(dataDir))
      assert.strictEqual((yield* sql`SELECT 1`).length, 1)
      assert.isTrue(alive(bystander.pid ?? 0))
    })
  )

  it.live("restarts the server when it dies while we run, and keeps its output", () => {
    const told: Array<string> = []
    return Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const url = yield* start(dataDir)
      const dead = postmaster(dataDir)
      process.kill(dead, "SIGKILL")
      const answered = Effect.scoped(Effect.flatMap(client(url), (sql) => sql`SELECT 1`))
      yield* Effect.retry(answered, { times: 500, schedule: Schedule.spaced("20 millis") })
      assert.notStrictEqual(postmaster(dataDir), dead)
      assert.include(readFileSync(join(dataDir, "postgres.1.log"), "utf8"), `[${dead}]`)
      assert.notInclude(readFileSync(join(dataDir, "postgres.log"), "utf8"), `[${dead}]`)
      assert.include(told.join(), `{"ended":"SIGKILL","log":"${join(dataDir, "postgres.1.log")}"}`)
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(JSON.stringify(message)))])))
  })

  it.live("retries the restart however often the system refuses it", () => {
    const told: Array<string> = []
    return Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const url = yield* start(dataDir)
      const inTheWay = join(dataDir, "postgres.1.log")
      mkdirSync(inTheWay)
      process.kill(postmaster(dataDir), "SIGKILL")
      assert.isTrue(yield* until(() => told.some((line) => line.includes("EISDIR")), 60_000))
      rmdirSync(inTheWay)
      const answered = Effect.scoped(Effect.flatMap(client(url), (sql) => sql`SELECT 1`))
      yield* Effect.retry(answered, { times: 500, schedule: Schedule.spaced("20 millis") })
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(JSON.stringify(message)))])))
  })

  it.live("discards a first start that was interrupted, and creates the database again", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const left = join(dataDir, "postgres.new-12345")
      mkdirSync(left)
      writeFileSync(join(left, "PG_VERSION"), "18\n")
      writeFileSync(`${left}.password`, "half")
      const sql = yield* client(yield* start(dataDir))
      assert.strictEqual((yield* sql`SELECT 1`).length, 1)
      assert.isFalse(existsSync(left) || existsSync(`${left}.password`))
    })
  )

  it.live("says so when the folder belongs to another version of PostgreSQL", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      mkdirSync(join(dataDir, "postgres"))
      writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n")
      const error = yield* Effect.flip(Effect.scoped(start(dataDir)))
      assert.include(
        error.message,
        "it was created by PostgreSQL 15, and this version of Trunkline comes with PostgreSQL 18"
      )
      // Following that advice would lead to an empty desk.
      assert.notInclude(error.message, "Set DATA_DIR to another folder")
    })
  )

  it.live("stops its server with its scope, even while a client is connected", () =>
    Effect.gen(function* () {
      const dataDir = yield* startedBefore
      const scope = yield* Scope.make()
      const url = yield* Scope.provide(start(dataDir), scope)
      yield* client(url)
      const pid = postmaster(dataDir)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(alive(pid))
    })
  )
})
