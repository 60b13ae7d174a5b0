import { type DehydratedState, hydrate, type QueryClient } from "@tanstack/react-query"
import { copyOf } from "./copyOf.ts"
import { keepFor } from "./queries.ts"

/** Milliseconds between a change and its copy on disk. */
const pause = 1_000
/** Milliseconds for the database to answer. Another window may hold it, even one that the browser has frozen. */
const patience = 1_000
/** Raised when stored copies can no longer be understood. */
const version = 1

interface Copy {
  readonly version: number
  readonly at: number
  readonly state: DehydratedState
}

const database = new Promise<IDBDatabase>((resolve, reject) => {
  const opening = indexedDB.open("trunkline", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("caches")
  opening.onsuccess = () => resolve(opening.result)
  opening.onerror = () => reject(opening.error)
})

const run = async <A>(kind: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
  const store = (await database).transaction("caches", kind).objectStore("caches")
  return new Promise((resolve, reject) => {
    const request = act(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Returns an owner's copy, or `undefined` if there is none that can be read now. */
const kept = (owner: string): Promise<Copy | undefined> =>
  Promise.race([
    run("readonly", (store) => store.get(owner)).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  ])

/**
 * Fills the cache with what this member last saw in this mode, and stores it on disk from now on. Where nothing can be stored
 * (a private window), the cache starts empty, and nothing else changes. Signing out clears it: the server's response tells the
 * browser to.
 */
export const persist = async (queryClient: QueryClient, owner: string): Promise<void> => {
  const copy = await kept(owner)
  if (copy?.version === version && Date.now() - copy.at < keepFor) hydrate(queryClient, copy.state)
  // No event tells this window what has happened since another one stored the copy.
  void queryClient.invalidateQueries()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(waiting)
    waiting = undefined
    const next: Copy = { version, at: Date.now(), state: copyOf(queryClient) }
    void run("readwrite", (store) => store.put(next, owner)).catch(() => {})
  }
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (waiting === undefined && (type === "updated" || type === "removed")) waiting = setTimeout(keep, pause)
  })
  // A page that enters the back/forward cache is frozen at once: a write begun there would hold the database until it comes
  // back.
  let isFrozen = false
  for (const type of ["pagehide", "pageshow"] as const)
    addEventListener(type, ({ persisted }) => {
      isFrozen = persisted && type === "pagehide"
    })
  // The window may never come back.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && waiting !== undefined && !isFrozen) keep()
  })
}
