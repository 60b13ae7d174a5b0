import { Worker } from "node:worker_threads"
import { Clock, Duration, Effect, Schema, type Scope } from "effect"
import type { MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import { DnsResolver, type Resolve } from "../../src/runtime/DnsResolver.ts"
import { checkBudget, unknown } from "./authenticateMail.ts"
import type { MailToCheck, Order, Report } from "./serveAuthentication.ts"

/** A thread that has not even said by then that the time is up is held by a mail: it is ended, and others have a new one. */
const patience = Duration.millis(checkBudget + 2_000)
/** Milliseconds after which a thread that had nothing to do is ended, and gives its memory back: some 30 MB. */
const idle = 30_000

const program = new URL("./authenticateThread.mjs", import.meta.url)

/** The thread is gone, and nobody knows of the mails that it had. */
class ThreadEnded extends Schema.TaggedError<ThreadEnded>()("ThreadEnded", { reason: Schema.String }) {}
/** The mail is none that can be checked. */
class NotChecked extends Schema.TaggedError<NotChecked>()("NotChecked", { reason: Schema.String }) {}

interface Thread {
  readonly worker: Worker
  /** Who waits for the answer of which number. */
  readonly waiting: Map<number, (found: Effect.Effect<MailAuthentication, ThreadEnded | NotChecked>) => void>
  resting?: NodeJS.Timeout
}

/**
 * Checks mail (`authenticateMail`) in threads of their own, so that no mail, whatever is in it, holds up this one. Messages
 * in files, which take seconds where others take milliseconds, have one for themselves. Never fails: of a mail that holds its
 * thread up nothing is known, and those beside it are checked again.
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
    if (running === thread) running = undefined
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
      // Real time: DNS lives in it, whatever clock a test has set.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.catch(({ reason }) =>
        Effect.as(Effect.logWarning("An email could not be authenticated", reason), unknown("permerror"))
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
    // Our own program at the other end says nothing else.
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
