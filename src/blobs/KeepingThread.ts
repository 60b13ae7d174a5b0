import { Worker } from "node:worker_threads"
import { Context, Duration, Effect, Exit, RcRef, Schema, type Scope, Semaphore } from "effect"
import type { FileToKeep } from "./keepFile.ts"
import type { Keep, Kept } from "./serveKeeping.ts"

/** Files that the thread has at a time; others wait. */
const inWork = 64
/** A thread that had nothing to do for so long is ended, and gives its memory back: some 20 MB. */
const idle = Duration.seconds(30)

/** What the thread runs. A test may have one whose disk it holds up. */
export const KeepingProgram = Context.Reference<URL>("trunkline/blobs/KeepingProgram", {
  defaultValue: () => new URL("./keepFileThread.mjs", import.meta.url)
})

/** The thread is gone, and nobody knows of the files that it had. */
class ThreadEnded extends Schema.TaggedError<ThreadEnded>()("ThreadEnded", { reason: Schema.String }) {}

interface Thread {
  readonly worker: Worker
  /** Who waits for the answer of which number. */
  readonly waiting: Map<number, (exit: Exit.Exit<void, ThreadEnded>) => void>
}

/**
 * Keeps files (`fileKeeper`) in a thread of its own, which waits for the disk while this one goes on. Calls of this thread that
 * do not wait would come back to it eight times for each file, and wait each time until it has done what else there is to do.
 * A file that cannot be kept is a defect.
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
        // The next file gets a new thread.
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
        // Our own program at the other end says nothing else.
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
    // So is the number of one that has ended while it had nothing to do.
    if (worker.threadId === -1) return resume(Effect.fail(new ThreadEnded({ reason: "it had ended before" })))
    waiting.set(keep.id, (exit) => {
      waiting.delete(keep.id)
      resume(exit)
    })
    worker.postMessage(keep)
    return Effect.sync(() => waiting.delete(keep.id))
  })
