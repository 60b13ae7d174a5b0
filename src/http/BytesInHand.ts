import type { ServerResponse } from "node:http"

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

  /** Whether there is room for a body; if so, it is held until the response closes. */
  hold(bytes: number, holder: Holder, response: ServerResponse): boolean {
    if (bytes < bytesAtOnce.least) return true
    const ofCaller = this.#byCaller.get(holder.caller) ?? 0
    const ofAccount = this.#byAccount.get(holder.account) ?? 0
    const left = bytesAtOnce.most - this.#held - bytes
    // One body alone is let through, however large.
    if (ofCaller > 0 && ofCaller + bytes > bytesAtOnce.ofCaller) return false
    if (this.#held > 0 && ofAccount + bytes > left) return false
    this.#add(holder, bytes)
    response.once("close", () => this.#add(holder, -bytes))
    return true
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
