import { DateTime } from "effect"

/** Days for which a proof stays valid while what it needs is missing. */
export const toleratedDays = 3

/** Whether checks have found something to be its claimed owner's. */
export interface Proof {
  readonly verified: boolean
  readonly verifiedAt?: DateTime.Utc | undefined
  /** Since when a verified proof has lacked what it needs. */
  readonly failingSince?: DateTime.Utc | undefined
}

/** How a check changed a proof, in the words of the audit log. */
export type ProofChange = "verified" | "failing" | "recovered" | "failed"

/** The proof after a check that found all it needs, less than that, or could not tell. */
export const proofAfter = (
  before: Proof,
  found: "all" | "less" | "unknown",
  now: DateTime.Utc
): { readonly proof: Proof; readonly change?: ProofChange } => {
  if (found === "all") {
    const change = !before.verified ? "verified" : before.failingSince === undefined ? undefined : "recovered"
    const proof = { verified: true, verifiedAt: before.verified ? before.verifiedAt : now, failingSince: undefined }
    return change === undefined ? { proof } : { proof, change }
  }
  const { failingSince, verified, verifiedAt } = before
  if (!verified || found === "unknown") return { proof: { verified, verifiedAt, failingSince } }
  const since = failingSince ?? now
  if (DateTime.isGreaterThanOrEqualTo(now, DateTime.add(since, { days: toleratedDays })))
    return { proof: { verified: false, verifiedAt: undefined, failingSince: since }, change: "failed" }
  const proof = { verified, verifiedAt, failingSince: since }
  return failingSince === undefined ? { proof, change: "failing" } : { proof }
}
