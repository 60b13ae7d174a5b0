import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { Principal } from "../domain/Principal.ts"

/** The key of a request that its caller wants done once, if it sent one. */
export const idempotencyKeyOf = (source: IncomingMessage): Result.Result<string | undefined, Problem> => {
  const keys = new Set([
    ...(source.headersDistinct["idempotency-key"] ?? []),
    ...(source.headersDistinct["x-idempotency-key"] ?? [])
  ])
  if (keys.size > 1) return Result.fail(invalid("Two different idempotency keys were sent; send one."))
  const [key] = keys
  return key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)
    ? Result.succeed(key)
    : Result.fail(invalid("An idempotency key is 1 to 255 visible ASCII characters without spaces."))
}

/** What names the command (whose, where, which key) and its content (query and body). The tenant is named beside it. */
export const commandOf = (
  principal: Principal,
  request: { readonly method: string; readonly url: string },
  key: string,
  content: Uint8Array
): { readonly key: Uint8Array; readonly fingerprint: Uint8Array } => {
  const [path = ""] = request.url.split("?", 1)
  return {
    key: sha256(principal.kind, "\0", principal.id, "\0", request.method, "\0", path, "\0", key),
    fingerprint: fingerprintOf(request.url, content)
  }
}

/** What names a command's content: its query with its body, or with the name of the file in its form. */
export const fingerprintOf = (url: string, content: Uint8Array | string): Uint8Array => {
  const at = url.indexOf("?")
  return sha256(at < 0 ? "" : url.slice(at + 1), "\0", content)
}

const sha256 = (...parts: ReadonlyArray<string | Uint8Array>): Uint8Array => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const invalid = (detail: string): Problem => ({ code: "invalid_idempotency_key", detail })
