import { Predicate } from "effect"

/** What the system says where there is no room for a file: on the disk, or in its user's quota. */
const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])
/** Errors that may lie in each other around the system's. */
const deepest = 5

/** Whether an error is the system's that a disk is full, or lies around it. */
export const isDiskFull = (error: unknown, depth = 0): boolean =>
  depth < deepest &&
  Predicate.isObject(error) &&
  ((Predicate.hasProperty(error, "code") && noRoom.has(error.code)) ||
    (Predicate.hasProperty(error, "cause") && isDiskFull(error.cause, depth + 1)) ||
    (Predicate.hasProperty(error, "reason") && isDiskFull(error.reason, depth + 1)))
