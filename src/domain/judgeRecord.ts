import type { DomainKey, Finding, WantedRecord } from "./EmailDomain.ts"
import { ownershipPrefix, spfMechanism } from "./wantedRecords.ts"

/** Characters of what was found that are kept. */
const longestFound = 1_000

/** What DNS says at a name: texts of TXT records, each joined; names of a CNAME; `<preference> <host>` of MX records. */
export type DnsAnswer = ReadonlyArray<string>

/** What records are compared with, beside themselves. */
export interface Measures {
  readonly inboundDomain: string
  /** Hosts that take mail for INBOUND_DOMAIN: its MX records may name others than itself. */
  readonly inboundHosts: ReadonlyArray<string>
  readonly keys: ReadonlyArray<Pick<DomainKey, "selector" | "publicKey">>
}

/**
 * What a check says of a wanted record: whether it is there (as it is, or in other words that mean the same), and if not,
 * what is there instead. `before` is what the last check said: what is gone has failed, what never was is pending.
 */
export const judgeRecord = (
  wanted: WantedRecord,
  answer: DnsAnswer,
  measures: Measures,
  before: Finding | undefined
): Finding => {
  const { found, met } = readings[wanted.purpose](wanted, answer, measures)
  const isGone = before !== undefined && before.status !== "pending"
  const { name, type, value } = wanted
  return {
    name,
    type,
    value,
    status: met ? "verified" : found.length > 0 || isGone ? "failed" : "pending",
    found: found.length === 0 ? undefined : found.join(", ").slice(0, longestFound)
  }
}

interface Reading {
  readonly met: boolean
  /** Those of the records that are about this. */
  readonly found: DnsAnswer
}

const readings: Record<
  WantedRecord["purpose"],
  (wanted: WantedRecord, answer: DnsAnswer, measures: Measures) => Reading
> = {
  ownership: ({ value }, answer) => {
    const found = answer.filter((text) => text.trim().toLowerCase().startsWith(ownershipPrefix))
    return { found, met: found.some((text) => text.trim() === value) }
  },

  // Mail goes to the host of the lowest preference as long as it answers (RFC 5321, 5.1).
  mx: (_, answer, { inboundDomain, inboundHosts }) => {
    const exchanges = answer.map((text) => {
      const [preference = "", host = ""] = text.split(" ")
      return { preference: Number(preference), host }
    })
    const first = Math.min(...exchanges.map(({ preference }) => preference))
    const ours = [inboundDomain, ...inboundHosts].map(plainName)
    return {
      found: answer,
      met: exchanges.some(({ host, preference }) => preference === first && ours.includes(plainName(host)))
    }
  },

  // Two records are none: receivers answer permerror (RFC 7208, 4.5).
  spf: (_, answer, { inboundDomain }) => {
    const found = answer.filter((text) => /^v=spf1(\s|$)/i.test(text))
    const [first = ""] = found
    const terms = first.toLowerCase().split(/\s+/)
    const admits = [spfMechanism(inboundDomain), `redirect=${inboundDomain}`]
    return {
      found,
      met: found.length === 1 && terms.some((term) => admits.includes(term.replace(/^\+/, "")))
    }
  },

  dkim: ({ name }, answer, { keys }) => {
    const found = answer.filter((text) => tagsOf(text).has("p"))
    const publicKey = keys.find(({ selector }) => name.startsWith(`${selector}.`))?.publicKey
    const [first = ""] = found
    const tags = tagsOf(first)
    return {
      found,
      met:
        found.length === 1 &&
        tags.get("p") === publicKey &&
        (tags.get("v") ?? "DKIM1") === "DKIM1" &&
        (tags.get("k") ?? "rsa") === "rsa"
    }
  },

  // What a domain asks of receivers is its owner's to say: any policy will do.
  dmarc: (_, answer) => {
    const found = answer.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    return { found, met: found.length === 1 }
  },

  bounce: (_, answer, { inboundDomain }) => ({
    found: answer,
    met: answer.some((target) => plainName(target) === plainName(inboundDomain))
  })
}

/** Tags of a record such as `v=DKIM1; k=rsa; p=…`, without white space in their values. */
const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(";").flatMap((part) => {
      const at = part.indexOf("=")
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s+/g, "")] as const]
    })
  )

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, "")
