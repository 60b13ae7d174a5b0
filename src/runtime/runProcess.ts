import { Cause, Effect, Exit, type Fiber } from "effect"
import { lastingOutput } from "./lastingOutput.ts"
import { sentenceOf } from "./sentenceOf.ts"

/** Milliseconds that stopping may take before the process exits anyway. Everything acknowledged is already safe. */
let stopLimit = 9_500
/** Milliseconds within which further signals count as the first one, because a terminal and npm both forward Ctrl-C. */
const oneWish = 500
/** Milliseconds between checks whether the shell in which npm runs us is still there. */
const shellLook = 250

/** Allows this many more milliseconds for stopping, for a program that waits before it stops. */
export const grantToStop = (milliseconds: number): void => {
  stopLimit += milliseconds
}

/**
 * Runs `program` as the main program of this process. SIGINT, SIGTERM and SIGHUP interrupt it, as does the end of the shell
 * in which npm runs it: its layers close in order, and the process exits with 0. A second signal, or the time limit, exits
 * at once with 1. A failure exits with 1 and one sentence on standard error; for a defect, which is a bug, the sentence also
 * says how to see the stack.
 */
export const runProcess = <E>(program: Effect.Effect<unknown, E>): void => {
  lastingOutput()
  const fiber = Effect.runFork(program)
  // Keeps the event loop alive: while layers wait, nothing else may do so.
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

/** npm forwards SIGTERM to the shell in which it runs us, and the shell exits without signalling us. */
const whenOrphaned = (stop: () => void): void => {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && stop(), shellLook).unref()
}

/** Writes a sentence for whoever started the process, or a line of the log if that is JSON. */
const say = (message: string, level = "INFO") =>
  process.stderr.write(
    process.env["LOG_FORMAT"] === "json"
      ? `${JSON.stringify({ timestamp: new Date().toISOString(), level, message })}\n`
      : `${message}\n`
  )
