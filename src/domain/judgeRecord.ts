import type { DomainKey, Finding, WantedRecord } from "./EmailDomain.ts"
import { ownershipPrefix, spfMechanism } from "./wantedRecords.ts"

/** Most characters that are kept of what was found. */
const longestFound = 1_000

/** What DNS has at a name: the joined texts of TXT records, the targets of a CNAME, or `<preference> <host>` of MX records. */
export type DnsAnswer = ReadonlyArray<string>

/** What the records found are compared with, besides the wanted record. */
export interface Measures {
  readonly inboundDomain: string
  /** Hosts that receive mail for INBOUND_DOMAIN, because its MX records may name other hosts. */
  readonly inboundHosts: ReadonlyArray<string>
  readonly keys: ReadonlyArray<Pick<DomainKey, "selector" | "publicKey">>
}

/**
 * The finding of a check for a wanted record: whether it is there, as is or in an equivalent form, and if not, what is there
 * instead. `before` is the previous finding: a record that is gone has failed, one that was never there is pending.
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
  /** The records that concern this purpose. */
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

  // Mail goes to the host with the lowest preference as long as it answers (RFC 5321, 5.1).
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

  // Two records are as bad as none: receivers report permerror (RFC 7208, 4.5).
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

  // Any policy will do: it is the owner's decision.
  dmarc: (_, answer) => {
    const found = answer.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    return { found, met: found.length === 1 }
  },

  bounce: (_, answer, { inboundDomain }) => ({
    found: answer,
    met: answer.some((target) => plainName(target) === plainName(inboundDomain))
  })
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…`, with white space removed from their values. */
const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(";").flatMap((part) => {
      const at = part.indexOf("=")
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s+/g, "")] as const]
    })
  )

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, "")
