import { Result } from "effect"
import { VersionConflict } from "./Problems.ts"

/** The record, when it is of the version that the caller saw, or whatever it is where the caller does not say. */
export const atVersion = <A extends { readonly version: number }>(
  record: A,
  ifMatch: number | undefined
): Result.Result<A, VersionConflict> =>
  ifMatch === undefined || ifMatch === record.version
    ? Result.succeed(record)
    : Result.fail(new VersionConflict({ currentVersion: record.version }))
