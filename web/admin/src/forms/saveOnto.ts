import { ApiError, type RequestOptions } from "@trunkline/sdk"
import { isSame } from "./useDraft.ts"

/** Versions of a record that others may save while one tries to save it. */
const most = 5

/** A record of which each saving makes another version. */
interface Versioned {
  readonly version: number
}

/** How a kind of record is read, saved and shown. */
export interface RecordWays<R extends Versioned, U> {
  readonly read: (record: R) => Promise<R>
  /** Saves what is changed. */
  readonly update: (record: R, changes: U, options: RequestOptions) => Promise<R>
  readonly put: (record: R) => void
}

/**
 * Saves changes of a record, and onto what others have made of it meanwhile, as long as they have not changed the same: then
 * theirs is shown, and it fails as the API said it (`isOutdated`). Begins with its request.
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

/** The same for members of the record that were edited. */
export const saveChanges = <R extends Versioned, U extends object>(ways: RecordWays<R, U>, known: R, changes: U) =>
  saveOnto(
    ways,
    known,
    () => changes,
    (current) => Object.keys(changes).every((name) => isSame(current[name as keyof R], known[name as keyof R]))
  )

/** Whether something was not saved since somebody else has saved another version. */
export const isOutdated = (error: unknown) => error instanceof ApiError && error.code === "precondition_failed"
