import { Predicate } from "effect"

/** The system's error codes for a full disk and an exceeded quota. */
const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])
/** Most levels of errors that may wrap the system's error. */
const deepest = 5

/** Whether an error is, or wraps, the system's error for a full disk. */
export const isDiskFull = (error: unknown, depth = 0): boolean =>
  depth < deepest &&
  Predicate.isObject(error) &&
  ((Predicate.hasProperty(error, "code") && noRoom.has(error.code)) ||
    (Predicate.hasProperty(error, "cause") && isDiskFull(error.cause, depth + 1)) ||
    (Predicate.hasProperty(error, "reason") && isDiskFull(error.reason, depth + 1)))
