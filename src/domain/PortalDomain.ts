import type { DateTime } from "effect"
import type { RecordStatus } from "./EmailDomain.ts"
import type { BrandId, DomainId } from "./Ids.ts"
import type { Proof } from "./Proof.ts"
import { ownershipPrefix } from "./wantedRecords.ts"

/** `ownership`: shows whose the name is; `address`: leads browsers to where the portal is served. */
export const portalPurposes = ["address", "ownership"] as const
export type PortalPurpose = (typeof portalPurposes)[number]

/** What the last check found in the place of a record. */
export interface PortalFinding {
  readonly status: RecordStatus
  readonly found?: string | undefined
}

/** The host name of a brand's own under which its portal is. A brand has one at most. */
export interface PortalDomain extends Proof {
  readonly id: DomainId
  readonly brandId: BrandId
  /** Lower case, A-labels. */
  readonly domain: string
  /** What its owner writes into DNS to show that it is theirs. */
  readonly ownershipToken: string
  readonly findings: Readonly<Record<PortalPurpose, PortalFinding>>
  /** When DNS was last asked. */
  readonly checkedAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A DNS record that the domain should have, as the last check found it. */
export interface PortalRecord extends PortalFinding {
  readonly type: "CNAME" | "TXT"
  /** Fully qualified, without the final dot. */
  readonly name: string
  readonly value: string
  readonly purpose: PortalPurpose
}

/** Nobody has asked DNS yet. */
export const nothingFound: PortalDomain["findings"] = {
  address: { status: "pending" },
  ownership: { status: "pending" }
}

/** Where the record is that shows whose a domain is. */
export const ownershipName = (domain: string): string => `_trunkline.${domain}`

/** Its text. */
export const ownershipText = ({ ownershipToken }: Pick<PortalDomain, "ownershipToken">): string =>
  `${ownershipPrefix}${ownershipToken}`

/** The records, first that which leads browsers here: once the other one is there too, links lead to the domain. */
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

/** The origin of a domain's pages: the scheme and the port are those of the server's own address. */
export const portalOrigin = (publicUrl: string, domain: string): string => {
  const url = new URL(publicUrl)
  return `${url.protocol}//${domain}${url.port === "" ? "" : `:${url.port}`}`
}
