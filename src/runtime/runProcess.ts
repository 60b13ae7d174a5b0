import { Cause, Effect, Exit, type Fiber } from "effect"
import { lastingOutput } from "./lastingOutput.ts"
import { sentenceOf } from "./sentenceOf.ts"

/** Milliseconds that stopping may take before the process ends regardless; what it acknowledged is already safe. */
let stopLimit = 9_500
/** Signals within so many milliseconds of the first are one wish: a terminal and npm both pass Ctrl-C on. */
const oneWish = 500
/** Milliseconds between two looks at whether the shell is there that npm runs us in. */
const shellLook = 250

/** Gives the program so many milliseconds more, in which it waits before it stops. */
export const grantToStop = (milliseconds: number): void => {
  stopLimit += milliseconds
}

/**
 * Runs `program` as the whole life of this process. SIGINT, SIGTERM and SIGHUP interrupt it, so that its layers close
 * in order, and the process ends with 0, as does the end of the shell that npm runs it in; a second signal, or the limit, ends it at once with 1. A failure ends it with
 * 1 and one sentence on standard error; a defect, which is a mistake of ours, also names the way to its stack.
 */
export const runProcess = <E>(program: Effect.Effect<unknown, E>): void => {
  lastingOutput()
  const fiber = Effect.runFork(program)
  // Nothing else may be holding the event loop open while layers wait.
  const heldOpen = setInterval(() => {}, 2 ** 30)
  stopOnSignals(fiber)
  fiber.addObserver((exit) => {
    clearInterval(heldOpen)
    if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) process.exit(0)
    say(sentenceOf(exit.cause, process.env.LOG_LEVEL === "debug"), "ERROR")
    process.exit(1)
  })
}

const stopOnSignals = (fiber: Fiber.Fiber<unknown, unknown>): void => {
  let since: number | undefined
  const stop = () => {
    if (since !== undefined) {
      if (performance.now() - since > oneWish) process.exit(1)
      return
    }
    since = performance.now()
    say("Stopping. Press Ctrl-C again to stop at once.")
    setTimeout(() => {
      say("Something did not stop in time; exiting now.", "ERROR")
      process.exit(1)
    }, stopLimit).unref()
    fiber.interruptUnsafe()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop)
  if (process.env["npm_lifecycle_event"] !== undefined) whenOrphaned(() => since ?? stop())
}

/** npm passes SIGTERM on to the shell that it runs us in, which ends without a word to us. */
const whenOrphaned = (stop: () => void): void => {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && stop(), shellLook).unref()
}

/** A sentence to whoever started this, or another line of the log where that is JSON. */
const say = (message: string, level = "INFO") =>
  process.stderr.write(
    process.env["LOG_FORMAT"] === "json"
      ? `${JSON.stringify({ timestamp: new Date().toISOString(), level, message })}\n`
      : `${message}\n`
  )
