import type { Seen } from "./unread.ts"

/** Keeps what a customer has seen in this browser's storage or, if the frame has none, as long as the page. */
export class SeenStore {
  readonly #key: string
  #seen: Seen

  constructor(customerId: string) {
    this.#key = `trunkline.seen.${customerId}`
    this.#seen = this.#stored() ?? { since: new Date().toISOString(), counts: {} }
  }

  /** Reads from storage, since another tab may have seen more. */
  get(): Seen {
    return this.#stored() ?? this.#seen
  }

  set(seen: Seen) {
    this.#seen = seen
    try {
      localStorage.setItem(this.#key, JSON.stringify(seen))
    } catch {
      // The browser gives frames of other sites no storage.
    }
  }

  #stored(): Seen | undefined {
    try {
      const seen: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "null")
      return typeof seen === "object" && seen !== null && "since" in seen && "counts" in seen
        ? (seen as Seen)
        : undefined
    } catch {
      return undefined
    }
  }
}
