import type { Seen } from "./unread.ts"

/** Keeps what a customer has seen in the storage of this browser, if it lets the frame; else for as long as the page. */
export class SeenStore {
  readonly #key: string
  #seen: Seen

  constructor(customerId: string) {
    this.#key = `trunkline.seen.${customerId}`
    this.#seen = this.#stored() ?? { since: new Date().toISOString(), counts: {} }
  }

  /** Another tab may have seen more. */
  get(): Seen {
    return this.#stored() ?? this.#seen
  }

  set(seen: Seen) {
    this.#seen = seen
    try {
      localStorage.setItem(this.#key, JSON.stringify(seen))
    } catch {
      // The browser keeps nothing for frames of other sites.
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
