import { type ChildProcess, fork } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Clock, Context, Duration, Effect, Layer, Schema, Semaphore } from "effect"
import type { MailBody, MailHead, RawMail, ReaderReply } from "./mime/Mail.ts"

export interface MimeParserLimits {
  /** Reader processes for messages in memory; each reads one message at a time. */
  readonly readers: number
  /** The same for messages in files, which take seconds, not milliseconds: neither kind waits for the other. */
  readonly largeReaders: number
  /** Time limit for reading one message. */
  readonly time: Duration.Duration
  /** Time limit for a new reader to start, which on a busy machine takes longer than reading any message. */
  readonly start: Duration.Duration
  /** Time limit for sanitizing HTML, once everything else is read. */
  readonly htmlTime: Duration.Duration
  /** MiB of heap that one reader may use. */
  readonly memory: number
  /** How long a message waits for a reader, and how long one in a file does. */
  readonly wait: Duration.Duration
  readonly largeWait: Duration.Duration
  /** An idle reader is ended after this, which frees its memory. */
  readonly idle: Duration.Duration
}

const defaults: MimeParserLimits = {
  readers: Math.min(4, availableParallelism()),
  largeReaders: 1,
  time: Duration.seconds(10),
  start: Duration.seconds(30),
  htmlTime: Duration.seconds(5),
  memory: 256,
  wait: Duration.seconds(5),
  largeWait: Duration.seconds(20),
  idle: Duration.seconds(30)
}

/** Every reader stayed busy: the sender is asked to retry. */
export class ParserBusy extends Schema.TaggedError<ParserBusy>()("ParserBusy", {}) {}

/** What was read of a message. If the head or the body is unreadable, it is absent, and `problem` says why. */
export interface ParsedMail {
  readonly head: MailHead | undefined
  readonly body: MailBody | undefined
  /** Sanitized. Absent if there is none, it is too large, or it takes too long: then the text has to do. */
  readonly html: string | undefined
  readonly problem: string | undefined
}

/** A message whose header is known, whoever read it. */
export type ReadMail = ParsedMail & { readonly head: MailHead }

/**
 * Reads messages in separate processes, so that none of them, whatever it contains, can block this process, exhaust its
 * memory or crash it. A reader that exceeds its limits is killed, and its message counts as unreadable. Threads would not
 * do: one that allocates too much at once takes the whole process down, whatever limits it was given.
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

/** MiB of heap that a reader fills before a full garbage collection, since it keeps nothing from one message for the next. */
const uncollected = 96

const program = fileURLToPath(new URL("./mimeReader.mjs", import.meta.url))

const make = Effect.fn("MimeParser.make")(function* (limits: MimeParserLimits) {
  const small = { free: yield* Semaphore.make(limits.readers), wait: limits.wait }
  const large = { free: yield* Semaphore.make(limits.largeReaders), wait: limits.largeWait }
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const all = new Set<ChildProcess>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const reader of all) reader.kill("SIGKILL")
    })
  )

  const start = (): ChildProcess => {
    const reader = fork(program, [], {
      env: {},
      execArgv: [
        `--max-old-space-size=${limits.memory}`,
        `--initial-old-space-size=${uncollected}`,
        "--disable-warning=ExperimentalWarning"
      ],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    all.add(reader)
    reader.once("exit", () => {
      all.delete(reader)
      clearTimeout(idle.get(reader))
      idle.delete(reader)
    })
    // A failure is handled by whoever waits for the reply; without this listener, it would crash this process.
    reader.on("error", () => {})
    reader.unref()
    reader.channel?.unref()
    return reader
  }

  const rest = (reader: ChildProcess) => {
    // Nobody may reuse it from here on: a killed process still exists for a while.
    const end = () => {
      idle.delete(reader)
      reader.kill("SIGKILL")
    }
    idle.set(reader, setTimeout(end, Duration.toMillis(limits.idle)).unref())
  }

  /** The most recently used reader, so that the others can time out; a new one if none is idle. */
  const wake = (): { readonly reader: ChildProcess; readonly isNew: boolean } => {
    const reader = [...idle.keys()].at(-1)
    if (reader === undefined) return { reader: start(), isNew: true }
    clearTimeout(idle.get(reader))
    idle.delete(reader)
    return { reader, isNew: false }
  }

  const read = (mail: RawMail): Effect.Effect<ParsedMail> =>
    Effect.callback((resume) => {
      const { isNew, reader } = wake()
      let head: MailHead | undefined
      let body: MailBody | undefined
      const release = (reusable: boolean) => {
        reader.off("message", hear).off("error", fail).off("exit", ended)
        clearTimeout(deadline)
        if (reusable) rest(reader)
        else reader.kill("SIGKILL")
      }
      const finish = (reusable: boolean, problem?: string, html?: string) => {
        release(reusable)
        // Whatever goes wrong with its HTML, the body has been read.
        resume(Effect.succeed({ head, body, html, problem: body === undefined ? problem : undefined }))
      }
      /** An idle reader may have been killed earlier by the system for lack of memory: another one reads the message. */
      const lose = (problem: string) => {
        if (isNew || body !== undefined) return finish(false, problem)
        release(false)
        resume(read(mail))
      }
      const hear = (message: unknown) => {
        // The sender is our own program, so these are all the cases.
        const reply = message as ReaderReply
        if (reply.type === "ready") {
          clearTimeout(deadline)
          deadline = endingAfter(limits.time)
        } else if (reply.type === "all") {
          head = reply.head
          body = reply.body
          finish(true, undefined, reply.html)
        } else if (reply.type === "head") head = reply.head
        else if (reply.type === "html") finish(true, undefined, reply.html)
        else if (reply.type === "unreadable") finish(true, reply.reason)
        else {
          body = reply.body
          if (!reply.htmlFollows) return finish(true)
          clearTimeout(deadline)
          deadline = setTimeout(() => finish(false), Duration.toMillis(limits.htmlTime))
        }
      }
      const fail = (error: Error) => lose(error.message)
      const ended = (code: number | null, signal: string | null) =>
        lose(`its reader ended (${signal ?? code}), as happens when it runs out of memory`)
      // Real time, because the reader runs on it, whatever clock a test provides.
      const endingAfter = (limit: Duration.Duration) =>
        setTimeout(
          () => finish(false, `reading it took longer than ${Duration.format(limit)}`),
          Duration.toMillis(limit)
        )
      let deadline = endingAfter(isNew ? limits.start : limits.time)
      reader.on("message", hear).once("error", fail).once("exit", ended)
      reader.send(mail, (error) => {
        if (error !== null) fail(error)
      })
      return Effect.sync(() => finish(false, "interrupted"))
    })

  return MimeParser.of({
    parse: Effect.fn("MimeParser.parse")((mail) =>
      Effect.suspend(() => {
        let begun = false
        const { free, wait } = "path" in mail.source ? large : small
        const work = free.withPermits(1)(
          Effect.suspend(() => {
            begun = true
            return read(mail)
          })
        )
        const impatience = Effect.flatMap(
          Effect.provideService(Effect.sleep(wait), Clock.Clock, Clock.Clock.defaultValue()),
          () => (begun ? Effect.never : Effect.fail(new ParserBusy()))
        )
        return Effect.raceFirst(work, impatience)
      })
    )
  })
})
