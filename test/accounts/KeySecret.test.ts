import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { makeKeySecret, parseKeySecret, prefixOf, previewOf } from "../../src/accounts/KeySecret.ts"

describe("API key secrets", () => {
  it("match the pattern that secret scanners look for", () => {
    for (const mode of ["live", "test"] as const) {
      const secret = Redacted.value(makeKeySecret(mode))
      assert.match(secret, new RegExp(`^sk_${mode}_[0-9A-Za-z]{49}$`))
      assert.deepStrictEqual(parseKeySecret(secret), Option.some(mode))
    }
  })

  it("differ from one another", () => {
    assert.strictEqual(new Set(Array.from({ length: 200 }, () => Redacted.value(makeKeySecret("live")))).size, 200)
  })

  it("are rejected with any one character changed, removed, added or moved to the other mode", () => {
    const secret = Redacted.value(makeKeySecret("live"))
    const wrong = Array.from(secret, (character, index) => {
      const other = character === "x" ? "y" : "x"
      return secret.slice(0, index) + other + secret.slice(index + 1)
    })
    for (const text of [...wrong, secret.slice(0, -1), `${secret}0`, ` ${secret}`, secret.replace("live", "test")]) {
      assert.isTrue(Option.isNone(parseKeySecret(text)), text)
    }
  })

  it("show only their first twelve and last four characters", () => {
    const secret = Redacted.value(makeKeySecret("test"))
    assert.strictEqual(prefixOf(secret), secret.slice(0, 12))
    assert.strictEqual(previewOf(secret), `${secret.slice(0, 12)}…${secret.slice(-4)}`)
  })
})
