import { useSyncExternalStore } from "react"

/** A value that exists once per page, whichever components show it. */
export class PageValue<A> {
  #value: A
  readonly #watchers = new Set<() => void>()

  constructor(value: A) {
    this.#value = value
  }

  readonly get = (): A => this.#value

  readonly set = (value: A) => {
    this.#value = value
    for (const watcher of this.#watchers) watcher()
  }

  /** Calls `watcher` after each change, until the returned function is called. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
}

export const usePageValue = <A>({ get, watch }: PageValue<A>): A => useSyncExternalStore(watch, get)
