import { createReadStream } from "node:fs"
import { domainToASCII } from "node:url"
import { Clock, Duration, Effect } from "effect"
import type { AuthenticateResult } from "mailauth"
import type { AuthenticationResult, MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import type { Resolve } from "../../src/runtime/DnsResolver.ts"
import { loadMailauth } from "./loadMailauth.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { oneLine } from "./mime/oneLine.ts"
import type { ReceivedData } from "./receiveData.ts"

/** Longest that the checks of one mail may take; what is not known by then is not known. */
const budget = Duration.seconds(10)
/** Signatures that are checked; each costs a question and a public key operation. No honest mail has more. */
const maxSignatures = 20
/** Characters of a name in a signature that are kept: more than a domain has (RFC 1035, 2.3.4). */
const maxName = 255

/** The client that handed the mail in, and what it said. */
export interface MailOrigin {
  readonly clientAddress: string | undefined
  readonly clientName: string
  /** Empty for the null sender. */
  readonly returnPath: string
  /** What this server calls itself. */
  readonly serverName: string
}

/**
 * Checks SPF, DKIM, DMARC and ARC of a mail as it came; `start` holds at least its header, unless that is abusive. Never
 * fails and never refuses: what DNS does not tell in time is a `temperror`, and a mail that cannot be checked is one of
 * which nothing is known.
 */
export const authenticateMail = Effect.fn("authenticateMail")(
  (start: Uint8Array, source: ReceivedData["source"], origin: MailOrigin, resolve: Resolve) =>
    Effect.suspend(() => {
      const fields = new HeaderFields(start)
      const count = (...names: ReadonlyArray<string>) => names.reduce((sum, name) => sum + fields.count(name), 0)
      const isSigned = count("dkim-signature", "arc-seal", "arc-message-signature") > 0
      return count("dkim-signature", "arc-seal") > maxSignatures
        ? Effect.succeed(unknown("permerror"))
        : Effect.tryPromise(async () =>
            (await loadMailauth()).authenticate((isSigned ? undefined : headerOf(start)) ?? inputOf(source), {
              ...(origin.clientAddress === undefined ? {} : { ip: origin.clientAddress }),
              helo: origin.clientName,
              sender: origin.returnPath,
              mta: origin.serverName,
              resolver: resolve,
              disableBimi: true,
              rejectRsaSha1: true
            })
          ).pipe(
            Effect.map(verdicts),
            Effect.timeoutOrElse({ duration: budget, orElse: () => Effect.succeed(unknown("temperror")) }),
            // Real time: DNS lives in it, whatever clock a test has set.
            Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("A mail could not be authenticated", error.message), unknown("permerror"))
            )
          )
    })
)

/** Bytes that are there are handed over as they are: a stream of one chunk costs a third of all checks. */
const inputOf = (source: ReceivedData["source"]) =>
  "path" in source
    ? createReadStream(source.path)
    : Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)

/** All that can be checked of a mail that nobody signed: its body, of whatever length, is not read. */
const headerOf = (start: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  const end = bytes.indexOf("\r\n\r\n")
  return end === -1 ? undefined : bytes.subarray(0, end + 4)
}

const unknown = (result: AuthenticationResult): MailAuthentication => ({
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

/** What a signature names, which is whatever somebody wrote. */
const nameOf = (text = "") => oneLine(text, maxName)

const asciiDomain = (name: string | undefined) => (name === undefined ? undefined : domainToASCII(name.toLowerCase()))

const results: ReadonlySet<string> = new Set<AuthenticationResult>([
  ...(["pass", "fail", "softfail", "neutral", "none", "policy", "temperror", "permerror"] as const)
])

/** A word of RFC 8601 for a result; any other is none. */
export const resultOf = (text: unknown): AuthenticationResult => {
  const result = String(text).toLowerCase()
  // One of the set is one of the type.
  return results.has(result) ? (result as AuthenticationResult) : "none"
}

const policyOf = (text: string | undefined) =>
  (["none", "quarantine", "reject"] as const).find((policy) => policy === text?.toLowerCase())
