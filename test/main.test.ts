import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { freePort } from "../src/runtime/freePort.ts"
import { clearLeftovers, until } from "../src/sql/embedded/Postmaster.ts"
import { hostedInstallation, start } from "./support/RunningServer.ts"
import { copyMigrated, freshDatabase } from "./support/TestDatabase.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline main "))),
  (made) =>
    Effect.andThen(
      Effect.orDie(clearLeftovers(join(made, "data", "postgres"))),
      Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
)

/** The same after an earlier start, which has created the database. */
const startedBefore = Effect.tap(folder, (cwd) => {
  mkdirSync(join(cwd, "data"), { mode: 0o711 })
  return copyMigrated(join(cwd, "data"))
})

/** Trunkline as a user starts it, in a working folder of its own, on free ports. */
const trunkline = (cwd: string, env: Record<string, string> = {}, args: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [join(process.cwd(), "dist/main.mjs"), ...args], {
        cwd,
        env: { PATH: process.env["PATH"], PORT: "0", SMTP_PORT: "0", ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
      const output = { stdout: "", stderr: "" }
      child.stdout.on("data", (chunk) => (output.stdout += chunk))
      child.stderr.on("data", (chunk) => (output.stderr += chunk))
      return { child, output, closed: once(child, "close") }
    }),
    ({ child, closed }) =>
      Effect.promise(async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
        await closed
      })
  )

const ended = (process: { readonly child: ChildProcess; readonly closed: Promise<unknown> }) =>
  Effect.promise(async () => {
    await process.closed
    return process.child.exitCode
  })

const postmasterFile = (cwd: string) => join(cwd, "data", "postgres", "postmaster.pid")
const databaseIsUp = (cwd: string) => () =>
  existsSync(postmasterFile(cwd)) && readFileSync(postmasterFile(cwd), "utf8").includes("ready")

