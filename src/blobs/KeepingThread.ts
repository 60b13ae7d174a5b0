import { Worker } from "node:worker_threads"
import { Context, Duration, Effect, Exit, RcRef, Schema, type Scope, Semaphore } from "effect"
import type { FileToKeep } from "./keepFile.ts"
import type { Keep, Kept } from "./serveKeeping.ts"

/** Most files that the thread handles at a time; others wait. */
const inWork = 64
/** How long the thread may be idle before it is ended, which frees some 20 MB. */
const idle = Duration.seconds(30)

/** The program that the thread runs. Tests may replace it with one that delays the disk. */
export const KeepingProgram = Context.Reference<URL>("trunkline/blobs/KeepingProgram", {
  defaultValue: () => new URL("./keepFileThread.mjs", import.meta.url)
})

/** The thread ended, and the outcome for its files is unknown. */
class ThreadEnded extends Schema.TaggedError<ThreadEnded>()("ThreadEnded", { reason: Schema.String }) {}

interface Thread {
  readonly worker: Worker
  /** The callers that wait for an answer, by its id. */
  readonly waiting: Map<number, (exit: Exit.Exit<void, ThreadEnded>) => void>
}

/**
 * Stores files (`fileKeeper`) in a separate thread, which waits for the disk while this one goes on. Asynchronous calls from
 * this thread would return to its event loop eight times per file, and each time wait for other work. A file that cannot be
 * stored is a defect.
 */
export const make: Effect.Effect<(file: FileToKeep) => Effect.Effect<void>, never, Scope.Scope> = Effect.gen(
  function* () {
    const program = yield* KeepingProgram
    const thread = yield* RcRef.make({ acquire: startThread(program), idleTimeToLive: idle })
    const room = yield* Semaphore.make(inWork)
    let serial = 0

    return (file) =>
      Effect.flatMap(RcRef.get(thread), (running) => keptBy(running, { id: ++serial, file })).pipe(
        Effect.scoped,
        // Makes the next file start a new thread.
        Effect.catchTag("ThreadEnded", (ended) => Effect.andThen(RcRef.invalidate(thread), Effect.die(ended))),
        room.withPermits(1)
      )
  }
)

const startThread = (program: URL) =>
  Effect.acquireRelease(
    Effect.sync((): Thread => {
      const worker = new Worker(program)
      const waiting: Thread["waiting"] = new Map()
      const end = (reason: string) => {
        for (const settle of waiting.values()) settle(Exit.fail(new ThreadEnded({ reason })))
      }
      worker
        // Our own program at the other end sends nothing else.
        .on("message", ({ failure, id }: Kept) =>
          waiting.get(id)?.(
            failure === undefined ? Exit.void : Exit.die(Object.assign(new Error(failure.message), failure))
          )
        )
        .on("error", (error) => end(String(error)))
        .on("exit", (code) => end(`it ended with ${code}`))
      return { worker, waiting }
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

const keptBy = ({ waiting, worker }: Thread, keep: Keep) =>
  Effect.callback<void, ThreadEnded>((resume) => {
    // The id of a worker that has ended, for example while it was idle.
    if (worker.threadId === -1) return resume(Effect.fail(new ThreadEnded({ reason: "it had ended before" })))
    waiting.set(keep.id, (exit) => {
      waiting.delete(keep.id)
      resume(exit)
    })
    worker.postMessage(keep)
    return Effect.sync(() => waiting.delete(keep.id))
  })
