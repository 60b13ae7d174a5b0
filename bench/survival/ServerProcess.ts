import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { request } from "undici"
import { freePort } from "../../src/runtime/freePort.ts"
import { serverArguments } from "../serverArguments.ts"

/** Milliseconds within which a server must be ready; otherwise its start has failed. */
const startLimit = 60_000

/** A server that responds: where it is, and its data. */
export interface Running {
  readonly origin: string
  readonly smtpPort: number
  readonly key: string
  readonly brandId: string
  readonly supportAddress: string
  /** When it became ready, on the clock of `performance.now()`, and the milliseconds since its start. */
  readonly readyAt: number
  readonly readyAfter: number
}

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals

/** A process of the product as `npm start` runs it, with `folder` as its DATA_DIR. */
export interface ServerProcess {
  readonly pid: number
  readonly ended: Promise<Ending>
  readonly hasEnded: () => boolean
  /**
   * Resolves once `enough` returns true. Rejects with the end of the log if the process ends first, since nobody told it to.
   */
  readonly until: (enough: () => boolean) => Promise<void>
  /** Does the same for `work` that needs the process. */
  readonly during: <A>(work: Promise<A>) => Promise<A>
  /** Resolves once a call with its own key returns 200; resolves to undefined if it ends first or takes too long. */
  readonly ready: Promise<Running | undefined>
}

/** Lines of the log that are reported when a server ended by itself. */
const lastWords = 5

/** Starts the product on a data folder. Its output is appended to `folder`.log. */
export const launch = async (folder: string, settings: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const [port, smtpPort] = [
    await Effect.runPromise(freePort("127.0.0.1")),
    await Effect.runPromise(freePort("127.0.0.1"))
  ]
  const logFile = `${folder}.log`
  const log = openSync(logFile, "a")
  const startedAt = performance.now()
  const child = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: folder,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      RATE_LIMIT_PER_MINUTE: "10000000",
      LOG_LEVEL: "warn",
      LOG_FORMAT: "json",
      // Nothing listens there, so lookups fail immediately.
      DNS_SERVERS: "127.0.0.1:1",
      ...settings
    },
    stdio: ["ignore", log, log]
  })
  closeSync(log)
  const ended = new Promise<Ending>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? Number.NaN))
  )
  const until = async (enough: () => boolean) => {
    while (!enough()) {
      if (hasEnded(child)) {
        const said = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-lastWords)
        throw new Error([`a server ended by itself, with ${await ended}`, ...said].join("\n"))
      }
      await sleep(5)
    }
  }
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => hasEnded(child),
    until,
    during: async (work) => {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      await until(() => isDone)
      return await work
    },
    ready: becomeReady(child, folder, { port, smtpPort, startedAt })
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const becomeReady = async (
  child: ChildProcess,
  folder: string,
  { port, smtpPort, startedAt }: { readonly port: number; readonly smtpPort: number; readonly startedAt: number }
): Promise<Running | undefined> => {
  const origin = `http://127.0.0.1:${port}`
  while (!hasEnded(child) && performance.now() - startedAt < startLimit) {
    const facts = factsOf(folder)
    const status = facts === undefined ? 0 : await statusOf(`${origin}/v1/brands`, facts.liveKey)
    const readyAt = performance.now()
    if (facts !== undefined && status === 200) {
      const { brandId, liveKey: key, supportAddress } = facts
      return { origin, smtpPort, key, brandId, supportAddress, readyAt, readyAfter: readyAt - startedAt }
    }
    await sleep(10)
  }
  return undefined
}

interface Facts {
  readonly liveKey: string
  readonly brandId: string
  readonly supportAddress: string
}

const factsOf = (folder: string): Facts | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8")) as Facts
  } catch {
    return undefined
  }
}

const statusOf = (url: string, key: string) =>
  request(url, { headers: { authorization: `Bearer ${key}` }, reset: true }).then(
    async ({ body, statusCode }) => {
      await body.dump()
      return statusCode
    },
    () => 0
  )

/** A process together with its start time in clock ticks, which tells it apart from a later process with the same pid. */
export interface TreeProcess {
  readonly pid: number
  readonly began: string
}

/** A process and its descendants: the server, its readers, PostgreSQL and its backends. */
export const processTree = (root: number): ReadonlyArray<TreeProcess> => {
  const all = readdirSync("/proc").flatMap((name) => {
    const found = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    return found === undefined ? [] : [found]
  })
  const below = (parent: number): ReadonlyArray<TreeProcess> =>
    all.filter(({ ppid }) => ppid === parent).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter(({ pid }) => pid === root), ...below(root)]
}

/** Kills a process and all its descendants, as a power cut would. */
export const killTree = (root: number) => {
  for (const { pid } of processTree(root)) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** The processes that are still running. A zombie counts as dead. */
export const alive = (processes: ReadonlyArray<TreeProcess>) =>
  processes.filter(({ began, pid }) => {
    const found = statOf(pid)
    return found !== undefined && found.began === began && found.state !== "Z"
  })

/** See https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const statOf = (pid: number) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [state = "", ppid = ""] = fields
    return { pid, ppid: Number(ppid), state, began: fields[19] ?? "" }
  } catch {
    return undefined
  }
}
