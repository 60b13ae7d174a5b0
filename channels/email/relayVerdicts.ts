import { BlockList, isIP } from "node:net"
import { domainToASCII } from "node:url"
import { isSameOwner, type MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import { resultOf } from "./authenticateMail.ts"
import type { HeaderFields } from "./mime/HeaderFields.ts"
import { oneLine } from "./mime/oneLine.ts"

/** The operator's mail servers, which accept email from anywhere and relay it to us. */
export interface TrustedRelays {
  /** Their addresses, or networks in CIDR notation. */
  readonly networks: ReadonlyArray<string>
  /** The name under which they write their results; without it, their results are ignored. */
  readonly authservId?: string | undefined
}

/** Whether a client is one of these relays. */
export const isTrustedRelay = ({ networks }: TrustedRelays): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d)/i, "")
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4")
  }
}

/** A relay's results from the header of an email; what it did not check is absent. */
export interface RelayVerdicts extends Partial<Pick<MailAuthentication, "spf" | "dkim" | "dmarc">> {
  readonly isSpam: boolean
}

/** Result fields that are read; a relay writes one for each of its programs. */
const maxFields = 20
/** Characters read of each. */
const maxField = 4_000
/** Characters kept of a selector: more than a domain name has (RFC 1035, 2.3.4). */
const maxSelector = 255

/**
 * Reads the relay's results from its `Authentication-Results` (RFC 8601) and its spam fields. Fields under another name
 * come from somebody else and are skipped; of several results for one method, the topmost counts, which was added last. A
 * relay must remove fields under its own name that arrive from outside (RFC 8601, 5).
 */
export const relayVerdicts = (fields: HeaderFields, authservId: string): RelayVerdicts => {
  const found = fields
    .all("authentication-results")
    .slice(0, maxFields)
    .map((field) => partsOf(field.slice(0, maxField)))
    .filter(([name = ""]) => name.split(" ", 1)[0]?.toLowerCase() === authservId.toLowerCase())
    .flatMap(([, ...methods]) => methods.flatMap(methodOf))
  const of = (method: string) => found.filter((one) => one.method === method)
  const [spf] = of("spf")
  const [dmarc] = of("dmarc")
  const dkim = of("dkim")
  const from = dmarc?.property("header.from")
  return {
    isSpam: ["x-spam-flag", "x-spam-status", "x-spam"].some((name) => /^yes\b/i.test(fields.raw(name))),
    ...(spf === undefined
      ? {}
      : { spf: { result: spf.result, domain: domainOf(spf.property("smtp.mailfrom") ?? spf.property("smtp.helo")) } }),
    ...(dmarc === undefined ? {} : { dmarc: { result: dmarc.result, domain: domainOf(from) } }),
    ...(dkim.length === 0
      ? {}
      : {
          dkim: dkim.map(({ property, result }) => {
            const domain = domainOf(property("header.d") ?? property("header.i")) ?? ""
            return {
              result,
              domain,
              selector: oneLine(property("header.s") ?? "", maxSelector),
              aligned: domain !== "" && isSameOwner(domain, domainOf(from) ?? "")
            }
          })
        })
  }
}

/** An email's results behind a relay: those of the relay, and for the rest what the signatures alone prove. */
export const withRelayVerdicts = (
  own: MailAuthentication,
  { dkim, dmarc, isSpam, spf }: RelayVerdicts,
  authservId: string
): MailAuthentication => ({
  ...own,
  spf: spf ?? own.spf,
  dkim: dkim ?? own.dkim,
  // The policy is looked up here, because relays write it in comments, each in its own way.
  dmarc:
    dmarc === undefined ? own.dmarc : { ...dmarc, domain: dmarc.domain ?? own.dmarc.domain, policy: own.dmarc.policy },
  relay: { authservId, isSpam }
})

/**
 * Splits a field at semicolons, without comments. A space in a quoted string becomes `_`, so that it does not end a word:
 * otherwise `"x smtp.mailfrom=y@bank.example "@evil.example` would name a different domain here than to the relay.
 */
const partsOf = (field: string): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  let isQuoted = false
  const add = (text: string) => parts.push((parts.pop() ?? "") + (isQuoted ? text.replace(/\s/, "_") : text))
  for (let at = 0; at < field.length; at++) {
    const character = field[at] ?? ""
    if (character === "\\") {
      at++
      if (depth === 0) add(field[at] ?? "")
    } else if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) add(character)
    else if (character === "(") depth++
    else if (character === ")") depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (character === ";") parts.push("")
    else add(character)
  }
  return parts.map((part) => part.replace(/\s+/g, " ").trim())
}

/** Parses `spf=pass smtp.mailfrom=ines@north.example`. */
const methodOf = (part: string) => {
  const [head = "", ...rest] = part.replace(/ ?= ?/g, "=").split(" ")
  const [, method, word] = /^([a-z-]+)(?:\/\d+)?=([a-z]+)$/i.exec(head) ?? []
  if (method === undefined) return []
  const properties = new Map(
    rest.map((text) => {
      const at = text.indexOf("=")
      return [text.slice(0, Math.max(at, 0)).toLowerCase(), text.slice(at + 1)]
    })
  )
  return [{ method: method.toLowerCase(), result: resultOf(word), property: (name: string) => properties.get(name) }]
}

const domainOf = (value: string | undefined): string | undefined =>
  value === undefined || value === "" ? undefined : domainToASCII(value.slice(value.lastIndexOf("@") + 1).toLowerCase())
