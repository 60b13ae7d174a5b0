import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { EncryptionKey } from "../../../src/accounts/EncryptionKey.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type MailGrant, MailTokens } from "../../../src/http/mail/MailTokens.ts"
import { pictureExpiry } from "../../../src/http/mail/pictureExpiry.ts"

const tokensOf = (newest: number, ...older: ReadonlyArray<number>) => {
  const key = (seed: number) => Buffer.alloc(32, seed)
  const keys = Redacted.make([key(newest), ...older.map(key)] as const)
  return Effect.provide(MailTokens, MailTokens.layer.pipe(Layer.provide(Layer.succeed(EncryptionKey, keys))))
}
const tenantId = "0190a0b0-0000-7000-8000-000000000001"
const picture: MailGrant = { use: "picture", tenantId, url: "https://a.example/ä?x=1", expiresAt: 2_000 }

describe("The token of a mail", () => {
  it.effect("returns what it was made for, until it expires", () =>
    Effect.gen(function* () {
      const tokens = yield* tokensOf(1)
      const ids = yield* IdGenerator
      const page: MailGrant = {
        use: "inbound",
        tenant: { id: tenantId, accountId: ids.next("account"), mode: "test" },
        brandId: ids.next("brand"),
        id: ids.next("inbound"),
        expiresAt: 2_000
      }
      for (const grant of [picture, page]) {
        const token = tokens.write(grant)
        assert.match(token, /^[\w-]+$/)
        assert.deepStrictEqual(tokens.read(token, 1_999), Result.succeed(grant))
        assert.isTrue(Result.isFailure(tokens.read(token, 2_000)))
      }
    }).pipe(Effect.provide(IdGenerator.layer))
  )

  it.effect("is invalid once a character is changed, or with another key", () =>
    Effect.gen(function* () {
      const tokens = yield* tokensOf(1)
      const token = tokens.write(picture)
      for (let at = 0; at < token.length; at++) {
        const altered = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`
        assert.isTrue(Result.isFailure(tokens.read(altered, 0)), altered)
      }
      for (const broken of ["", "A", `${token}A`, `${token}=`, "x".repeat(100_000)])
        assert.isTrue(Result.isFailure(tokens.read(broken, 0)))
      assert.isTrue(Result.isFailure((yield* tokensOf(2)).read(token, 0)))
      assert.isTrue(Result.isSuccess((yield* tokensOf(2, 1)).read(token, 0)))
    })
  )
})

describe("The URL of a picture", () => {
  it("stays the same for a quarter of an hour, and expires after another", () => {
    const minute = 60_000
    assert.strictEqual(pictureExpiry(0), 30 * minute)
    assert.strictEqual(pictureExpiry(15 * minute - 1), 30 * minute)
    assert.strictEqual(pictureExpiry(15 * minute), 45 * minute)
  })
})
