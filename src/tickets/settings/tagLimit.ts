import { LimitReached } from "../../domain/Problems.ts"

/** Tags of a brand (docs/api.md, Limits). */
export const maxTags = 5_000

/** Why a brand cannot have `more` tags beside the `count` that it has. */
export const tagLimit = (count: number, more: number): LimitReached | undefined =>
  more > 0 && count + more > maxTags ? new LimitReached({ limit: maxTags, what: "tags in a brand" }) : undefined
