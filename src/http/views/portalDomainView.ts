import { portalBase } from "../../accounts/portalUrl.ts"
import type { BrandId } from "../../domain/Ids.ts"
import { type PortalDomain, type PortalRecord, portalRecordsOf } from "../../domain/PortalDomain.ts"
import { isoOr } from "./moments.ts"

/** The domain of a brand's portal on the wire. `answered` means that DNS answered all questions. */
export const portalDomainView =
  (publicUrl: string) =>
  (brandId: BrandId, domain: PortalDomain | undefined, answered = true) => {
    const records = domain === undefined ? [] : portalRecordsOf(domain, new URL(publicUrl).hostname)
    return {
      domain: domain?.domain ?? null,
      verified: domain?.verified ?? false,
      url: portalBase(publicUrl, { id: brandId, portalDomain: domain?.verified === true ? domain.domain : undefined }),
      error: domain === undefined ? undefined : lack(domain, records, answered),
      records,
      checkedAt: isoOr(domain?.checkedAt) ?? null,
      verifiedAt: isoOr(domain?.verifiedAt) ?? null,
      failingSince: isoOr(domain?.failingSince) ?? null
    }
  }

const lack = ({ verified }: PortalDomain, records: ReadonlyArray<PortalRecord>, answered: boolean) => {
  if (!answered) return "DNS did not respond to every query. Try again later."
  const [first, ...more] = records.filter(({ status }) => status !== "verified").map(words)
  if (first !== undefined) return `DNS does not have the required records yet: ${[first, ...more].join(", ")}.`
  return verified
    ? undefined
    : "Another brand of this installation has proved that it owns the name, and its TXT record is still in DNS. Remove that record, then check again."
}

const words = ({ name, purpose, type }: PortalRecord) =>
  purpose === "address" ? `an address of ${name}` : `the ${type} record of ${name}`
