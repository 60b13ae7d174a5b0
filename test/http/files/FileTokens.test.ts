import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { EncryptionKey } from "../../../src/accounts/EncryptionKey.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { type FileGrant, FileTokens } from "../../../src/http/files/FileTokens.ts"

const key = (digit: number) => new Uint8Array(32).fill(digit)
const grant: FileGrant = {
  use: "download",
  tenantId: "0190a6f2-7c3b-7def-8abc-0123456789ab",
  id: idOf("attachment", "0190a6f2-7c3b-7def-8abc-ba9876543210"),
  holder: "key_01",
  expiresAt: 1_800_000_000_000
}
/** How the holder is stored. */
const holder = createHash("sha256").update(grant.holder).digest("hex").slice(0, 16)
const before = grant.expiresAt - 1

const withKeys = <A>(
  keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>],
  use: (tokens: FileTokens["Service"]) => A
) =>
  Effect.runSync(
    Effect.provide(
      Effect.map(FileTokens, use),
      FileTokens.layer.pipe(Layer.provide(Layer.succeed(EncryptionKey, Redacted.make(keys))))
    )
  )

describe("FileTokens", () => {
  it("returns what it was given, until it expires", () =>
    withKeys([key(1)], (tokens) => {
      const token = tokens.write(grant)
      assert.match(token, /^[\w-]{84}$/)
      assert.deepStrictEqual(Result.getOrThrow(tokens.read(token, "download", before)), { ...grant, holder })
      assert.isTrue(Result.isFailure(tokens.read(token, "download", grant.expiresAt)))
    }))

  it("does not allow an upload with a download URL, or the reverse", () =>
    withKeys([key(1)], (tokens) => {
      assert.isTrue(Result.isFailure(tokens.read(tokens.write(grant), "upload", before)))
      assert.isTrue(Result.isFailure(tokens.read(tokens.write({ ...grant, use: "upload" }), "download", before)))
    }))

  it("detects every altered byte", () =>
    withKeys([key(1)], (tokens) => {
      const bytes = Buffer.from(tokens.write(grant), "base64url")
      for (let index = 0; index < bytes.length; index++) {
        const altered = Buffer.from(bytes)
        altered[index] = (altered[index] ?? 0) ^ 1
        assert.isTrue(Result.isFailure(tokens.read(altered.toString("base64url"), "download", before)), String(index))
      }
      for (const text of [
        "",
        "=",
        tokens.write(grant).toUpperCase(),
        `${tokens.write(grant)}=`,
        ` ${tokens.write(grant)}`
      ])
        assert.isTrue(Result.isFailure(tokens.read(text, "download", before)), text)
    }))

  it("reads tokens made with an older key, and none made with another", () => {
    const token = withKeys([key(1)], (tokens) => tokens.write(grant))
    withKeys([key(2), key(1)], (tokens) => assert.isTrue(Result.isSuccess(tokens.read(token, "download", before))))
    withKeys([key(2)], (tokens) => assert.isTrue(Result.isFailure(tokens.read(token, "download", before))))
  })
})
