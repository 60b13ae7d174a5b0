import type { ServerResponse } from "node:http"
import { Effect } from "effect"

/**
 * Bytes from which a body counts: smaller ones are bounded by the number of connections. Bytes that count at a time, and those
 * of them that one caller may have: handling a body takes some five times its bytes.
 */
export const bytesAtOnce = { least: 64 * 1024, most: 48 * 1024 * 1024, ofCaller: 16 * 1024 * 1024 }

/** Whose body it is. An account has as many keys, members and customers as it likes. */
export interface Holder {
  readonly caller: string
  readonly account: string
}

interface Waiting extends Holder {
  readonly bytes: number
  readonly response: ServerResponse
  readonly admit: () => void
}

/**
 * The bytes of large bodies that this node has in hand, coming in and going out: a body is held until the answer to its
 * request has left, or its reader was given up. What would be too much is refused before it takes memory, so that much to do
 * ends in 503 and not in the end of the process. No account gets more than it leaves to the others, so that none, however
 * many callers it has and however slow they are, takes all of it.
 */
export class BytesInHand {
  #held = 0
  readonly #byCaller = new Map<string, number>()
  readonly #byAccount = new Map<string, number>()
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>()
  /** What answers have waited for that are still to come. */
  readonly #promised = new WeakMap<ServerResponse, number>()

  /**
   * Whether there is room for a body; if so, it is held until the response closes. An answer that has waited for room has it,
   * if it comes to no more than twice what was expected.
   */
  hold(bytes: number, holder: Holder, response: ServerResponse): boolean {
    if (bytes < bytesAtOnce.least) return true
    const promised = this.#promised.get(response) ?? 0
    if (bytes > 2 * promised && !this.#fits(bytes, holder)) return false
    this.#promised.delete(response)
    this.#take(bytes - promised, holder, response)
    return true
  }

  /** Waits for room for an answer of about so many bytes, which is held until the response closes. No caller's overtake each other. */
  wait(bytes: number, holder: Holder, response: ServerResponse): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const waiting: Waiting = {
        ...holder,
        // None has to wait until it is alone with all others gone.
        bytes: Math.min(bytes, bytesAtOnce.ofCaller),
        response,
        admit: () => resume(Effect.void)
      }
      this.#waiting.add(waiting)
      this.#admit()
      return Effect.sync(() => void this.#waiting.delete(waiting))
    })
  }

  #admit() {
    const behind = new Set<string>()
    for (const waiting of this.#waiting) {
      const { admit, bytes, caller, response } = waiting
      if (response.destroyed) this.#waiting.delete(waiting)
      else if (behind.has(caller) || !this.#fits(bytes, waiting)) behind.add(caller)
      else {
        this.#waiting.delete(waiting)
        this.#promised.set(response, bytes)
        this.#take(bytes, waiting, response)
        admit()
      }
    }
  }

  #fits(bytes: number, { account, caller }: Holder): boolean {
    const ofCaller = this.#byCaller.get(caller) ?? 0
    const ofAccount = this.#byAccount.get(account) ?? 0
    // One body alone is let through, however large.
    if (ofCaller > 0 && ofCaller + bytes > bytesAtOnce.ofCaller) return false
    return this.#held === 0 || ofAccount + bytes <= bytesAtOnce.most - this.#held - bytes
  }

  #take(bytes: number, holder: Holder, response: ServerResponse) {
    this.#add(holder, bytes)
    response.once("close", () => {
      this.#add(holder, -bytes)
      this.#admit()
    })
  }

  #add({ account, caller }: Holder, bytes: number) {
    this.#held += bytes
    add(this.#byCaller, caller, bytes)
    add(this.#byAccount, account, bytes)
  }
}

const add = (counts: Map<string, number>, name: string, bytes: number) => {
  const count = (counts.get(name) ?? 0) + bytes
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

/** Memory is the process's, so there is one count of it. */
export const bytesInHand = new BytesInHand()

/** Bytes that were made for one answer. All others are in memory anyway, and shared by the answers that they are in. */
export const ownBytes = new WeakSet<Uint8Array>()
