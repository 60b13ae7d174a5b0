import { bounceHost, type DomainRecord, type EmailDomain, type WantedRecord } from "./EmailDomain.ts"

/** Bytes of the longest string in a TXT record (RFC 1035, 3.3.14). */
const longestString = 255

/** The text before the token in the TXT record that proves who owns a domain. */
export const ownershipPrefix = "trunkline-verification="

/** The text of a DKIM key's TXT record (RFC 6376, 3.6.1). */
export const dkimText = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** The SPF mechanism (RFC 7208) that allows every sender that the installation's own SPF record allows. */
export const spfMechanism = (inboundDomain: string): string => `include:${inboundDomain}`

/**
 * The records that a domain should have. `inboundDomain` is INBOUND_DOMAIN: its mail arrives here, and its SPF record allows
 * the hosts that send our mail.
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

/** The wanted records with what the last check found. A record that has changed since is pending. */
export const recordsOf = (domain: EmailDomain, inboundDomain: string): ReadonlyArray<DomainRecord> =>
  wantedRecords(domain, inboundDomain).map((wanted) => {
    const { found, status } = findingOf(domain, wanted) ?? { status: "pending" as const }
    return { ...wanted, status, found }
  })

export const findingOf = ({ findings }: Pick<EmailDomain, "findings">, { name, type, value }: WantedRecord) =>
  findings.find((finding) => finding.name === name && finding.type === type && finding.value === value)

/**
 * Whether the record is required: it proves ownership, routes mail here, or is the key that signs mail. The other key, the
 * return path, the domain's own SPF record and DMARC only improve delivery.
 */
export const isRequired = ({ keys }: Pick<EmailDomain, "keys">, { name, purpose }: WantedRecord): boolean =>
  purpose === "ownership" ||
  purpose === "mx" ||
  (purpose === "dkim" &&
    keys.some(({ selector, signingSince }) => signingSince !== undefined && name.startsWith(`${selector}.`)))

/** A text as in a zone file: split into quoted strings of at most 255 bytes if it is longer than one. */
const quoted = (text: string): string =>
  text.length <= longestString
    ? text
    : (text.match(new RegExp(`.{1,${longestString}}`, "g")) ?? []).map((part) => `"${part}"`).join(" ")
