import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { request } from "undici"
import { freePort } from "../../src/runtime/freePort.ts"
import { serverArguments } from "../serverArguments.ts"

/** Milliseconds in which a server must be ready; one that is not has failed to start. */
const startLimit = 60_000

/** A server that answers: where it is, and what it belongs to. */
export interface Running {
  readonly origin: string
  readonly smtpPort: number
  readonly key: string
  readonly brandId: string
  readonly supportAddress: string
  /** When it was ready, as `performance.now()` counts, and how many milliseconds that took from its start. */
  readonly readyAt: number
  readonly readyAfter: number
}

/** What became of a process: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals

/** A process of the product as `npm start` runs it, on `folder` as its DATA_DIR. */
export interface ServerProcess {
  readonly pid: number
  readonly ended: Promise<Ending>
  readonly hasEnded: () => boolean
  /** Resolves once `enough` says so; fails, with the end of its log, when it ends before: nobody has told it to. */
  readonly until: (enough: () => boolean) => Promise<void>
  /** The same of work that needs it. */
  readonly during: <A>(work: Promise<A>) => Promise<A>
  /** Resolves once a call with its own key is answered 200; undefined when it ended before, or took too long. */
  readonly ready: Promise<Running | undefined>
}

/** Lines of the log that tell why a server ended by itself. */
const lastWords = 5

/** Starts the product on a data folder. What it writes is appended to `folder`.log. */
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
      // Nobody answers there, and says so at once.
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

/** A process as it cannot be mistaken for a later one with its number: when it began, in clock ticks. */
export interface TreeProcess {
  readonly pid: number
  readonly began: string
}

/** A process and all below it: the server, its readers, PostgreSQL and its backends. */
export const processTree = (root: number): ReadonlyArray<TreeProcess> => {
  const all = readdirSync("/proc").flatMap((name) => {
    const found = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    return found === undefined ? [] : [found]
  })
  const below = (parent: number): ReadonlyArray<TreeProcess> =>
    all.filter(({ ppid }) => ppid === parent).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter(({ pid }) => pid === root), ...below(root)]
}

/** Kills a process and all below it, as a power cut would. */
export const killTree = (root: number) => {
  for (const { pid } of processTree(root)) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Those that still run. A zombie is dead. */
export const alive = (processes: ReadonlyArray<TreeProcess>) =>
  processes.filter(({ began, pid }) => {
    const found = statOf(pid)
    return found !== undefined && found.began === began && found.state !== "Z"
  })

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
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
