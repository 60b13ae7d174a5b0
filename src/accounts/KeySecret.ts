import { hash } from "node:crypto"
import { crc32 } from "node:zlib"
import { Option, Redacted } from "effect"
import type { Mode } from "../domain/Tenant.ts"
import { base62, randomBase62, secretLength } from "./randomBase62.ts"

/**
 * The format of API keys: `sk_live_` or `sk_test_`, 43 base62 characters (256 bits), and a CRC-32 of all that in six more,
 * so that scanners can tell a leaked key from a look-alike: `sk_(live|test)_[0-9A-Za-z]{49}`.
 */
const pattern = /^sk_(live|test)_[0-9A-Za-z]{49}$/
const checksumLength = 6

/** Makes a new secret. */
export const makeKeySecret = (mode: Mode): Redacted.Redacted => {
  const body = `sk_${mode}_${randomBase62(secretLength)}`
  return Redacted.make(body + checksum(body), { label: "API key" })
}

/** The mode of a key with a valid format and checksum, or none. Only the store knows whether the key exists. */
export const parseKeySecret = (text: string): Option.Option<Mode> => {
  const mode = pattern.exec(text)?.[1]
  const body = text.slice(0, -checksumLength)
  return (mode === "live" || mode === "test") && text.endsWith(checksum(body)) ? Option.some(mode) : Option.none()
}

/** The hash by which a secret is stored and looked up. 256 random bits need no slow hash. */
export const hashSecret = (text: string): Uint8Array => hash("sha256", text, "buffer")

/** The same hash in base64. */
export const hashSecretText = (text: string): string => hash("sha256", text, "base64")

/** The parts of a key's secret that may be shown. */
export const prefixOf = (secret: string) => secret.slice(0, 12)
export const previewOf = (secret: string) => `${secret.slice(0, 12)}…${secret.slice(-4)}`

const checksum = (body: string): string => {
  let rest = crc32(body)
  let text = ""
  for (let index = 0; index < checksumLength; index++) {
    text = `${base62[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
