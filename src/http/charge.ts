import { Effect } from "effect"
import { RateLimited } from "../domain/Problems.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import type { Charge, TokenBuckets } from "./TokenBuckets.ts"

/**
 * Takes a token for this request, if there is one. Of several buckets, the headers of the answer tell of the one that had none,
 * else of the one closest to empty.
 */
export const charge = (record: RequestRecord, bucket: TokenBuckets, key: string): Effect.Effect<void, RateLimited> =>
  Effect.suspend(() => {
    const taken = bucket.take(key, record.startedAt)
    const isEmpty = taken.retryAfter > 0
    if (isEmpty || record.charge === undefined || share(taken) < share(record.charge)) record.charge = taken
    return isEmpty ? Effect.fail(new RateLimited(taken)) : Effect.void
  })

const share = ({ limit, remaining }: Charge) => remaining / limit
