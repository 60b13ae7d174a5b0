import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"
import { makeWebhookSecret } from "../../src/webhooks/WebhookSecret.ts"

const now = () => Math.floor(Date.now() / 1000)
const body = '{"id":"evt_1","data":{"title":"☕"}}'

describe("signatureHeaders", () => {
  it("matches the example of Standard Webhooks", () => {
    const key = signingKey(Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    const headers = signatureHeaders([key], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}')
    assert.strictEqual(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })

  it("is verified by the library of the standard, for generated secrets and for the subscriber's own bytes", () => {
    for (const secret of [
      makeWebhookSecret(),
      Redacted.make(`whsec_${Buffer.from("own secret!!").toString("base64")}`)
    ]) {
      const headers = signatureHeaders([signingKey(secret)], "evt_1", now(), body)
      assert.deepStrictEqual(new StandardWebhook(Redacted.value(secret)).verify(body, headers), JSON.parse(body))
      assert.throws(() => new StandardWebhook(Redacted.value(secret)).verify(`${body} `, headers))
    }
  })

  it("treats any other secret as its characters", () => {
    for (const secret of ["a plain secret", "whsec_not base64!", "whsec_abcde", "whsec_", "geheimnis-ü"]) {
      const headers = signatureHeaders([signingKey(Redacted.make(secret))], "evt_1", 5, body)
      const expected = createHmac("sha256", Buffer.from(secret)).update(`evt_1.5.${body}`).digest("base64")
      assert.strictEqual(headers["webhook-signature"], `v1,${expected}`)
    }
  })

  it("signs only the body with the whole secret for receivers of the older header", () => {
    const secret = Redacted.value(makeWebhookSecret())
    const headers = signatureHeaders([signingKey(Redacted.make(secret))], "evt_1", 5, body)
    assert.strictEqual(
      headers["x-dispatch-signature"],
      `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
    )
    assert.notProperty(headers, "x-dispatch-signature-previous")
  })

  it("signs with both secrets during a rotation, the new one first", () => {
    const [before, after] = [makeWebhookSecret(), makeWebhookSecret()]
    const headers = signatureHeaders([signingKey(after), signingKey(before)], "evt_1", now(), body)
    new StandardWebhook(Redacted.value(before)).verify(body, headers)
    new StandardWebhook(Redacted.value(after)).verify(body, headers)
    const only = (secret: typeof before) => signatureHeaders([signingKey(secret)], "evt_1", now(), body)
    assert.strictEqual(headers["x-dispatch-signature"], only(after)["x-dispatch-signature"])
    assert.strictEqual(headers["x-dispatch-signature-previous"], only(before)["x-dispatch-signature"])
  })
})
