import { Worker } from "node:worker_threads"
import { Context, Deferred, Duration, Effect, Exit, Queue, RcRef, type Scope } from "effect"
import type { FileToKeep, KeepingFailure } from "./keepFiles.ts"

/** Files that share a turn of the thread at most, and files that wait for one. */
const most = { together: 16, waiting: 256 }
/** A thread that had nothing to do for so long is ended, and gives its memory back: some 5 MB. */
const idle = Duration.seconds(30)

/** What the thread runs: `keepFiles` of each message. A test may have one that it holds up. */
export const KeepingProgram = Context.Reference<URL>("trunkline/blobs/KeepingProgram", {
  defaultValue: () => new URL("./keepFilesThread.ts", import.meta.url)
})

interface Job {
  readonly file: FileToKeep
  readonly kept: Deferred.Deferred<void>
}

/**
 * Keeps files (`keepFiles`) in a thread of its own, which waits for the disk while this one goes on. Calls of this thread that
 * do not wait would come back to it eight times for each file, and wait each time until it has done what else there is to do.
 * Files that come while the thread is at work share its next turn. One that cannot be kept is a defect.
 */
export const make: Effect.Effect<(file: FileToKeep) => Effect.Effect<void>, never, Scope.Scope> = Effect.gen(
  function* () {
    const queue = yield* Queue.bounded<Job>(most.waiting)
    const program = yield* KeepingProgram
    const thread = yield* RcRef.make({ acquire: startThread(program), idleTimeToLive: idle })

    const turn = (jobs: ReadonlyArray<Job>) =>
      Effect.flatMap(RcRef.get(thread), (worker) => answerOf(worker, jobs)).pipe(
        Effect.scoped,
        Effect.matchCauseEffect({
          onSuccess: (failures) => Effect.sync(() => settle(jobs, failures)),
          // The thread itself has ended: the next turn gets a new one.
          onFailure: (cause) =>
            Effect.andThen(
              RcRef.invalidate(thread),
              Effect.sync(() => {
                for (const { kept } of jobs) Deferred.doneUnsafe(kept, Exit.failCause(cause))
              })
            )
        })
      )
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.takeBetween(queue, 1, most.together), turn)))

    return (file) =>
      Effect.flatMap(Deferred.make<void>(), (kept) =>
        Effect.andThen(Queue.offer(queue, { file, kept }), Deferred.await(kept))
      )
  }
)

const settle = (jobs: ReadonlyArray<Job>, failures: ReadonlyArray<KeepingFailure | undefined>) => {
  for (const [index, { kept }] of jobs.entries()) {
    const failure = failures[index]
    Deferred.doneUnsafe(
      kept,
      failure === undefined ? Exit.void : Exit.die(Object.assign(new Error(failure.message), { code: failure.code }))
    )
  }
}

const startThread = (program: URL) =>
  Effect.acquireRelease(
    // An error is the affair of whoever waits for an answer; the listener keeps it from ending this process.
    Effect.sync(() => new Worker(program).on("error", () => {})),
    (thread) => Effect.promise(() => thread.terminate())
  )

/** Why each file was not kept. Dies when the thread ends instead of answering. */
const answerOf = (thread: Worker, jobs: ReadonlyArray<Job>) =>
  Effect.callback<ReadonlyArray<KeepingFailure | undefined>>((resume) => {
    const forget = () => {
      thread.off("message", hear).off("error", fail).off("exit", ended)
    }
    const answer = (answered: Effect.Effect<ReadonlyArray<KeepingFailure | undefined>>) => {
      forget()
      resume(answered)
    }
    // Our own program at the other end says nothing else.
    const hear = (failures: ReadonlyArray<KeepingFailure | undefined>) => answer(Effect.succeed(failures))
    const fail = (error: Error) => answer(Effect.die(error))
    const ended = (code: number) => answer(Effect.die(new Error(`the thread that keeps files ended with ${code}`)))
    if (thread.threadId === -1) return resume(Effect.die(new Error("the thread that keeps files has ended")))
    thread.on("message", hear).on("error", fail).on("exit", ended)
    thread.postMessage(jobs.map(({ file }) => file))
    return Effect.sync(forget)
  })
