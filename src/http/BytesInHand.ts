import type { ServerResponse } from "node:http"
import { Effect } from "effect"

/**
 * `least`: bytes from which a body is counted, since the number of connections bounds smaller ones. `most`: bytes counted at
 * once. `ofCaller`: those of one caller. Handling a body takes about five times its size.
 */
export const bytesAtOnce = { least: 64 * 1024, most: 48 * 1024 * 1024, ofCaller: 16 * 1024 * 1024 }

/** Who a body belongs to. An account can have any number of keys, members and customers. */
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
 * Counts the bytes of large bodies that this node holds, in both directions: from arrival until the response has left or its
 * reader was given up. Whatever would exceed the bounds is refused before it takes memory, so that overload ends in 503
 * instead of a crash. No account gets more than it leaves to the others, so that no account can take everything, however
 * many callers it has and however slow they are.
 */
export class BytesInHand {
  #held = 0
  readonly #byCaller = new Map<string, number>()
  readonly #byAccount = new Map<string, number>()
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>()
  /** Bytes reserved for responses that waited for them and are still to come. */
  readonly #promised = new WeakMap<ServerResponse, number>()

  /**
   * Reserves room for a body until the response closes; false if there is none. A response that waited has its room, as long
   * as it takes at most twice the expected bytes.
   */
  hold(bytes: number, holder: Holder, response: ServerResponse): boolean {
    if (bytes < bytesAtOnce.least) return true
    const promised = this.#promised.get(response) ?? 0
    if (bytes > 2 * promised && !this.#fits(bytes, holder)) return false
    this.#promised.delete(response)
    this.#take(bytes - promised, holder, response)
    return true
  }

  /**
   * Waits for room for a response of about this size, and holds it until the response closes. First come, first served
   * within a caller.
   */
  wait(bytes: number, holder: Holder, response: ServerResponse): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const waiting: Waiting = {
        ...holder,
        // Capped, so that nothing has to wait until all others are gone.
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
    // A single body is admitted whatever its size.
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

/** One counter, as all code shares the memory of the process. */
export const bytesInHand = new BytesInHand()

/** Buffers made for a single response. All others are in memory anyway, and shared between responses. */
export const ownBytes = new WeakSet<Uint8Array>()
