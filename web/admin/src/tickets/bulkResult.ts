import type { BulkAnswer, Ticket } from "@trunkline/sdk"
import { useSyncExternalStore } from "react"

/** What a bulk request could not do, ticket by ticket. */
export interface BulkResult {
  readonly said: string
  readonly tickets: ReadonlyArray<Ticket>
  readonly failed: ReadonlyArray<BulkAnswer["results"][number]>
}

let shown: BulkResult | undefined
const watchers = new Set<() => void>()

export const showBulkResult = (result: BulkResult | undefined) => {
  shown = result
  for (const watcher of watchers) watcher()
}

export const useBulkResult = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown
  )
