import type { DateTime } from "effect"
import type { RecordStatus } from "./EmailDomain.ts"
import type { BrandId, DomainId } from "./Ids.ts"
import type { Proof } from "./Proof.ts"
import { ownershipPrefix } from "./wantedRecords.ts"

/** `ownership` proves who owns the name; `address` directs browsers to where the portal is served. */
export const portalPurposes = ["address", "ownership"] as const
export type PortalPurpose = (typeof portalPurposes)[number]

/** What the last check found for a record. */
export interface PortalFinding {
  readonly status: RecordStatus
  readonly found?: string | undefined
}

/** A brand's own host name for its portal. A brand has at most one. */
export interface PortalDomain extends Proof {
  readonly id: DomainId
  readonly brandId: BrandId
  /** Lower case, A-labels. */
  readonly domain: string
  /** What the owner publishes in DNS to prove ownership. */
  readonly ownershipToken: string
  readonly findings: Readonly<Record<PortalPurpose, PortalFinding>>
  /** When DNS was last queried. */
  readonly checkedAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A DNS record that the domain should have, with the result of the last check. */
export interface PortalRecord extends PortalFinding {
  readonly type: "CNAME" | "TXT"
  /** Fully qualified, without the final dot. */
  readonly name: string
  readonly value: string
  readonly purpose: PortalPurpose
}

/** The findings before the first check. */
export const nothingFound: PortalDomain["findings"] = {
  address: { status: "pending" },
  ownership: { status: "pending" }
}

/** The name of the TXT record that proves who owns a domain. */
export const ownershipName = (domain: string): string => `_trunkline.${domain}`

/** The text of that record. */
export const ownershipText = ({ ownershipToken }: Pick<PortalDomain, "ownershipToken">): string =>
  `${ownershipPrefix}${ownershipToken}`

/** The wanted records. Links use the domain once both are found. */
export const portalRecordsOf = (domain: PortalDomain, serverHost: string): ReadonlyArray<PortalRecord> => [
  { type: "CNAME", name: domain.domain, value: serverHost, purpose: "address", ...domain.findings.address },
  {
    type: "TXT",
    name: ownershipName(domain.domain),
    value: ownershipText(domain),
    purpose: "ownership",
    ...domain.findings.ownership
  }
]

/** The origin of a domain's pages, with the scheme and port of the server's own address. */
export const portalOrigin = (publicUrl: string, domain: string): string => {
  const url = new URL(publicUrl)
  return `${url.protocol}//${domain}${url.port === "" ? "" : `:${url.port}`}`
}
