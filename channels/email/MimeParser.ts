import { type ChildProcess, fork } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Clock, Context, Duration, Effect, Layer, Schema, Semaphore } from "effect"
import type { MailBody, MailHead, RawMail, ReaderReply } from "./mime/Mail.ts"

export interface MimeParserLimits {
  /** Reading processes for messages in memory; each reads one at a time. */
  readonly readers: number
  /** The same for messages in files, which take seconds where others take milliseconds, and never wait for each other. */
  readonly largeReaders: number
  /** Longest that one message may be read. */
  readonly time: Duration.Duration
  /** Longest that a new reader may take to begin, which on a busy machine is longer than any message takes. */
  readonly start: Duration.Duration
  /** Longest that HTML may take to be made safe, once everything else is read. */
  readonly htmlTime: Duration.Duration
  /** MiB of heap that one reader may use. */
  readonly memory: number
  /** Longest that a message waits for a reader, and the same of one in a file. */
  readonly wait: Duration.Duration
  readonly largeWait: Duration.Duration
  /** A reader that had nothing to do for so long is ended, and gives its memory back. */
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

/** Every reader is busy and stayed so: the sender is asked to come again. */
export class ParserBusy extends Schema.TaggedError<ParserBusy>()("ParserBusy", {}) {}

/** What was read of a message. A body that nobody can read is absent, and `problem` says why; likewise the head. */
export interface ParsedMail {
  readonly head: MailHead | undefined
  readonly body: MailBody | undefined
  /** Safe to show. Absent when there is none, when it is too large, and when it takes too long: then the text must do. */
  readonly html: string | undefined
  readonly problem: string | undefined
}

/** A message whose header is known, whoever has read it. */
export type ReadMail = ParsedMail & { readonly head: MailHead }

/**
 * Reads messages in processes of their own, so that none, whatever is in it, holds up this process, takes its memory, or
 * ends it. A reader that exceeds its limits is killed, and the message counts as unreadable. Threads would not do: one
 * that asks for too much at once takes the whole process with it, whatever limits were set for it.
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

/** Megabytes that a reader fills before it looks for garbage in all of it: it keeps nothing of one message for the next. */
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
    // A failure is the affair of whoever waits for the answer; this listener keeps it from ending this process.
    reader.on("error", () => {})
    reader.unref()
    reader.channel?.unref()
    return reader
  }

  const rest = (reader: ChildProcess) => {
    // From here on nobody may wake it: it is still there for a while after it was killed.
    const end = () => {
      idle.delete(reader)
      reader.kill("SIGKILL")
    }
    idle.set(reader, setTimeout(end, Duration.toMillis(limits.idle)).unref())
  }

  /** The reader that worked last, so that the others may rest; a new one where none is idle. */
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
        // Whatever goes wrong with the HTML of a body, the body is there.
        resume(Effect.succeed({ head, body, html, problem: body === undefined ? problem : undefined }))
      }
      /** One that was idle may have been gone before, killed by the system for want of memory: another reads the message. */
      const lose = (problem: string) => {
        if (isNew || body !== undefined) return finish(false, problem)
        release(false)
        resume(read(mail))
      }
      const hear = (message: unknown) => {
        // Our own program at the other end says nothing else.
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
      // Real time: whatever clock a test has set, the reader lives in this one.
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
