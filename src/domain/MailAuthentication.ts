/** The result of a check (RFC 8601). `temperror`: DNS did not answer in time. */
export type AuthenticationResult =
  | "pass"
  | "fail"
  | "softfail"
  | "neutral"
  | "none"
  | "policy"
  | "temperror"
  | "permerror"

/** The results of SPF, DKIM, DMARC and ARC for a mail (RFC 7208, 6376, 9989, 8617). */
export interface MailAuthentication {
  readonly spf: { readonly result: AuthenticationResult; readonly domain?: string | undefined }
  readonly dkim: ReadonlyArray<{
    readonly result: AuthenticationResult
    readonly domain: string
    readonly selector: string
    /** Whether the signing domain is aligned with the domain of From, as DMARC defines it. */
    readonly aligned: boolean
  }>
  readonly dmarc: {
    readonly result: AuthenticationResult
    /** The domain of the address in From, as A-labels. */
    readonly domain?: string | undefined
    /** What the domain asks receivers to do if the check fails. */
    readonly policy?: "none" | "quarantine" | "reject" | undefined
  }
  readonly arc: {
    readonly result: AuthenticationResult
    /** The domain that sealed the chain last. */
    readonly sealer?: string | undefined
    /** The DMARC result that the sealer reports; only as trustworthy as the sealer. */
    readonly dmarc?: AuthenticationResult | undefined
  }
  /** Our relay that produced these results, by its authserv-id (RFC 8601), and whether it classified the mail as spam. */
  readonly relay?: { readonly authservId: string; readonly isSpam: boolean } | undefined
}

/**
 * ARC sealers that are trusted to report truthfully what they saw before forwarding: the large mail services, whose users
 * forward mail here.
 */
const trustedSealers = new Set(["google.com", "microsoft.com", "messagingengine.com", "fastmail.com", "icloud.com"])

/** Whether the mail comes from the domain that its From field names. */
export const isAuthentic = ({ dkim, dmarc, spf }: MailAuthentication): boolean =>
  dmarc.result === "pass" ||
  (dmarc.result === "none" &&
    (dkim.some(({ aligned, result }) => aligned && result === "pass") ||
      (spf.result === "pass" && spf.domain !== undefined && isSameOwner(spf.domain, dmarc.domain ?? ""))))

/** Whether DMARC passed for the domain of this address. Addresses in fields other than From are never verified. */
export const proves = ({ dmarc }: MailAuthentication, email: string): boolean =>
  dmarc.result === "pass" && dmarc.domain === email.slice(email.lastIndexOf("@") + 1)

/**
 * Whether DMARC fails with a policy other than `none`, and no trusted sealer vouches for the mail. SPF alone decides
 * nothing, because it fails for every forwarded mail.
 */
export const isDisowned = ({ arc, dmarc }: MailAuthentication): boolean =>
  dmarc.result === "fail" &&
  (dmarc.policy === "quarantine" || dmarc.policy === "reject") &&
  !(arc.result === "pass" && arc.dmarc === "pass" && trustedSealers.has(arc.sealer ?? ""))

/** Whether two domains are equal, or one is a subdomain of the other. */
export const isSameOwner = (one: string, other: string): boolean =>
  one === other ||
  (one.includes(".") && other.endsWith(`.${one}`)) ||
  (other.includes(".") && one.endsWith(`.${other}`))
