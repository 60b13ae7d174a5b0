import { DateTime } from "effect"
import type { DomainKey, EmailDomain, Finding, WantedRecord } from "./EmailDomain.ts"
import { type ProofChange, proofAfter } from "./Proof.ts"
import { findingOf, isRequired, wantedRecords } from "./wantedRecords.ts"

/** Days after which the other key takes over signing, if its record is published. */
const keyDays = 365
/** Days after which a key that no longer signs is replaced, when all mail that it signed has arrived. */
const retiredDays = 30

/** How a check changed a domain, in the words of the audit log. */
export type DomainChange = ProofChange | "key_switched"

export interface CheckedDomain {
  readonly domain: EmailDomain
  readonly changes: ReadonlyArray<DomainChange>
  /** The required records that are not there. */
  readonly missing: ReadonlyArray<WantedRecord>
}

/**
 * The domain after a check. `findings` covers the records for which DNS gave an answer; the others stay as they were. A
 * verified domain that lacks a required record stays verified for three days.
 */
export const checkedDomain = (
  before: EmailDomain,
  findings: ReadonlyArray<Finding>,
  inboundDomain: string,
  now: DateTime.Utc
): CheckedDomain => {
  const wanted = wantedRecords(before, inboundDomain)
  const known = wanted.flatMap((record) => findingOf({ findings }, record) ?? findingOf(before, record) ?? [])
  const found: EmailDomain = { ...before, findings: known }
  const keys = signingKeys(found, wanted, now)
  const domain = { ...found, keys }
  const required = wanted.filter((record) => isRequired(domain, record))
  const missing = required.filter((record) => findingOf(domain, record)?.status !== "verified")
  const isKnown = missing.some((record) => findingOf({ findings }, record) !== undefined)
  const { change, proof } = proofAfter(before, missing.length === 0 ? "all" : isKnown ? "less" : "unknown", now)
  const switched: ReadonlyArray<DomainChange> = keys === before.keys ? [] : ["key_switched"]
  return {
    domain: { ...domain, ...proof },
    changes: change === undefined ? switched : [...switched, change],
    missing
  }
}

/**
 * The keys, after marking the one that should sign now. The other key takes over if its record is published and either the
 * record of the current key is not, or the current key has signed for a year.
 */
const signingKeys = (
  domain: EmailDomain,
  wanted: ReadonlyArray<WantedRecord>,
  now: DateTime.Utc
): ReadonlyArray<DomainKey> => {
  const isPublished = ({ selector }: DomainKey) =>
    wanted.some(
      (record) =>
        record.purpose === "dkim" &&
        record.name.startsWith(`${selector}.`) &&
        findingOf(domain, record)?.status === "verified"
    )
  const current = domain.keys.find(({ signingSince }) => signingSince !== undefined)
  const other = domain.keys.find((key) => key !== current && isPublished(key))
  if (current?.signingSince === undefined || other === undefined) return domain.keys
  const isOld = isPast(current.signingSince, keyDays, now) && other.retiredAt === undefined
  if (isPublished(current) && !isOld) return domain.keys
  return domain.keys.map((key) =>
    key === other
      ? { ...key, signingSince: now, retiredAt: undefined }
      : key === current
        ? { ...key, signingSince: undefined, retiredAt: now }
        : key
  )
}

/** The key that must be replaced by a new one, whose record then has to be published. */
export const outwornKey = ({ keys }: EmailDomain, now: DateTime.Utc): DomainKey | undefined =>
  keys.find(({ retiredAt }) => retiredAt !== undefined && isPast(retiredAt, retiredDays, now))

const isPast = (since: DateTime.Utc, days: number, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(now, DateTime.add(since, { days }))
