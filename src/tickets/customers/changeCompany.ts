import type { DateTime } from "effect"
import { Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import { atVersion } from "../../domain/atVersion.ts"
import type { Company } from "../../domain/Company.ts"
import { cleared } from "../../domain/cleared.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, CompanyId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { VersionConflict } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { RecordChange } from "../settings/BrandRecords.ts"

export interface CompanyCreate {
  readonly name: string
  /** Lower case. */
  readonly domain?: string | undefined
  readonly externalId?: string | undefined
  readonly metadata?: JsonObject | undefined
}

/** Fields to change; `null` clears one. */
export interface CompanyChange {
  readonly name?: string | undefined
  readonly domain?: string | null | undefined
  readonly externalId?: string | null | undefined
  readonly metadata?: JsonObject | null | undefined
}

export const newCompany = (
  id: CompanyId,
  brandId: BrandId,
  input: CompanyCreate,
  now: DateTime.Utc
): RecordChange<Company> => {
  const company: Company = { id, brandId, ...input, version: 1, createdAt: now, updatedAt: now }
  return { record: company, audit: audit("company.created", company) }
}

const observed = {
  name: ({ name }: Company) => name,
  domain: ({ domain }: Company) => domain ?? null,
  externalId: ({ externalId }: Company) => externalId ?? null,
  metadata: ({ metadata }: Company) => metadata ?? null
}

/** Changes a company's fields as one command. A new domain does not move any customers. */
export const changeCompany = (
  before: Company,
  change: CompanyChange,
  ifMatch: number | undefined,
  now: DateTime.Utc
): Result.Result<RecordChange<Company>, VersionConflict> =>
  Result.map(atVersion(before, ifMatch), () => {
    const after: Company = {
      ...before,
      name: change.name ?? before.name,
      domain: cleared(change.domain, before.domain),
      externalId: cleared(change.externalId, before.externalId),
      metadata: cleared(change.metadata, before.metadata),
      version: before.version + 1,
      updatedAt: now
    }
    const diff = fieldDiff(observed, before, after)
    return diff.size === 0
      ? { record: before, audit: undefined }
      : { record: after, audit: audit("company.updated", after, auditedDiff(diff)) }
  })

export const deleteCompany = (
  company: Company,
  ifMatch: number | undefined
): Result.Result<AuditEntry, VersionConflict> =>
  Result.map(atVersion(company, ifMatch), () => audit("company.deleted", company))

const audit = (event: AuditedEvent, { id, name }: Company, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "company",
  entityId: id,
  changes,
  metadata: { name }
})
