import { LimitReached } from "../../domain/Problems.ts"

/** Maximum number of tags of a brand (docs/limits.md, Counts). */
export const maxTags = 5_000

/** The refusal if a brand with `count` tags cannot have `more` of them. */
export const tagLimit = (count: number, more: number): LimitReached | undefined =>
  more > 0 && count + more > maxTags ? new LimitReached({ limit: maxTags, what: "tags in a brand" }) : undefined
