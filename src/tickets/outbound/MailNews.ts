import { Context, Effect, FiberSet, Layer, PubSub, Stream } from "effect"

/**
 * Notifies the mailer at once, within one process, after a commit that queued mail. Mail of other nodes is found by
 * polling, so that no commit waits for a notification to others. Does nothing if it is not provided.
 */
export interface MailNews {
  /** `after`: milliseconds until delayed mail is due. */
  readonly queued: (after?: number) => void
  /** Emits after each commit with mail; once if more follow before it is handled. */
  readonly heard: Stream.Stream<void>
}

export const MailNews = Context.Reference<MailNews>("trunkline/tickets/MailNews", {
  defaultValue: () => ({ queued: () => undefined, heard: Stream.never })
})

/** Milliseconds by which the database's clock may lag behind ours: polling a moment too early finds nothing. */
const clockSlack = 50

export const layer = Layer.effect(
  MailNews,
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    const news = yield* PubSub.sliding<void>(1)
    const tell = () => void PubSub.publishUnsafe(news, undefined)
    return {
      queued: (after = 0) => {
        if (after > 0) fork(Effect.delay(Effect.sync(tell), after + clockSlack))
        else tell()
      },
      heard: Stream.fromPubSub(news)
    }
  })
)
