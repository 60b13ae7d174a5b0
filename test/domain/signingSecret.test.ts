import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { checkRotation, secretFaults } from "../../src/domain/signingSecret.ts"

const secret = (text: string) => Redacted.make(text)

describe("a signing secret", () => {
  it("has 8 to 256 characters as people count them, where somebody chose it", () => {
    for (const sound of [undefined, secret("12345678"), secret("🔑".repeat(256))])
      assert.deepStrictEqual(secretFaults(sound), [])
    for (const faulty of ["1234567", "🔑".repeat(7), "x".repeat(257)])
      assert.deepStrictEqual(
        secretFaults(secret(faulty)).map(({ code, field }) => [field, code]),
        [["secret", "length"]]
      )
  })

  it("is good beside the next for a day, or as many whole hours of a week as somebody says", () => {
    assert.deepStrictEqual(checkRotation({}), Result.succeed(24))
    assert.deepStrictEqual(
      [-1, 0, 1.5, 168, 169].map((overlapHours) => Result.isSuccess(checkRotation({ overlapHours }))),
      [false, true, false, true, false]
    )
  })

  it("is told of everything that is wrong with its rotation", () => {
    const refused = checkRotation({ secret: secret("short"), overlapHours: 1000 })
    assert.deepStrictEqual(Result.isFailure(refused) ? refused.failure.errors.map(({ field }) => field) : [], [
      "overlapHours",
      "secret"
    ])
  })
})