/** A session that locks a table until it is told to roll back. */
const holding = (url: string, table: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query(`BEGIN; LOCK TABLE ${table}`)
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

it.live("reports an invalid setting with only its sentence, on standard error, and fails", () =>
  Effect.gen(function* () {
    const started = yield* trunkline(yield* folder, { PORT: "lots" })
    assert.strictEqual(yield* ended(started), 1)
    assert.strictEqual(
      started.output.stderr,
      'PORT is "lots", but must be a whole number from 1 to 65535, or 0 (any free port).\n'
    )
    assert.strictEqual(started.output.stdout, "")
  })
)

it.live("reports an unreadable certificate with only its sentence, before anything is started", () =>
  Effect.gen(function* () {
    const cwd = yield* folder
    const started = yield* trunkline(cwd, { SMTP_PORT: "2525", SMTP_TLS_CERT: "none.pem", SMTP_TLS_KEY: "none.key" })
    assert.strictEqual(yield* ended(started), 1)
    assert.strictEqual(
      started.output.stderr,
      'SMTP_TLS_CERT is "none.pem", but must name a PEM file that this user may read.\n'
    )
    assert.isFalse(existsSync(join(cwd, "data", "postgres")))
  })
)

it.live("reports a data folder that cannot be created with only its sentence", () =>
  Effect.gen(function* () {
    const cwd = yield* folder
    writeFileSync(join(cwd, "file"), "")
    const started = yield* trunkline(cwd, { DATA_DIR: join(cwd, "file") })
    assert.strictEqual(yield* ended(started), 1)
    assert.match(started.output.stderr, /^The data folder .*file cannot be used \(.*\): set DATA_DIR to .*\.\n$/)
  })
)

it.live.runIf(existsSync("/proc/self"))("reports a data folder where none can be created, without waiting for it", () =>
  Effect.gen(function* () {
    const started = yield* trunkline(yield* folder, { DATA_DIR: "/proc/trunkline" })
    assert.strictEqual(yield* ended(started), 1)
    assert.match(
      started.output.stderr,
      /^The data folder \/proc\/trunkline cannot be used \(.*\): set DATA_DIR to .*\.\n$/
    )
  })
)

it.live("reports a variable that is nearly a setting in one sentence, without its value", () =>
  Effect.gen(function* () {
    const started = yield* trunkline(yield* folder, { DATABSE_URL: "postgres://app:hunter2@localhost/app" })
    assert.strictEqual(yield* ended(started), 1)
    assert.match(started.output.stderr, /^The environment sets DATABSE_URL, .* looks like DATABASE_URL: .*\.\n$/)
    assert.notInclude(started.output.stderr, "hunter2")
  })
)

it.live("reports a URL that is not a database's in one sentence, without the password", () =>
  Effect.gen(function* () {
    const started = yield* trunkline(yield* folder, { DATABASE_URL: "mysql://app:hunter2@localhost/app" })
    assert.strictEqual(yield* ended(started), 1)
    assert.match(started.output.stderr, /^DATABASE_URL must be an address like .*\.\n$/)
    assert.notInclude(started.output.stderr, "hunter2")
  })
)

it("is started the same way by npm, in the image, and by the systemd unit in the documentation", () => {
  const { start } = JSON.parse(readFileSync("package.json", "utf8")).scripts
  const image = /^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "[]"
  const command = JSON.parse(image).join(" ")
  assert.strictEqual(start, `npm run setup && ${command}`)
  const unit = `\nExecStartPre=/usr/bin/npm run setup\nExecStart=/opt/trunkline/node_modules/.bin/${command}\n`
  assert.include(readFileSync("docs/operations.md", "utf8"), unit)
})

it.live("shows its help and exits successfully", () =>
  Effect.gen(function* () {
    const cwd = yield* folder
    const started = yield* trunkline(cwd, {}, ["--help"])
    assert.strictEqual(yield* ended(started), 0)
    assert.include(started.output.stdout, "DATABASE_URL")
    assert.isFalse(existsSync(join(cwd, "data")))
  })
)

it.live.runIf(existsSync("/proc/self"))("exits successfully when npm's shell ends, which SIGTERM to npm causes", () =>
  Effect.gen(function* () {
    const cwd = yield* startedBefore
    const pidFile = join(cwd, "pid")
    const command = `"${process.execPath}" "${join(process.cwd(), "dist/main.mjs")}" & echo $! > "${pidFile}"; wait`
    const shell = spawn("sh", ["-c", command], {
      cwd,
      env: { PATH: process.env["PATH"], PORT: "0", SMTP_PORT: "0", npm_lifecycle_event: "start" },
      stdio: "ignore"
    })
    assert.isTrue(yield* until(databaseIsUp(cwd), 60_000))
    shell.kill("SIGTERM")
    const node = `/proc/${readFileSync(pidFile, "utf8").trim()}`
    const isGone = yield* until(() => !existsSync(node), 20_000)
    if (!isGone) process.kill(Number(node.slice("/proc/".length)), "SIGKILL")
    assert.isTrue(isGone)
    assert.isFalse(existsSync(postmasterFile(cwd)))
  })
)

for (const [signal, before] of [
  ["SIGINT", folder],
  ["SIGTERM", startedBefore]
] as const) {
  it.live(`exits successfully on ${signal}, along with its database, and starts again`, () =>
    Effect.gen(function* () {
      const cwd = yield* before
      for (const _ of [1, 2]) {
        const started = yield* trunkline(cwd)
        assert.isTrue(yield* until(databaseIsUp(cwd), 60_000), started.output.stderr)
        started.child.kill(signal)
        assert.strictEqual(yield* ended(started), 0, started.output.stderr)
        assert.isFalse(existsSync(postmasterFile(cwd)))
      }
    })
  )
}

it.live(
  "keeps serving for STOP_DELAY after the first signal, reporting that it is not ready; a second signal ends it",
  () =>
    Effect.gen(function* () {
      const place = yield* hostedInstallation
      const server = yield* start(place, { STOP_DELAY: "60 seconds" })
      const { apiUrl, brandId, liveKey } = server.facts
      const url = apiUrl.replace(/\/v1$/, "")
      const answer = (path: string, init?: RequestInit) => Effect.promise(() => fetch(`${url}/v1${path}`, init))
      server.process.kill("SIGTERM")
      while ((yield* answer("/ready")).ok) yield* Effect.yieldNow
      const { status } = yield* answer(`/brands/${brandId}/tickets`, {
        method: "POST",
        headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json" },
        body: JSON.stringify({ title: "Just in time", customerEmail: "ada@example.com" })
      })
      assert.strictEqual(status, 201)
      while (server.process.exitCode === null) {
        server.process.kill("SIGTERM")
        yield* Effect.sleep("50 millis")
      }
      assert.strictEqual(server.process.exitCode, 1)

      const again = yield* start(place, { STOP_DELAY: "1 millis" })
      assert.strictEqual(yield* Effect.promise(() => again.stop("SIGTERM")), 0)
    })
)

it.live("recovers after it was killed at any moment of the start", () =>
  Effect.gen(function* () {
    const cwd = yield* folder
    for (const moment of [300, 500, 700, 900, 1100]) {
      const killed = yield* trunkline(cwd)
      yield* Effect.sleep(moment)
      killed.child.kill("SIGKILL")
      yield* ended(killed)
    }
    const started = yield* trunkline(cwd)
    assert.isTrue(yield* until(databaseIsUp(cwd), 60_000), started.output.stderr)
    started.child.kill("SIGTERM")
    assert.strictEqual(yield* ended(started), 0, started.output.stderr)
  })
)

it.live(
  "survives a database that is late for the last lines of a start: a serving node does not end because of it",
  () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* freshDatabase)
      const other = yield* holding(url, "magic_links")
      const settings = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString("base64"), LOG_FORMAT: "json" }
      const started = yield* trunkline(yield* folder, settings)
      const said = (text: string) => () => started.output.stderr.includes(text) || started.child.exitCode !== null
      yield* until(said("lock timeout"), 60_000)
      yield* Effect.promise(() => other.query("ROLLBACK"))
      yield* until(said("Trunkline is running"), 60_000)
      assert.isNull(started.child.exitCode, started.output.stderr)
    })
)

