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
  return `${address.slice(0, at).toLowerCase()}${asciiDomain(address.slice(at))}`
}
