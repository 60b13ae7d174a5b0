/** A value that can be watched. */
export class Value<A> {
  #value: A
  readonly #watchers = new Set<(value: A) => void>()

  constructor(value: A) {
    this.#value = value
  }

  get(): A {
    return this.#value
  }

  set(value: A) {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const watcher of this.#watchers) watcher(value)
  }

  /** Calls `watcher` after each change, until the returned function is called. */
  watch(watcher: (value: A) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
}
