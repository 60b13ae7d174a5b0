import { Context, Effect, FiberSet, Layer } from "effect"

/**
 * Within one process: who queues mail says so after the commit, and the mailer hears of it at once. Other nodes' mail is
 * found by looking, so that no commit waits for a notice to the others. Nobody listens where it is not provided.
 */
export interface MailNews {
  /** `after`: milliseconds until what was held back is due. */
  readonly queued: (after?: number) => void
  /** Calls `heard` after each commit with mail, until the function that is returned is called. */
  readonly listen: (heard: () => void) => () => void
}

export const MailNews = Context.Reference<MailNews>("trunkline/tickets/MailNews", {
  defaultValue: () => ({ queued: () => undefined, listen: () => () => undefined })
})

/** Milliseconds by which the database's clock may be behind ours: looking a moment too early finds nothing. */
const clockSlack = 50

export const layer = Layer.effect(
  MailNews,
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    const listeners = new Set<() => void>()
    const tell = () => {
      for (const heard of listeners) heard()
    }
    return {
      queued: (after = 0) => {
        if (after > 0) fork(Effect.delay(Effect.sync(tell), after + clockSlack))
        else tell()
      },
      listen: (heard) => {
        listeners.add(heard)
        return () => void listeners.delete(heard)
      }
    }
  })
)
