import { ApiError, type RequestOptions } from "@trunkline/sdk"
import { isSame } from "./useDraft.ts"

/** The number of attempts to save a record that others keep changing. */
const most = 5

/** A record whose version grows with each save. */
interface Versioned {
  readonly version: number
}

/** How records of a kind are read, saved and shown. */
export interface RecordWays<R extends Versioned, U> {
  readonly read: (record: R) => Promise<R>
  /** Saves the changes. */
  readonly update: (record: R, changes: U, options: RequestOptions) => Promise<R>
  readonly put: (record: R) => void
}

/**
 * Saves changes of a record, on top of what others have saved meanwhile, unless they have changed the same members: then it
 * shows their version and fails with the API's error (`isOutdated`). Begins with its request.
 */
export const saveOnto = async <R extends Versioned, U>(
  { put, read, update }: RecordWays<R, U>,
  known: R,
  changesOf: (current: R) => U,
  hasSame: (current: R) => boolean
): Promise<R> => {
  let current = known
  for (let look = 1; ; look++) {
    try {
      const saved = await update(current, changesOf(current), { ifMatch: `"${current.version}"` })
      put(saved)
      return saved
    } catch (error) {
      if (!isOutdated(error)) throw error
      current = await read(known)
      if (hasSame(current) && look < most) continue
      put(current)
      throw error
    }
  }
}

/** Saves edited members of a record in the same way. */
export const saveChanges = <R extends Versioned, U extends object>(ways: RecordWays<R, U>, known: R, changes: U) =>
  saveOnto(
    ways,
    known,
    () => changes,
    (current) => Object.keys(changes).every((name) => isSame(current[name as keyof R], known[name as keyof R]))
  )

/** Whether an error says that somebody else has saved another version. */
export const isOutdated = (error: unknown) => error instanceof ApiError && error.code === "precondition_failed"
