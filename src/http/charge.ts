import { Effect } from "effect"
import { RateLimited } from "../domain/Problems.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import type { Charge, TokenBuckets } from "./TokenBuckets.ts"

/**
 * Takes a token for this request, or returns the refusal. Of several buckets, the response headers report the empty one, or
 * else the one closest to empty.
 */
export const takeToken = (record: RequestRecord, bucket: TokenBuckets, key: string): RateLimited | undefined => {
  const taken = bucket.take(key, record.startedAt)
  const isEmpty = taken.retryAfter > 0
  if (isEmpty || record.charge === undefined || share(taken) < share(record.charge)) record.charge = taken
  return isEmpty ? new RateLimited(taken) : undefined
}

/** Takes a token for this request, and fails if there is none. */
export const charge = (record: RequestRecord, bucket: TokenBuckets, key: string): Effect.Effect<void, RateLimited> =>
  Effect.suspend(() => {
    const limited = takeToken(record, bucket, key)
    return limited === undefined ? Effect.void : Effect.fail(limited)
  })

const share = ({ limit, remaining }: Charge) => remaining / limit
