import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { Clock, Context, Duration, Effect, Layer, Schema, Semaphore } from "effect"
import type { MailBody, MailHead, RawMail, WorkerReply } from "./mime/Mail.ts"

export interface MimeParserLimits {
  /** Threads; each reads one message at a time. */
  readonly workers: number
  /** Longest that one message may be read. */
  readonly time: Duration.Duration
  /** MiB of memory that one thread may use. */
  readonly memory: number
  /** Longest that a message waits for a thread. */
  readonly wait: Duration.Duration
}

const defaults: MimeParserLimits = {
  workers: Math.min(4, availableParallelism()),
  time: Duration.seconds(10),
  memory: 256,
  wait: Duration.seconds(5)
}

/** A thread that had nothing to read for so long is ended, and gives its memory back. */
const idleLimit = Duration.seconds(30)

/** Every thread is busy and stayed so: the sender is asked to come again. */
export class ParserBusy extends Schema.TaggedError<ParserBusy>()("ParserBusy", {}) {}

/** What was read of a message. A body that nobody can read is absent, and `problem` says why; likewise the head. */
export interface ParsedMail {
  readonly head: MailHead | undefined
  readonly body: MailBody | undefined
  readonly problem: string | undefined
}

/**
 * Reads messages in threads of their own, so that none, whatever is in it, holds up the process, takes its memory, or
 * ends it. A thread that exceeds its limits is ended, and the message counts as unreadable.
 */
export class MimeParser extends Context.Service<
  MimeParser,
  {
    parse(mail: RawMail): Effect.Effect<ParsedMail, ParserBusy>
  }
>()("trunkline/channels/email/MimeParser") {
  static readonly layer = (limits: Partial<MimeParserLimits> = {}) =>
    Layer.effect(MimeParser, make({ ...defaults, ...limits }))
}

const make = Effect.fn("MimeParser.make")(function* (limits: MimeParserLimits) {
  const threads = yield* Semaphore.make(limits.workers)
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([...all].map((worker) => worker.terminate()))))

  const start = (): Worker => {
    const worker = new Worker(new URL("./mime/mimeWorker.ts", import.meta.url), {
      env: {},
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 16 }
    })
    all.add(worker)
    worker.once("exit", () => {
      all.delete(worker)
      clearTimeout(idle.get(worker))
      idle.delete(worker)
    })
    // A failure is the affair of whoever waits for the answer; this listener keeps it from ending the process.
    worker.on("error", () => {})
    worker.unref()
    return worker
  }

  const rest = (worker: Worker) => {
    idle.set(worker, setTimeout(() => void worker.terminate(), Duration.toMillis(idleLimit)).unref())
  }

  /** The thread that read last, so that the others may rest. */
  const wake = (): Worker => {
    const worker = [...idle.keys()].at(-1)
    if (worker === undefined) return start()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    return worker
  }

  const read = (mail: RawMail) =>
    Effect.callback<ParsedMail>((resume) => {
      const worker = wake()
      let head: MailHead | undefined
      const finish = (body: MailBody | undefined, problem: string | undefined, reusable: boolean) => {
        worker.off("message", hear).off("error", fail).off("exit", ended)
        clearTimeout(deadline)
        if (reusable) rest(worker)
        else void worker.terminate()
        resume(Effect.succeed({ head, body, problem }))
      }
      const hear = (reply: WorkerReply) => {
        if (reply.type === "head") head = reply.head
        else if (reply.type === "body") finish(reply.body, undefined, true)
        else finish(undefined, reply.reason, true)
      }
      const fail = (error: Error) => finish(undefined, error.message, false)
      const ended = () => finish(undefined, "its thread ended", false)
      // Real time: whatever clock a test has set, the thread lives in this one.
      const deadline = setTimeout(
        () => finish(undefined, `reading it took longer than ${Duration.format(limits.time)}`, false),
        Duration.toMillis(limits.time)
      )
      worker.on("message", hear).once("error", fail).once("exit", ended)
      worker.postMessage(mail)
      return Effect.sync(() => finish(undefined, "interrupted", false))
    })

  return MimeParser.of({
    parse: Effect.fn("MimeParser.parse")((mail) =>
      Effect.suspend(() => {
        let begun = false
        const work = threads.withPermits(1)(
          Effect.suspend(() => {
            begun = true
            return read(mail)
          })
        )
        const impatience = Effect.flatMap(
          Effect.provideService(Effect.sleep(limits.wait), Clock.Clock, Clock.Clock.defaultValue()),
          () => (begun ? Effect.never : Effect.fail(new ParserBusy()))
        )
        return Effect.raceFirst(work, impatience)
      })
    )
  })
})
