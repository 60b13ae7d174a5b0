import { hash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { Principal } from "../domain/Principal.ts"
import { headerValues } from "./headerValues.ts"

/** The idempotency key of a request, if it has one: bare, or as a quoted string of RFC 9651. */
export const idempotencyKeyOf = (source: IncomingMessage): Result.Result<string | undefined, Problem> => {
  const sent = [...headerValues(source, "idempotency-key"), ...headerValues(source, "x-idempotency-key")]
  const keys = new Set(sent.map(bare))
  if (keys.size > 1) return Result.fail(invalid("Two different idempotency keys were sent. Send only one."))
  const [key] = keys
  return key === undefined || isKey(key)
    ? Result.succeed(key)
    : Result.fail(invalid("An idempotency key must be 1 to 255 visible ASCII characters without spaces."))
}

/** The same for one header, as it is logged; `undefined` if it is invalid. */
export const plainKey = (sent: string): string | undefined => (isKey(bare(sent)) ? bare(sent) : undefined)

const bare = (sent: string) => sent.replace(/^"(.*)"$/, "$1")
const isKey = (text: string) => /^[\x21-\x7e]{1,255}$/.test(text)

/**
 * The hashes of a command's name (whose, where, which key) and of its content (query and body). The tenant is stored beside
 * them.
 */
export const commandOf = (
  principal: Principal,
  request: { readonly method: string; readonly url: string },
  key: string,
  content: Uint8Array
): { readonly key: Uint8Array; readonly fingerprint: Uint8Array } => {
  const [path = ""] = request.url.split("?", 1)
  return {
    key: sha256([principal.kind, principal.id, request.method, path, key].join("\0")),
    fingerprint: fingerprintOf(request.url, content)
  }
}

/** The hash of a command's content: its query and body, or for a form its query and the name of the file. */
export const fingerprintOf = (url: string, content: Uint8Array | string): Uint8Array => {
  const at = url.indexOf("?")
  const query = at < 0 ? "" : url.slice(at + 1)
  return sha256(
    typeof content === "string" ? `${query}\0${content}` : Buffer.concat([Buffer.from(`${query}\0`), content])
  )
}

const sha256 = (content: string | Uint8Array): Uint8Array => hash("sha256", content, "buffer")

const invalid = (detail: string): Problem => ({ code: "invalid_idempotency_key", detail })
