import { Worker } from "node:worker_threads"
import { Clock, Duration, Effect, Schema, type Scope } from "effect"
import type { MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import { DnsResolver, type Resolve } from "../../src/runtime/DnsResolver.ts"
import { checkBudget, unknown } from "./authenticateMail.ts"
import type { MailToCheck, Order, Report } from "./serveAuthentication.ts"

/**
 * If a thread does not even report its own timeout by then, an email is blocking it: it is terminated, and the other emails
 * get a new one.
 */
const patience = Duration.millis(checkBudget + 2_000)
/** Milliseconds. An idle thread is terminated after this, which frees some 30 MB. */
const idle = 30_000

const program = new URL("./authenticateThread.mjs", import.meta.url)

/** The thread ended before it had answered for the emails that it had. */
class ThreadEnded extends Schema.TaggedError<ThreadEnded>()("ThreadEnded", { reason: Schema.String }) {}
/** The email cannot be checked. */
class NotChecked extends Schema.TaggedError<NotChecked>()("NotChecked", { reason: Schema.String }) {}

interface Thread {
  readonly worker: Worker
  /** The callbacks waiting for results, by order id. */
  readonly waiting: Map<number, (found: Effect.Effect<MailAuthentication, ThreadEnded | NotChecked>) => void>
  resting?: NodeJS.Timeout
}

/**
 * Authenticates emails (`authenticateMail`) in worker threads, so that no email, whatever it contains, blocks the main
 * thread. Messages in files, which take seconds where others take milliseconds, have a thread of their own. Never fails: an
 * email that blocks its thread counts as unauthenticated, and those beside it are checked once more. What stays unknown
 * because of the thread is a `temperror`, as the cause is not in the email; only what mailauth cannot process is a `permerror`.
 */
export const make = (
  limit: Duration.Duration = patience
): Effect.Effect<(mail: MailToCheck) => Effect.Effect<MailAuthentication>, never, Scope.Scope | DnsResolver> =>
  Effect.gen(function* () {
    const { resolve } = yield* DnsResolver
    const small = yield* checker(resolve, limit)
    const large = yield* checker(resolve, limit)
    return (mail) => ("path" in mail.source ? large : small)(mail)
  })

const checker = Effect.fnUntraced(function* (resolve: Resolve, limit: Duration.Duration) {
  let running: Thread | undefined
  let serial = 0
  const end = (thread: Thread | undefined) => {
    // Of the emails that it blocks, each ends it.
    if (running !== thread) return
    running = undefined
    clearTimeout(thread?.resting)
    return thread?.worker.terminate()
  }
  yield* Effect.addFinalizer(() => Effect.promise(async () => end(running)))

  const begin = (): Thread => {
    const thread = started(resolve, () => {
      if (running === thread) running = undefined
    })
    running = thread
    return thread
  }

  const wake = (): Thread => {
    const thread = running ?? begin()
    clearTimeout(thread.resting)
    return thread
  }

  const checkedBy = (thread: Thread, mail: MailToCheck) =>
    Effect.callback<MailAuthentication, ThreadEnded | NotChecked>((resume) => {
      const id = ++serial
      const done = () => {
        thread.waiting.delete(id)
        if (thread.waiting.size === 0) thread.resting = setTimeout(() => end(thread), idle).unref()
      }
      thread.waiting.set(id, (found) => {
        done()
        resume(found)
      })
      thread.worker.postMessage({ id, mail } satisfies Order)
      return Effect.sync(done)
    }).pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () =>
          Effect.sync(() => {
            end(thread)
            return unknown("temperror")
          })
      })
    )

  return (mail: MailToCheck) =>
    Effect.suspend(() => checkedBy(wake(), mail)).pipe(
      Effect.retry({ times: 1, while: ({ _tag }) => _tag === "ThreadEnded" }),
      // Real time, because DNS runs on it, whatever clock a test provides.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.catch(({ _tag, reason }) =>
        Effect.as(
          Effect.logWarning("An email could not be authenticated", reason),
          unknown(_tag === "ThreadEnded" ? "temperror" : "permerror")
        )
      )
    )
})

const started = (resolve: Resolve, ended: () => void): Thread => {
  const worker = new Worker(program)
  const waiting: Thread["waiting"] = new Map()
  const fail = (reason: string) => {
    ended()
    for (const settle of waiting.values()) settle(Effect.fail(new ThreadEnded({ reason })))
  }
  const answer = (order: Order) => worker.postMessage(order)
  worker
    // The sender is our own program, so these are all the cases.
    .on("message", (report: Report) => {
      if ("found" in report) waiting.get(report.id)?.(Effect.succeed(report.found))
      else if ("failure" in report) waiting.get(report.id)?.(Effect.fail(new NotChecked({ reason: report.failure })))
      else
        resolve(report.name, report.type).then(
          (records) => answer({ question: report.question, answer: records }),
          (error) => answer({ question: report.question, failure: String(error.message), code: error.code })
        )
    })
    .on("error", (error) => fail(String(error)))
    .on("exit", (code) => fail(`it ended with ${code}`))
  worker.unref()
  return { worker, waiting }
}
