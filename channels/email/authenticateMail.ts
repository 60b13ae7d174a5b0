import { createReadStream } from "node:fs"
import { domainToASCII } from "node:url"
import type { AuthenticateResult } from "mailauth"
import type { AuthenticationResult, MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import type { Resolve } from "../../src/runtime/DnsResolver.ts"
import { loadMailauth } from "./loadMailauth.ts"
import { HeaderFields, maxHeaderBytes } from "./mime/HeaderFields.ts"
import { oneLine } from "./mime/oneLine.ts"
import type { ReceivedData } from "./receiveData.ts"

/** Milliseconds. Time for all checks of one email; what is unknown by then stays unknown. */
export const checkBudget = 10_000
/**
 * Limits that no honest email exceeds. Each signature costs a DNS query and a public-key operation, and each that covers
 * only the beginning of the body costs another pass over it; other work of mailauth is quadratic in parts of the header.
 */
const most = { signatures: 20, partial: 2, headerBytes: 128 * 1024, headerLines: 5_000 } as const
const blanks = /\s{1000}/
/** Characters kept of a name in a signature: more than a domain name has (RFC 1035, 2.3.4). */
const maxName = 255

/** The client that submitted the email, and how it introduced itself. */
export interface MailOrigin {
  readonly clientAddress: string | undefined
  readonly clientName: string
  /** Empty for the null sender. */
  readonly returnPath: string
  /** This server's own name. */
  readonly serverName: string
}

/**
 * Checks SPF, DKIM, DMARC and ARC of an email as received; `start` holds at least its header, unless that is abusive. Never
 * refuses: what DNS does not answer in time is a `temperror`, and an email that cannot be checked has no known result.
 * Rejects if mailauth cannot process the email. Senders control its cost, so it belongs in a separate thread.
 */
export const authenticateMail = async (
  start: Uint8Array,
  source: ReceivedData["source"],
  origin: MailOrigin,
  resolve: Resolve
): Promise<MailAuthentication> => {
  const fields = new HeaderFields(start)
  if (isAbusive(start, fields)) return unknown("permerror")
  const isSigned = signatureFields.some((name) => fields.count(name) > 0)
  const input = (isSigned ? undefined : headerOf(start)) ?? inputOf(source)
  const { authenticate } = await loadMailauth()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<MailAuthentication>((done) => {
    timer = setTimeout(() => done(unknown("temperror")), checkBudget)
  })
  const checked = authenticate(input, {
    ...(origin.clientAddress === undefined ? {} : { ip: origin.clientAddress }),
    helo: origin.clientName,
    sender: origin.returnPath,
    mta: origin.serverName,
    resolver: resolve,
    disableBimi: true,
    rejectRsaSha1: true
  }).then(verdicts)
  try {
    return await Promise.race([checked, late])
  } finally {
    clearTimeout(timer)
    // If the email takes too long, its reading stops.
    if (!Buffer.isBuffer(input)) input.destroy()
  }
}

const signatureFields = ["dkim-signature", "arc-seal", "arc-message-signature"] as const

const isAbusive = (start: Uint8Array, fields: HeaderFields): boolean => {
  const text = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString("latin1")
  const end = text.search(/\n\r?\n/)
  const header = end === -1 ? text : text.slice(0, end)
  const [dkim, seals, sealed] = signatureFields.map((name) => fields.all(name))
  return (
    (end === -1 && start.byteLength >= maxHeaderBytes) ||
    header.length > most.headerBytes ||
    header.split("\n", most.headerLines + 1).length > most.headerLines ||
    blanks.test(header) ||
    [...(dkim ?? []), ...(seals ?? [])].length > most.signatures ||
    (sealed ?? []).length > most.signatures ||
    [...(dkim ?? []), ...(sealed ?? [])].filter((field) => /(?:^|;)\s*l\s*=/i.test(field)).length > most.partial
  )
}

/** Bytes in memory are passed as they are: a stream of one chunk costs a third of all checks. */
const inputOf = (source: ReceivedData["source"]) =>
  "path" in source
    ? createReadStream(source.path)
    : withLineEnds(Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength))

/** Normalizes LF to CRLF, which mailauth treats the same but takes a hundred times as long for. */
const withLineEnds = (message: Buffer): Buffer => {
  const text = message.toString("latin1")
  return /(?<!\r)\n/.test(text) ? Buffer.from(text.replace(/(?<!\r)\n/g, "\r\n"), "latin1") : message
}

/** The header, which is all that can be checked of an unsigned email: its body, of whatever length, is not read. */
const headerOf = (start: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  const end = bytes.indexOf("\r\n\r\n")
  return end === -1 ? undefined : bytes.subarray(0, end + 4)
}

/** The result for an email of which nothing is known. */
export const unknown = (result: AuthenticationResult): MailAuthentication => ({
  spf: { result },
  dkim: [],
  dmarc: { result },
  arc: { result: "none" }
})

const verdicts = ({ arc, dkim, dmarc, spf }: AuthenticateResult): MailAuthentication => ({
  spf: spf === false ? { result: "none" } : { result: resultOf(spf.status.result), domain: spf.domain },
  dkim: dkim.results.flatMap(({ selector, signingDomain, status }) => {
    const domain = nameOf(signingDomain)
    return domain === ""
      ? []
      : [{ result: resultOf(status.result), domain, selector: nameOf(selector), aligned: Boolean(status.aligned) }]
  }),
  dmarc:
    dmarc === false
      ? { result: "none" }
      : {
          result: resultOf(dmarc.status.result),
          domain: asciiDomain(dmarc.status.header?.from),
          policy: policyOf(dmarc.policy)
        },
  arc:
    arc === false
      ? { result: "none" }
      : {
          result: resultOf(arc.status.result),
          sealer: arc.signature === false ? undefined : nameOf(arc.signature?.signingDomain) || undefined,
          dmarc:
            arc.authenticationResults === undefined ? undefined : resultOf(arc.authenticationResults["dmarc"]?.result)
        }
})

/** A name in a signature, which may be any text. */
const nameOf = (text = "") => oneLine(text, maxName)

const asciiDomain = (name: string | undefined) => (name === undefined ? undefined : domainToASCII(name.toLowerCase()))

const results: ReadonlySet<string> = new Set<AuthenticationResult>([
  ...(["pass", "fail", "softfail", "neutral", "none", "policy", "temperror", "permerror"] as const)
])

/** A result of RFC 8601; `none` for any other text. */
export const resultOf = (text: unknown): AuthenticationResult => {
  const result = String(text).toLowerCase()
  // Members of the set are of that type.
  return results.has(result) ? (result as AuthenticationResult) : "none"
}

const policyOf = (text: string | undefined) =>
  (["none", "quarantine", "reject"] as const).find((policy) => policy === text?.toLowerCase())
