import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Redacted } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"
import { copyMigrated, freshDatabase } from "./TestDatabase.ts"

/** What the first start writes for scripts (docs/operations.md). */
export interface Facts {
  readonly apiUrl: string
  readonly smtpHost: string
  readonly smtpPort: number
  readonly brandId: string
  readonly brandSlug: string
  readonly supportAddress: string
  readonly liveKey: string
  readonly testKey: string
  readonly testBrandId: string
}

/** The product as a user runs it: a separate process with its own data folder and database. */
export interface RunningServer {
  readonly facts: Facts
  readonly process: ChildProcess
  /** Everything it has printed. */
  readonly printed: () => string
  /** The logs among that: standard error. */
  readonly logged: () => string
  /** Sends the signal and waits for the end: the exit code, or the name of the signal. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | string>
}

/** Where servers run, one after another. */
interface Place {
  readonly dataDir: string
  readonly servers: Array<RunningServer>
  /** Settings of every server that runs there. */
  readonly settings: Record<string, string>
}

/** A folder for one installation; whatever still runs in it ends with the scope. */
const place = (settings: Place["settings"]) =>
  Effect.acquireRelease(
    Effect.sync((): Place => ({ dataDir: mkdtempSync(join(tmpdir(), "trunkline journey ")), servers: [], settings })),
    ({ dataDir, servers }) =>
      Effect.promise(async () => {
        for (const server of servers) await server.stop("SIGTERM")
        rmSync(dataDir, { recursive: true, force: true })
      })
  )

/** An installation with its embedded database, which its first start creates. */
export const installation = place({})

/** The same with a database that exists and has every table already. */
export const migratedInstallation = Effect.tap(installation, ({ dataDir }) => copyMigrated(dataDir))

/** An installation on a database of the test run's PostgreSQL: no cluster to initialize, nothing to migrate. */
export const hostedInstallation = Effect.flatMap(freshDatabase, (url) =>
  place({ DATABASE_URL: Redacted.value(url), ENCRYPTION_KEY: randomBytes(32).toString("base64") })
)

/** The port was taken between our finding it free and the server listening on it. */
class PortTaken extends Error {}

/** Starts the server of the installation on free ports, and waits until it is ready. */
export const start = ({ dataDir, servers, settings }: Place, environment: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const ports = { http: yield* freePort("127.0.0.1"), smtp: yield* freePort("127.0.0.1") }
    const server = yield* Effect.tryPromise({
      try: () => startOn(ports, dataDir, { ...settings, ...environment }),
      catch: (error) => error
    })
    servers.push(server)
    return server
  }).pipe(
    Effect.retry({ times: 3, while: (error) => error instanceof PortTaken && environment["PORT"] === undefined }),
    Effect.orDie
  )

const startOn = async (
  ports: { readonly http: number; readonly smtp: number },
  dataDir: string,
  environment: Record<string, string>
): Promise<RunningServer> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "dist/main.mjs"], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PORT: String(ports.http),
      SMTP_PORT: String(ports.smtp),
      // Nothing listens there, so lookups fail immediately: tests never use the network.
      DNS_SERVERS: "127.0.0.1:1",
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [printed, logged] = ["", ""]
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()))
  child.stderr.on("data", (data: Buffer) => {
    printed += data.toString()
    logged += data.toString()
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? ""))
  )
  const ready = async () => {
    while (child.exitCode === null && child.signalCode === null) {
      // Polls only once the server says that it runs: test and server share two processors.
      const says = /Ctrl-C stops everything|"Trunkline is running"/.test(printed)
      if (says && (await fetch(`http://127.0.0.1:${ports.http}/v1/ready`).catch(() => undefined))?.ok === true)
        return true
      await sleep(25)
    }
    return false
  }
  if (!(await ready())) {
    const ending = `the server ended before it was ready:\n${printed}`
    throw printed.includes("is already in use") ? new PortTaken(ending) : new Error(ending)
  }
  return {
    facts: JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as Facts,
    process: child,
    printed: () => printed,
    logged: () => logged,
    stop: (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    }
  }
}
