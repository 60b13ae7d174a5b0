import { domainToASCII } from "node:url"

/** A domain name in lower case with international labels as A-labels (RFC 5890), or `""` if it is not a valid name. */
export const asciiDomain = (name: string): string => {
  if (/^\p{ASCII}*$/u.test(name)) return name.toLowerCase()
  // `domainToASCII` drops what follows a character that ends a host in a URL.
  return /[\s\p{Cc}/?#%:\\]/u.test(name) ? "" : domainToASCII(name)
}

/** An email address or a domain, in the form in which it is stored and compared. */
export const addressOf = (said: string): string => {
  const address = said.trim()
  const at = address.lastIndexOf("@") + 1
  return `${address.slice(0, at).normalize("NFC").toLowerCase()}${asciiDomain(address.slice(at))}`
}

/** What callers are told of an address that is refused. */
export const addressRule = "must be a plain email address, such as ada@example.com"

/**
 * Whether a text without quotes can be a local part. Dots may be adjacent or at the end, because phone companies issued such
 * addresses; letters may be of any script (RFC 6531). Invisible characters would make an address look like another one.
 */
const isLocalPart = (text: string): boolean => /^[^\s@<>(),;:"[\]\\\p{Cc}\p{Cf}\p{DI}]{1,64}$/u.test(text)

/** A label of a host name. Underscores are allowed, because hosts that send mail have them. */
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Whether customers may write from this address, given as stored. Mail is accepted from such addresses, and the API accepts
 * them too. The domain may have no dot, such as `localhost` and names within a company.
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
