import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"
import { verifySignature } from "../../src/webhooks/verifySignature.ts"

const key = signingKey(Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
const other = signingKey(Redacted.make("another secret"))

// The example of the Standard Webhooks reference libraries.
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
const timestamp = 1_614_265_330
const body = '{"test": 2432232314}'
const known = { id, timestamp: String(timestamp), signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" }

const verified = (
  headers: Partial<typeof known> = {},
  {
    keys = [key],
    now = timestamp * 1000,
    sent = body
  }: { keys?: ReadonlyArray<typeof key>; now?: number; sent?: string } = {}
) => verifySignature(keys, { ...known, ...headers }, Buffer.from(sent), now)

describe("A signature", () => {
  it("matches the reference", () => {
    assert.isTrue(verified())
    assert.strictEqual(signatureHeaders([key], id, timestamp, body)["webhook-signature"], known.signature)
  })

  it("is valid for five minutes in either direction", () => {
    const at = (seconds: number) => verified({}, { now: (timestamp + seconds) * 1000 })
    assert.deepStrictEqual([-301, -300, 0, 300, 301].map(at), [false, true, true, true, false])
  })

  it("covers id, time and every byte, with one of the keys", () => {
    assert.isFalse(verified({ id: "msg_other" }))
    assert.isFalse(verified({ timestamp: String(timestamp + 1) }))
    assert.isFalse(verified({}, { sent: `${body} ` }))
    assert.isFalse(verified({}, { keys: [other] }))
    assert.isFalse(verified({}, { keys: [] }))
    assert.isTrue(verified({}, { keys: [other, key] }))
    // Invalid UTF-8 is not mistaken for its replacement characters.
    const signed = signatureHeaders([key], id, timestamp, "\ufffd")["webhook-signature"] ?? ""
    assert.isTrue(verified({ signature: signed }, { sent: "\ufffd" }))
    assert.isFalse(verifySignature([key], { ...known, signature: signed }, Buffer.from([0xff]), timestamp * 1000))
  })

  it("is one of the few that were sent, in the required form", () => {
    const wrong = signatureHeaders([other], id, timestamp, body)["webhook-signature"] ?? ""
    assert.isTrue(verified({ signature: `${wrong} ${known.signature}` }))
    assert.isFalse(verified({ signature: `${`${wrong} `.repeat(5)}${known.signature}` }))
    for (const signature of [
      "",
      "v1,",
      "v1",
      known.signature.slice(3),
      `v2${known.signature.slice(2)}`,
      `v1a,${known.signature.slice(3)}`
    ])
      assert.isFalse(verified({ signature }), signature)
    for (const timestamp of ["", "Infinity", "NaN", "-1614265330", " 1614265330", "1614265330.0", "1e9"])
      assert.isFalse(verified({ timestamp }), timestamp)
    for (const id of ["", " ", "a b", "x".repeat(256), "ü"]) assert.isFalse(verified({ id }), id)
    assert.isFalse(
      verifySignature([key], { id: undefined, timestamp: undefined, signature: undefined }, Buffer.from(body), 0)
    )
  })
})
