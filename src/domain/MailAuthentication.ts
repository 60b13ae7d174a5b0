/** How a check of RFC 8601 ended; `temperror` where DNS gave no answer in time. */
export type AuthenticationResult =
  | "pass"
  | "fail"
  | "softfail"
  | "neutral"
  | "none"
  | "policy"
  | "temperror"
  | "permerror"

/** What is known of where a mail came from: SPF, DKIM, DMARC and ARC (RFC 7208, 6376, 9989, 8617). */
export interface MailAuthentication {
  readonly spf: { readonly result: AuthenticationResult; readonly domain?: string | undefined }
  readonly dkim: ReadonlyArray<{
    readonly result: AuthenticationResult
    readonly domain: string
    readonly selector: string
    /** Whether the signer is the domain of the From field, as DMARC compares them. */
    readonly aligned: boolean
  }>
  readonly dmarc: {
    readonly result: AuthenticationResult
    /** That of the address in From, as A-labels. */
    readonly domain?: string | undefined
    /** What the domain asks for when the check fails. */
    readonly policy?: "none" | "quarantine" | "reject" | undefined
  }
  readonly arc: {
    readonly result: AuthenticationResult
    /** Who sealed the chain last. */
    readonly sealer?: string | undefined
    /** What the sealer says of DMARC; worth as much as the sealer. */
    readonly dmarc?: AuthenticationResult | undefined
  }
  /** The relay of ours whose results these are, by the name under which it writes them (RFC 8601), and what it takes the mail for. */
  readonly relay?: { readonly authservId: string; readonly isSpam: boolean } | undefined
}

/**
 * Mail systems that say truthfully what they saw before they forwarded a mail: those of the large mail services, whose
 * users forward mail here.
 */
const trustedSealers = new Set(["google.com", "microsoft.com", "messagingengine.com", "fastmail.com", "icloud.com"])

/** Whether the mail is from the domain that its From field names. */
export const isAuthentic = ({ dkim, dmarc, spf }: MailAuthentication): boolean =>
  dmarc.result === "pass" ||
  (dmarc.result === "none" &&
    (dkim.some(({ aligned, result }) => aligned && result === "pass") ||
      (spf.result === "pass" && spf.domain !== undefined && isSameOwner(spf.domain, dmarc.domain ?? ""))))

/** Whether DMARC passed for the domain of this address. What stands in other fields than From is proven by nothing. */
export const proves = ({ dmarc }: MailAuthentication, email: string): boolean =>
  dmarc.result === "pass" && dmarc.domain === email.slice(email.lastIndexOf("@") + 1)

/**
 * Whether its domain asks not to take this mail for its own, and nobody who is trusted vouches for it. SPF alone decides
 * nothing: it fails for every forwarded mail.
 */
export const isDisowned = ({ arc, dmarc }: MailAuthentication): boolean =>
  dmarc.result === "fail" &&
  (dmarc.policy === "quarantine" || dmarc.policy === "reject") &&
  !(arc.result === "pass" && arc.dmarc === "pass" && trustedSealers.has(arc.sealer ?? ""))

/** Whether two domains are one, or one is inside the other. */
export const isSameOwner = (one: string, other: string): boolean =>
  one === other ||
  (one.includes(".") && other.endsWith(`.${one}`)) ||
  (other.includes(".") && one.endsWith(`.${other}`))
