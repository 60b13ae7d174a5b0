/** Characters that an e-mail address may have (RFC 5321, 4.5.3.1.3). */
const longest = 254
const address = /^[^\s@<>"(),:;[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The e-mail address that a text is and nothing else, in lower case; what nobody can be mailed at is none. */
export const addressIn = (text: string): string | undefined => {
  const said = text.trim().toLowerCase()
  return said.length <= longest && address.test(said) && !said.endsWith(".invalid") ? said : undefined
}
