import type { ApiRequest } from "../domain/ApiRequest.ts"
import type { RequestNote } from "./RequestNotes.ts"

/** Most requests that are kept per key and second: more than a person reads, and few enough for the database. */
export const keptOfKey = 20
/** Most requests of all keys that wait to be written: a few megabytes, or about a minute of a database outage. */
const capacity = 5_000

/** A request as it is stored. */
export type KeptRequest = ApiRequest & { readonly tenantId: string }

/** The kept requests of one key in one second, and how many others there were. */
interface Second {
  readonly kept: Array<RequestNote>
  omitted: number
}

/**
 * Buffers requests until they are written. For each key, it keeps the first requests of every second, but replaces them with
 * refused ones, because those are what people look for.
 */
export class BusySeconds {
  readonly #seconds = new Map<number, Map<string, Second>>()
  readonly #waiting: Array<KeptRequest> = []
  #size = 0
  #unkept = 0

  add(note: RequestNote, now: number): void {
    const keys = this.#keysOf(Math.floor(now / 1000))
    const own = keys.get(note.keyId)
    if (this.#size < capacity && (own === undefined || own.kept.length < keptOfKey)) {
      this.#size++
      if (own === undefined) keys.set(note.keyId, { kept: [note], omitted: 0 })
      else own.kept.push(note)
      return
    }
    this.#unkept++
    if (own !== undefined) {
      own.omitted++
      preferTo(own.kept, note)
    }
  }

  /** Moves the kept requests of all seconds before `before` to `waiting`. */
  end(before: number): void {
    for (const [second, keys] of this.#seconds) {
      if (second >= before) continue
      for (const { kept, omitted } of keys.values())
        for (const { describe, tenantId } of kept) this.#waiting.push({ ...describe(), tenantId, omitted })
      this.#seconds.delete(second)
    }
  }

  /** The requests of finished seconds, to be written. */
  get waiting(): ReadonlyArray<KeptRequest> {
    return this.#waiting
  }

  /** Removes the first `count` requests from `waiting`. */
  forget(count: number): void {
    this.#size -= this.#waiting.splice(0, count).length
  }

  /** The number of requests that were not kept since the last call. */
  unkept(): number {
    const count = this.#unkept
    this.#unkept = 0
    return count
  }

  #keysOf(second: number): Map<string, Second> {
    const known = this.#seconds.get(second)
    if (known !== undefined) return known
    const made = new Map<string, Second>()
    this.#seconds.set(second, made)
    return made
  }
}

/** Replaces the least valuable kept request with this one, if it is worth more. */
const preferTo = (kept: Array<RequestNote>, note: RequestNote): void => {
  const worth = worthOf(note)
  if (worth === 0) return
  const least = kept.reduce((found, one, index) => (worthOf(one) < worthOf(kept[found] ?? one) ? index : found), 0)
  const replaced = kept[least]
  if (replaced !== undefined && worthOf(replaced) < worth) kept.splice(least, 1, note)
}

/** Rate limiting refuses many similar requests; any other refusal is more informative. */
const worthOf = ({ status }: RequestNote): number => (status < 400 ? 0 : status === 429 ? 1 : 2)
