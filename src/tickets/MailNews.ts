import { Context, Layer } from "effect"

/**
 * Within one process: who queues mail says so after the commit, and the mailer hears of it at once. Other nodes' mail is
 * found by looking, so that no commit waits for a notice to the others. Nobody listens where it is not provided.
 */
export interface MailNews {
  readonly queued: () => void
  /** Calls `heard` after each commit with mail, until the function that is returned is called. */
  readonly listen: (heard: () => void) => () => void
}

export const MailNews = Context.Reference<MailNews>("trunkline/tickets/MailNews", {
  defaultValue: () => ({ queued: () => undefined, listen: () => () => undefined })
})

export const layer = Layer.sync(MailNews, () => {
  const listeners = new Set<() => void>()
  return {
    queued: () => {
      for (const heard of listeners) heard()
    },
    listen: (heard) => {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    }
  }
})
