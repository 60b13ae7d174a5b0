import type { DateTime } from "effect"
import { Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Brand } from "../../domain/Brand.ts"
import { type CheckedDomain, checkedDomain } from "../../domain/checkedDomain.ts"
import { cleared } from "../../domain/cleared.ts"
import type { DomainKey, DomainType, EmailDomain, Finding } from "../../domain/EmailDomain.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, DomainId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { AlreadyExists, InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"
import { domainOf } from "../../domain/SupportAddress.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ListChange } from "../settings/BrandList.ts"

/** Maximum number of domains of a brand. */
export const maxDomains = 50

export interface DomainCreate {
  /** Lower case, A-labels. */
  readonly domain: string
  readonly type: DomainType
  readonly fromName?: string | undefined
  readonly fromEmail?: string | undefined
  readonly replyMode?: Brand["replyMode"] | undefined
  readonly isPrimary?: boolean | undefined
}

export interface DomainChange {
  readonly domain?: string | undefined
  readonly type?: DomainType | undefined
  /** `null` clears the value. */
  readonly fromName?: string | null | undefined
  readonly fromEmail?: string | null | undefined
  readonly replyMode?: Brand["replyMode"] | undefined
  readonly isPrimary?: boolean | undefined
}

type All = ReadonlyArray<EmailDomain>
type Change<V, E> = Result.Result<ListChange<EmailDomain, V>, E>

/** The checks of a new domain that do not depend on the brand's others. */
export const checkDomain = (
  { domain, fromEmail }: Pick<DomainCreate, "domain" | "fromEmail">,
  inboundDomain: string
): Result.Result<void, InvalidInput> => {
  if (domain === inboundDomain || domain.endsWith(`.${inboundDomain}`)) {
    return Result.fail(InvalidInput.of("domain", "not_allowed", "must not be this installation's own domain"))
  }
  return checkFromEmail(domain, fromEmail)
}

const checkFromEmail = (domain: string, fromEmail: string | null | undefined): Result.Result<void, InvalidInput> =>
  fromEmail == null || domainOf(fromEmail) === domain
    ? Result.void
    : Result.fail(InvalidInput.of("fromEmail", "not_allowed", `must be an address at ${domain}`))

/** Adds a domain. Unless specified otherwise, the first of its type is the primary one. */
export const addDomain = (
  all: All,
  made: {
    readonly id: DomainId
    readonly brandId: BrandId
    readonly ownershipToken: string
    readonly keys: ReadonlyArray<DomainKey>
  },
  { isPrimary, replyMode = "MATCH", ...input }: DomainCreate,
  now: DateTime.Utc
): Change<EmailDomain, LimitReached | AlreadyExists> => {
  if (all.some(({ domain, type }) => domain === input.domain && type === input.type)) {
    return Result.fail(new AlreadyExists({ field: "domain" }))
  }
  if (all.length >= maxDomains) {
    return Result.fail(new LimitReached({ limit: maxDomains, what: "domains in a brand" }))
  }
  const siblings = primariesOf(all, input.type)
  const domain: EmailDomain = {
    ...made,
    ...input,
    replyMode,
    isPrimary: isPrimary ?? siblings.length === 0,
    verified: false,
    findings: [],
    createdAt: now,
    updatedAt: now
  }
  return Result.succeed({
    value: domain,
    saved: [...(domain.isPrimary ? demoted(siblings, now) : []), domain],
    audit: [told("domain.created", domain)]
  })
}

const observed = {
  fromName: ({ fromName }: EmailDomain) => fromName,
  fromEmail: ({ fromEmail }: EmailDomain) => fromEmail,
  replyMode: ({ replyMode }: EmailDomain) => replyMode,
  isPrimary: ({ isPrimary }: EmailDomain) => isPrimary
}

export const changeDomain = (
  all: All,
  id: DomainId,
  { domain, fromEmail, fromName, isPrimary, replyMode, type }: DomainChange,
  now: DateTime.Utc
): Change<EmailDomain, NotFound | InvalidInput> =>
  Result.gen(function* () {
    const before = yield* domainIn(all, id)
    for (const [field, given, present] of [
      ["domain", domain, before.domain],
      ["type", type, before.type]
    ] as const)
      if (given !== undefined && given !== present) {
        return yield* Result.fail(
          InvalidInput.of(field, "not_allowed", "cannot be changed: add another domain instead")
        )
      }
    yield* checkFromEmail(before.domain, fromEmail)
    const after: EmailDomain = {
      ...before,
      fromName: cleared(fromName, before.fromName),
      fromEmail: cleared(fromEmail, before.fromEmail),
      replyMode: replyMode ?? before.replyMode,
      isPrimary: isPrimary ?? before.isPrimary,
      updatedAt: now
    }
    const diff = fieldDiff(observed, before, after)
    if (diff.size === 0) return { value: before, saved: [], audit: [] }
    const others = all.filter((one) => one !== before)
    return {
      value: after,
      saved: [...(after.isPrimary ? demoted(primariesOf(others, after.type), now) : []), after],
      audit: [told("domain.updated", after, auditedDiff(diff))]
    }
  })

export const removeDomain = (all: All, id: DomainId): Change<void, NotFound> =>
  Result.map(domainIn(all, id), (removed) => ({
    value: undefined,
    saved: [],
    removed,
    audit: [told("domain.deleted", removed)]
  }))

/** Applies the findings of a check. */
export const applyCheck = (
  all: All,
  id: DomainId,
  findings: ReadonlyArray<Finding>,
  inboundDomain: string,
  now: DateTime.Utc
): Change<CheckedDomain, NotFound> =>
  Result.map(domainIn(all, id), (before) => {
    const checked = checkedDomain(before, findings, inboundDomain, now)
    const domain = checked.changes.length === 0 ? checked.domain : { ...checked.domain, updatedAt: now }
    const isSame = JSON.stringify(checked.domain) === JSON.stringify(before)
    return {
      value: { ...checked, domain },
      saved: isSame ? [] : [domain],
      audit: checked.changes.map((change) => told(`domain.${change}`, domain))
    }
  })

/** Replaces a key that stopped signing long ago. */
export const replaceKey = (
  all: All,
  id: DomainId,
  outworn: DomainKey,
  key: DomainKey,
  now: DateTime.Utc
): Change<void, NotFound> =>
  Result.map(domainIn(all, id), (before) => {
    const isThere = before.keys.some(({ publicKey }) => publicKey === outworn.publicKey)
    const keys = before.keys.map((one) => (one.publicKey === outworn.publicKey ? key : one))
    const after = { ...before, keys, updatedAt: now }
    return {
      value: undefined,
      saved: isThere ? [after] : [],
      audit: isThere ? [told("domain.key_replaced", after)] : []
    }
  })

const domainIn = (all: All, id: DomainId): Result.Result<EmailDomain, NotFound> => {
  const found = all.find((one) => one.id === id)
  return found === undefined ? Result.fail(new NotFound({ entity: "domain" })) : Result.succeed(found)
}

const primariesOf = (all: All, type: DomainType) => all.filter((one) => one.isPrimary && one.type === type)
const demoted = (all: All, now: DateTime.Utc) => all.map((one) => ({ ...one, isPrimary: false, updatedAt: now }))

const told = (event: AuditedEvent, { domain, id, type }: EmailDomain, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes,
  metadata: { domain, type }
})
