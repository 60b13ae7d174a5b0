import { Context, Effect, FiberSet, Layer, PubSub, Stream } from "effect"

/**
 * Within one process: who queues mail says so after the commit, and the mailer hears of it at once. Other nodes' mail is
 * found by looking, so that no commit waits for a notice to the others. Nobody listens where it is not provided.
 */
export interface MailNews {
  /** `after`: milliseconds until what was held back is due. */
  readonly queued: (after?: number) => void
  /** Fires after each commit with mail; once where more come before it is looked at. */
  readonly heard: Stream.Stream<void>
}

export const MailNews = Context.Reference<MailNews>("trunkline/tickets/MailNews", {
  defaultValue: () => ({ queued: () => undefined, heard: Stream.never })
})

/** Milliseconds by which the database's clock may be behind ours: looking a moment too early finds nothing. */
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
