import { Result } from "effect"
import { VersionConflict } from "./Problems.ts"

/** The record if it has the version that the caller expects or the caller expects none, else `VersionConflict`. */
export const atVersion = <A extends { readonly version: number }>(
  record: A,
  ifMatch: number | undefined
): Result.Result<A, VersionConflict> =>
  ifMatch === undefined || ifMatch === record.version
    ? Result.succeed(record)
    : Result.fail(new VersionConflict({ currentVersion: record.version }))
