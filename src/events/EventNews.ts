import { Context, Layer } from "effect"

/**
 * Notifies the followers of a feed at once when events are committed in the same process. Events from other nodes are found
 * by polling. The default does nothing.
 */
export interface EventNews {
  readonly committed: (tenantId: string) => void
  /** Calls `heard` after each commit of this tenant, until the returned function is called. */
  readonly listen: (tenantId: string, heard: () => void) => () => void
}

export const EventNews = Context.Reference<EventNews>("trunkline/events/EventNews", {
  defaultValue: () => ({ committed: () => undefined, listen: () => () => undefined })
})

export const layer = Layer.sync(EventNews, () => {
  const listeners = new Map<string, Set<() => void>>()
  return {
    committed: (tenantId) => {
      for (const heard of listeners.get(tenantId) ?? []) heard()
    },
    listen: (tenantId, heard) => {
      const own = listeners.get(tenantId) ?? new Set()
      listeners.set(tenantId, own.add(heard))
      return () => {
        own.delete(heard)
        if (own.size === 0 && listeners.get(tenantId) === own) listeners.delete(tenantId)
      }
    }
  }
})
