import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"

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

/** The product as a person runs it: a process of its own, with its own data folder and database. */
export interface RunningServer {
  readonly facts: Facts
  readonly process: ChildProcess
  /** Everything it has printed. */
  readonly printed: () => string
  /** What of it are logs: standard error. */
  readonly logged: () => string
  /** Sends the signal and waits for the end: the exit code, or the signal's name. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | string>
}

/** A folder for one installation; whatever still runs in it ends with the scope. */
export const installation = Effect.acquireRelease(
  Effect.sync(() => {
    const dataDir = mkdtempSync(join(tmpdir(), "trunkline journey "))
    const servers: Array<RunningServer> = []
    return { dataDir, servers }
  }),
  ({ dataDir, servers }) =>
    Effect.promise(async () => {
      for (const server of servers) await server.stop("SIGTERM")
      rmSync(dataDir, { recursive: true, force: true })
    })
)

/** Starts the server on the installation and waits until it answers. */
export const start = (
  { dataDir, servers }: { readonly dataDir: string; readonly servers: Array<RunningServer> },
  environment: Record<string, string> = {}
) =>
  Effect.gen(function* () {
    const ports = { http: yield* freePort("127.0.0.1"), smtp: yield* freePort("127.0.0.1") }
    const server = yield* Effect.promise(() => startOn(ports, dataDir, environment))
    servers.push(server)
    return server
  })

const startOn = async (
  ports: { readonly http: number; readonly smtp: number },
  dataDir: string,
  environment: Record<string, string>
): Promise<RunningServer> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "src/main.mjs"], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PORT: String(ports.http),
      SMTP_PORT: String(ports.smtp),
      LOG_FORMAT: "json",
      // Nobody answers there, and says so at once: tests ask nothing of the world.
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
      const answer = await fetch(`http://127.0.0.1:${ports.http}/v1/ready`).catch(() => undefined)
      if (answer?.ok === true && printed.includes("Ctrl-C stops everything")) return true
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return false
  }
  if (!(await ready())) throw new Error(`the server ended before it was ready:\n${printed}`)
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
