import { Effect } from "effect"
import type { MagicLinks } from "../accounts/MagicLinks.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { RateLimits } from "./RateLimits.ts"
import type { RequestRecord } from "./RequestRecord.ts"

/**
 * Requests a sign-in link. Limited per address, whether anybody has it or not; beyond the limit nothing is sent, and the
 * response is the same.
 */
export const requestLink = (
  links: MagicLinks["Service"],
  limits: RateLimits["Service"],
  record: RequestRecord,
  { email, organizationId }: { readonly email: string; readonly organizationId?: string | undefined }
): Effect.Effect<void, DatabaseUnavailable> =>
  Effect.suspend(() => {
    const address = addressOf(email)
    const admitted = [limits.magicLinkPause, limits.magicLinkAddress].every(
      (bucket) => bucket.take(address, record.startedAt).retryAfter === 0
    )
    return admitted ? links.request(address, record.cause, organizationId) : Effect.void
  })
