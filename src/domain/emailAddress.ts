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
 * side by side, and letters may be of any script (RFC 6531).
 */
export const isLocalPart = (text: string): boolean => /^[^\s@<>(),;:"[\]\\\p{Cc}]{1,64}$/u.test(text)
