/**
 * Why a mail system refuses a mail. `no_mailbox`: the address is wrong or was abandoned; the only cause that applies to all
 * other mail too. `mailbox_full`, `too_large`: only this mail, now. `policy`: it looks like spam, or its sender looks forged.
 * `other`: unknown.
 */
export const refusalCauses = ["no_mailbox", "mailbox_full", "too_large", "policy", "other"] as const
export type RefusalCause = (typeof refusalCauses)[number]

/** What each cause means for the author of the mail, as a sentence without a full stop. */
const meanings: Readonly<Record<Exclude<RefusalCause, "other">, string>> = {
  no_mailbox: "The mailbox does not exist, so no email is sent there for a while",
  mailbox_full: "The mailbox is full: write again later, or contact them another way",
  too_large: "The email is larger than their mail system accepts: send smaller files, or links to them",
  policy:
    "Their mail system classified it as spam or does not allow it: check that SPF, DKIM and DMARC pass for the sender's address"
}

/** Causes by the subject and detail of status codes (RFC 3463, RFC 7505 and Exchange's own), if these identify one. */
const codes: ReadonlyMap<string, RefusalCause> = new Map([
  ...["1.1", "1.2", "1.3", "1.6", "1.10", "2.1"].map((code) => [code, "no_mailbox"] as const),
  // No route: no such domain or, from Exchange, no such recipient.
  ...["4.1", "4.4", "4.310"].map((code) => [code, "no_mailbox"] as const),
  ["2.2", "mailbox_full"],
  ["2.3", "too_large"],
  ["3.4", "too_large"]
])

/** Phrases of mail systems whose codes do not identify a cause, in the order in which they are tried. */
const words: ReadonlyArray<readonly [RegExp, RefusalCause]> = [
  [
    /over ?-?quota|quota (?:is )?exceeded|exceed\w* (?:\w+ ){0,3}quota|(?:mailbox|inbox) (?:is |was )?full|full mailbox|insufficient (?:\w+ )?storage|exceed\w* (?:\w+ ){0,2}storage/i,
    "mailbox_full"
  ],
  [
    /\b(?:message|mail|content|size)\b.{0,40}\b(?:too (?:large|big|long)|exceed\w*)\b|\bmax\w* (?:message )?size\b/i,
    "too_large"
  ],
  [
    /\b(?:spam|spf|dkim|dmarc|rbl|dnsbl|virus|malware|polic(?:y|ies)|reputation|(?:black|block|deny|reject)[ -]?list\w*|blocked|banned|prohibited|unauthenticated|sender|relay\w*)\b|spamhaus|not (?:authori[sz]ed|permitted|allowed)|access denied|mail from\b/i,
    "policy"
  ],
  [
    /\bno such|\bunknown|\bno (?:mailbox|user|recipient)\b|\b(?:not|no longer) (?:be )?(?:found|known|exist\w*|active|available|in use|a valid|valid)|n[o']t (?:exist|have an? (?:\w+ )?(?:account|mailbox))|\b(?:invalid|bad|non-?existent|disabled|deactivated|inactive|closed|suspended|undeliverable|unroutable|unrouteable) (?:\w+ )?(?:recipient|mailbox|user|address|account|destination)|\b(?:recipient|mailbox|user|address|account)\b.{0,60}\b(?:unavailable|disabled|deactivated|inactive|closed|suspended|invalid|rejected|deleted|discontinued)|does not accept mail|null ?mx/i,
    "no_mailbox"
  ]
]

/**
 * The cause of a refusal, by its status code (RFC 3463), which may appear only in its text. If the code gives no more than a
 * class or subject, the text decides. A temporary failure (4.x.x) says nothing about the address.
 */
export const refusalCause = (status: string | undefined, said = ""): RefusalCause => {
  const told = [status, statusIn(said)].filter((code) => code !== undefined)
  const cause = told.map(byCode).find((one) => one !== undefined)
  if (cause !== undefined) return cause
  const isGeneral = told.every((code) => code.endsWith(".0"))
  const found = isGeneral ? words.find(([word]) => word.test(said))?.[1] : undefined
  return found === undefined || (found === "no_mailbox" && told.some(isPassing)) ? "other" : found
}

const isPassing = (status: string) => status.startsWith("4.")

const byCode = (status: string): RefusalCause | undefined => {
  const [, subject = "", detail = ""] = status.split(".")
  const cause = subject === "7" ? "policy" : codes.get(`${subject}.${detail}`)
  return cause === "no_mailbox" && isPassing(status) ? "other" : cause
}

/** The status code in a mail system's text; for a bare reply code (RFC 5321, 4.2), only its class. */
export const statusIn = (said: string): string | undefined => {
  const [, enhanced] = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?:$|[^\d.])/.exec(said) ?? []
  if (enhanced !== undefined) return enhanced
  const [, code] = /(?:^|\s)([45])\d\d[ -]/.exec(said) ?? []
  return code === undefined ? undefined : `${code}.0.0`
}

/** The refusal as people read it: what it means, and what the mail system said. */
export const refusalText = (cause: RefusalCause | undefined, said: string): string | undefined => {
  if (cause === undefined || cause === "other") return said === "" ? undefined : said
  return said === "" ? meanings[cause] : `${meanings[cause]} (${said})`
}
