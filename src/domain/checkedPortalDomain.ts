import type { DateTime } from "effect"
import type { DnsAnswer } from "./judgeRecord.ts"
import { ownershipText, type PortalDomain, type PortalFinding } from "./PortalDomain.ts"
import { type ProofChange, proofAfter } from "./Proof.ts"
import { ownershipPrefix } from "./wantedRecords.ts"

/** Most characters that are kept of what was found. */
const longestFound = 1_000

/** What DNS says about a portal's domain; `undefined` if it gave no answer. */
export interface PortalAnswers {
  /** Texts at the name that proves ownership. */
  readonly texts: DnsAnswer | undefined
  /** Addresses of the domain, including those behind aliases. */
  readonly addresses: DnsAnswer | undefined
}

export interface CheckedPortalDomain {
  readonly domain: PortalDomain
  readonly change?: ProofChange | undefined
}

/**
 * The domain after a check. It needs its text and any address; only the reverse proxy knows which address leads here.
 * `isFree`: no other brand of the installation has verified the name. Findings without a DNS answer stay as they were.
 */
export const checkedPortalDomain = (
  before: PortalDomain,
  { addresses, texts }: PortalAnswers,
  isFree: boolean,
  now: DateTime.Utc
): CheckedPortalDomain => {
  const proofs = texts?.filter((text) => text.trim().toLowerCase().startsWith(ownershipPrefix))
  const isProved = proofs?.some((text) => text.trim() === ownershipText(before)) === true
  const findings = {
    address: judged(before.findings.address, addresses, addresses !== undefined && addresses.length > 0),
    ownership: judged(before.findings.ownership, proofs, isProved)
  }
  const isThere = findings.address.status === "verified" && findings.ownership.status === "verified"
  const isKnown =
    (texts !== undefined && findings.ownership.status !== "verified") ||
    (addresses !== undefined && findings.address.status !== "verified")
  const found = isThere && (before.verified || isFree) ? "all" : isKnown ? "less" : "unknown"
  const { change, proof } = proofAfter(before, found, now)
  const updatedAt = change === undefined ? before.updatedAt : now
  return { domain: { ...before, ...proof, findings, checkedAt: now, updatedAt }, change }
}

/** A record that is gone has failed; one that was never there is pending. */
const judged = (before: PortalFinding, answer: DnsAnswer | undefined, met: boolean): PortalFinding => {
  if (answer === undefined) return before
  if (answer.length === 0) return { status: before.status === "pending" ? "pending" : "failed" }
  return { status: met ? "verified" : "failed", found: answer.join(", ").slice(0, longestFound) }
}
