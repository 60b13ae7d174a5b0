import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { Duration, Effect, Schedule, Schema, type Scope } from "effect"

/** The longest time a server may take to become ready; one that takes longer never will. */
const longestStart = Duration.seconds(60)
/** How long after SIGTERM a server may take to end before it is killed. */
const longestStop = Duration.seconds(10)
/** Interval between readiness checks, and therefore the resolution of measured start times. */
const askEvery = Duration.millis(10)

/** A benchmark server did not start, or ended early. `log` is the end of its output. */
export class ServerFailed extends Schema.TaggedError<ServerFailed>()("ServerFailed", {
  command: Schema.String,
  log: Schema.String
}) {
  override get message() {
    return `${this.command} did not come up; it wrote last:\n${this.log}`
  }
}

export interface ChildServerOptions {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** The whole environment except PATH and HOME, so that the settings of whoever runs the benchmark do not leak in. */
  readonly env: Readonly<Record<string, string>>
  /** The file that receives its output. */
  readonly log: string
}

/** Starts a server process, waits until `ready` succeeds, and stops it when the scope closes. Returns its process id. */
export const startChildServer = <R>(
  options: ChildServerOptions,
  ready: Effect.Effect<void, unknown, R>
): Effect.Effect<number, ServerFailed, R | Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => launch(options)),
      stop
    )
    const failed = Effect.suspend(() =>
      Effect.fail(new ServerFailed({ command: [options.command, ...options.args].join(" "), log: logEnd(options.log) }))
    )
    const watch = Effect.suspend(() => (isRunning(child) ? Effect.void : failed))
    yield* Effect.raceFirst(
      ready.pipe(Effect.retry(Schedule.spaced(askEvery)), Effect.timeout(longestStart)),
      watch.pipe(Effect.repeat(Schedule.spaced(askEvery)))
    ).pipe(Effect.catch(() => failed))
    return child.pid ?? (yield* failed)
  })

const launch = (options: ChildServerOptions) => {
  const log = openSync(options.log, "a")
  const child = spawn(options.command, options.args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...options.env },
    stdio: ["ignore", log, log]
  })
  closeSync(log)
  // a command that cannot be started never gets a pid; `startChildServer` reports that
  child.once("error", () => {})
  return child
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

const stop = (child: ChildProcess) =>
  Effect.suspend(() => {
    if (!isRunning(child)) return Effect.void
    const exit = Effect.promise(() => once(child, "exit"))
    child.kill("SIGTERM")
    return exit.pipe(
      Effect.timeoutOrElse({
        duration: longestStop,
        orElse: () => Effect.sync(() => child.kill("SIGKILL"))
      })
    )
  })

const logEnd = (path: string) => readFileSync(path, "utf8").split("\n").slice(-20).join("\n")
