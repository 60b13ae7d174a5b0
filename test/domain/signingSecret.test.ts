import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { checkRotation, secretFaults } from "../../src/domain/signingSecret.ts"

const secret = (text: string) => Redacted.make(text)

describe("a signing secret", () => {
  it("has 8 to 256 characters, counted as people do, if someone chose it", () => {
    for (const sound of [undefined, secret("12345678"), secret("🔑".repeat(256))])
      assert.deepStrictEqual(secretFaults(sound), [])
    for (const faulty of ["1234567", "🔑".repeat(7), "x".repeat(257)])
      assert.deepStrictEqual(
        secretFaults(secret(faulty)).map(({ code, field }) => [field, code]),
        [["secret", "length"]]
      )
  })

  it("is valid beside the next one for a day, or for any number of whole hours up to a week", () => {
    assert.deepStrictEqual(checkRotation({}), Result.succeed(24))
    assert.deepStrictEqual(
      [-1, 0, 1.5, 168, 169].map((overlapHours) => Result.isSuccess(checkRotation({ overlapHours }))),
      [false, true, false, true, false]
    )
  })

  it("has all errors of its rotation reported at once", () => {
    const refused = checkRotation({ secret: secret("short"), overlapHours: 1000 })
    assert.deepStrictEqual(Result.isFailure(refused) ? refused.failure.errors.map(({ field }) => field) : [], [
      "overlapHours",
      "secret"
    ])
  })
})
