import { bounceHost, type DomainRecord, type EmailDomain, type WantedRecord } from "./EmailDomain.ts"

/** Longest string in a TXT record (RFC 1035, 3.3.14), in bytes. */
const longestString = 255

/** Text of the TXT record that shows whose a domain is, in front of the token. */
export const ownershipPrefix = "trunkline-verification="

/** The TXT record of a DKIM key (RFC 6376, 3.6.1). */
export const dkimText = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** A mechanism by which an SPF record (RFC 7208) admits what the installation's own admits. */
export const spfMechanism = (inboundDomain: string): string => `include:${inboundDomain}`

/**
 * The records that a domain should have. `inboundDomain` is INBOUND_DOMAIN: its mail comes here, and its SPF record admits
 * whoever sends our mail.
 */
export const wantedRecords = (
  { domain, keys, ownershipToken, type }: Pick<EmailDomain, "domain" | "keys" | "ownershipToken" | "type">,
  inboundDomain: string
): ReadonlyArray<WantedRecord> => [
  { type: "TXT", name: `_trunkline.${domain}`, value: `${ownershipPrefix}${ownershipToken}`, purpose: "ownership" },
  ...(type === "INBOUND"
    ? [{ type: "MX" as const, name: domain, value: inboundDomain, priority: 10, purpose: "mx" as const }]
    : [
        ...keys.map(({ publicKey, selector }) => ({
          type: "TXT" as const,
          name: `${selector}._domainkey.${domain}`,
          value: quoted(dkimText(publicKey)),
          purpose: "dkim" as const
        })),
        { type: "CNAME" as const, name: bounceHost(domain), value: inboundDomain, purpose: "bounce" as const },
        {
          type: "TXT" as const,
          name: domain,
          value: `v=spf1 ${spfMechanism(inboundDomain)} ~all`,
          purpose: "spf" as const
        },
        { type: "TXT" as const, name: `_dmarc.${domain}`, value: "v=DMARC1; p=none", purpose: "dmarc" as const }
      ])
]

/** The records with what the last check found in their place. One that has changed since is yet to be found. */
export const recordsOf = (domain: EmailDomain, inboundDomain: string): ReadonlyArray<DomainRecord> =>
  wantedRecords(domain, inboundDomain).map((wanted) => {
    const { found, status } = findingOf(domain, wanted) ?? { status: "pending" as const }
    return { ...wanted, status, found }
  })

export const findingOf = ({ findings }: Pick<EmailDomain, "findings">, { name, type, value }: WantedRecord) =>
  findings.find((finding) => finding.name === name && finding.type === type && finding.value === value)

/**
 * Whether a domain cannot do without the record: it shows whose it is, leads mail here, or lets mail be signed. The key
 * that does not sign, the return path, SPF of the domain itself and DMARC make deliveries better.
 */
export const isRequired = ({ keys }: Pick<EmailDomain, "keys">, { name, purpose }: WantedRecord): boolean =>
  purpose === "ownership" ||
  purpose === "mx" ||
  (purpose === "dkim" &&
    keys.some(({ selector, signingSince }) => signingSince !== undefined && name.startsWith(`${selector}.`)))

/** A text as zone files have it: strings of at most 255 bytes in quotes, where one is not enough. */
const quoted = (text: string): string =>
  text.length <= longestString
    ? text
    : (text.match(new RegExp(`.{1,${longestString}}`, "g")) ?? []).map((part) => `"${part}"`).join(" ")
