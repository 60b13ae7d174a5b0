/** Characters of an email address (RFC 5321, 4.5.3.1.3). */
const longest = 254
const address = /^[^\s@<>"(),:;[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The email address that a text consists of, in lower case; `undefined` if it has anything else, or if the address cannot
 * receive email.
 */
export const addressIn = (text: string): string | undefined => {
  const said = text.trim().toLowerCase()
  return said.length <= longest && address.test(said) && !said.endsWith(".invalid") ? said : undefined
}
