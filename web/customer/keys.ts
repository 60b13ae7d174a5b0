/** Returns 128 random bits as text. Also works where `crypto.randomUUID` is missing, as on any page without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
