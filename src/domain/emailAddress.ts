import { domainToASCII } from "node:url"

/** A domain name as DNS and mail know it: lower case, international ones as A-labels (RFC 5890). Empty: there is no such name. */
export const asciiDomain = (name: string): string => {
  if (/^\p{ASCII}*$/u.test(name)) return name.toLowerCase()
  // What ends a name in a URL would be left out.
  return /[\s\p{Cc}/?#%:\\]/u.test(name) ? "" : domainToASCII(name)
}

/** An address of mail, or a domain alone, as it is stored and compared. */
export const addressOf = (said: string): string => {
  const address = said.trim()
  const at = address.lastIndexOf("@") + 1
  return `${address.slice(0, at).normalize("NFC").toLowerCase()}${asciiDomain(address.slice(at))}`
}

/**
 * Whether this stands before the `@` of somebody's address, once it is without quotes: telephone companies gave out dots at the end and
 * side by side, and letters may be of any script (RFC 6531). What nobody sees would make it look like another's.
 */
const isLocalPart = (text: string): boolean => /^[^\s@<>(),;:"[\]\\\p{Cc}\p{Cf}\p{DI}]{1,64}$/u.test(text)

/** A part of a host's name between dots, as hosts that write mail are named: also with an underscore. */
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Whether somebody may write from it, as it is stored: mail of customers is taken from such addresses, and the API takes them back.
 * Their domain may have no dot, as `localhost` and names within a company.
 */
export const isWritersAddress = (address: string): boolean => {
  const at = address.lastIndexOf("@")
  const domain = address.slice(at + 1)
  return (
    at > 0 &&
    address.length <= 254 &&
    domain.length <= 253 &&
    domain.split(".").every((part) => label.test(part)) &&
    isLocalPart(address.slice(0, at))
  )
}
