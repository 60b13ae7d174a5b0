import { type DateTime, Option, Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import { type CheckedPortalDomain, checkedPortalDomain, type PortalAnswers } from "../../domain/checkedPortalDomain.ts"
import type { BrandId, DomainId } from "../../domain/Ids.ts"
import { nothingFound, type PortalDomain } from "../../domain/PortalDomain.ts"
import { NotFound } from "../../domain/Problems.ts"
import type { ProofChange } from "../../domain/Proof.ts"
import type { ListChange } from "../settings/BrandList.ts"

type All = ReadonlyArray<PortalDomain>
type Change<V, E> = Result.Result<ListChange<PortalDomain, V>, E>

/** Sets the brand's domain, in place of the previous one. A new one has to be verified; the same one stays unchanged. */
export const setDomain = (
  all: All,
  made: Pick<PortalDomain, "id" | "brandId" | "domain" | "ownershipToken">,
  now: DateTime.Utc
): Change<PortalDomain, never> => {
  const [before] = all
  if (before?.domain === made.domain) return Result.succeed({ value: before, saved: [], audit: [] })
  const domain: PortalDomain = {
    ...made,
    id: before?.id ?? made.id,
    verified: false,
    findings: nothingFound,
    createdAt: now,
    updatedAt: now
  }
  return Result.succeed({ value: domain, saved: [domain], audit: [portalDomainAudit("set", domain, before)] })
}

export const removeDomainOf = (all: All): Change<void, NotFound> =>
  Result.map(only(all), (removed) => ({
    value: undefined,
    saved: [],
    removed,
    audit: [portalDomainAudit("removed", removed)]
  }))

/** Stores the DNS answers about `asked`. Fails if the brand has replaced that domain in the meantime. */
export const checkDomainOf = (
  all: All,
  asked: PortalDomain,
  answers: PortalAnswers,
  isFree: boolean,
  now: DateTime.Utc
): Change<CheckedPortalDomain, NotFound> =>
  Result.map(only(all.filter(({ ownershipToken }) => ownershipToken === asked.ownershipToken)), (before) => {
    const checked = checkedPortalDomain(before, answers, isFree, now)
    const audit = checked.change === undefined ? [] : [portalDomainAudit(checked.change, checked.domain)]
    return { value: checked, saved: [checked.domain], audit }
  })

/** An audit log entry about the domain of a brand's portal. */
export const portalDomainAudit = (
  what: ProofChange | "set" | "removed" | "released",
  { brandId, domain }: { readonly brandId: BrandId; readonly domain: string },
  before?: { readonly domain: string; readonly id: DomainId }
): AuditEntry => ({
  event: `portal_domain.${what}`,
  entityType: "brand",
  entityId: brandId,
  metadata: { domain, ...(before === undefined ? {} : { before: before.domain }) }
})

const only = (all: All): Result.Result<PortalDomain, NotFound> =>
  Result.fromOption(Option.fromUndefinedOr(all[0]), () => new NotFound({ entity: "domain" }))