it.live("is ready only once credentials.json exists, for scripts that wait for it", () =>
  Effect.gen(function* () {
    const url = Redacted.value(yield* freshDatabase)
    const other = yield* holding(url, "accounts")
    const port = yield* freePort("127.0.0.1")
    const settings = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString("base64"), LOG_FORMAT: "json" }
    const cwd = yield* folder
    const started = yield* trunkline(cwd, { ...settings, PORT: String(port) })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/v1/ready`).then(
        ({ ok }) => ok,
        () => false
      )
    yield* until(() => started.output.stderr.includes("lock timeout") || started.child.exitCode !== null, 60_000)
    assert.isFalse(yield* Effect.promise(isReady), started.output.stderr)
    yield* Effect.promise(() => other.query("ROLLBACK"))
    while (!(yield* Effect.promise(isReady))) {
      assert.isNull(started.child.exitCode, started.output.stderr)
      yield* Effect.sleep("10 millis")
    }
    const facts = JSON.parse(readFileSync(join(cwd, "data", "credentials.json"), "utf8"))
    assert.containsAllKeys(facts, ["liveKey", "signInUrl"])
  })
)

it.live("keeps the owner's link valid if a start shows none: another node's, or one that was mailed", () =>
  Effect.gen(function* () {
    const settings = {
      DATABASE_URL: Redacted.value(yield* freshDatabase),
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      LOG_FORMAT: "json"
    }
    const [first, second] = [yield* folder, yield* folder]
    const runs = Effect.fnUntraced(function* (cwd: string) {
      const { child, output } = yield* trunkline(cwd, settings)
      const said = () => output.stderr.includes("Trunkline is running") || child.exitCode !== null
      yield* until(said, 60_000)
      assert.isNull(child.exitCode, output.stderr)
    })
    yield* runs(first)
    const { apiUrl, signInUrl } = JSON.parse(readFileSync(join(first, "data", "credentials.json"), "utf8"))
    yield* runs(second)
    const verified = yield* Effect.promise(() =>
      fetch(`${apiUrl}/v1/auth/verify`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: new URL(signInUrl).searchParams.get("token") })
      })
    )
    assert.strictEqual(verified.status, 200)
  })
)
