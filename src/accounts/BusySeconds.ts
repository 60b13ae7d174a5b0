import type { ApiRequest } from "../domain/ApiRequest.ts"
import type { RequestNote } from "./RequestNotes.ts"

/** Requests of one key within a second that are kept: more than a person reads, and too few to be a burden to the database. */
export const keptOfKey = 20
/** Requests that wait to be written, of all keys: a few megabytes, and those of a minute while the database is away. */
const capacity = 5_000

/** A request as it is written down. */
export type KeptRequest = ApiRequest & { readonly tenantId: string }

/** What is kept of one key's requests within one second, and how many more there were. */
interface Second {
  readonly kept: Array<RequestNote>
  omitted: number
}

/**
 * Which requests are kept until they are written: of each key the first of a second, and rather those that were refused, since
 * it is those that somebody asks about.
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

  /** Puts what is kept of the seconds before this one in words: they are over. */
  end(before: number): void {
    for (const [second, keys] of this.#seconds) {
      if (second >= before) continue
      for (const { kept, omitted } of keys.values())
        for (const { describe, tenantId } of kept) this.#waiting.push({ ...describe(), tenantId, omitted })
      this.#seconds.delete(second)
    }
  }

  /** What is to be written, of seconds that are over. */
  get waiting(): ReadonlyArray<KeptRequest> {
    return this.#waiting
  }

  /** Forgets the first of what waits. */
  forget(count: number): void {
    this.#size -= this.#waiting.splice(0, count).length
  }

  /** How many requests were not kept since this was asked the last time. */
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

/** Puts a request in place of one that is worth less, if there is one. */
const preferTo = (kept: Array<RequestNote>, note: RequestNote): void => {
  const worth = worthOf(note)
  if (worth === 0) return
  const least = kept.reduce((found, one, index) => (worthOf(one) < worthOf(kept[found] ?? one) ? index : found), 0)
  const replaced = kept[least]
  if (replaced !== undefined && worthOf(replaced) < worth) kept.splice(least, 1, note)
}

/** A limit on rates refuses many alike; any other refusal says more. */
const worthOf = ({ status }: RequestNote): number => (status < 400 ? 0 : status === 429 ? 1 : 2)
