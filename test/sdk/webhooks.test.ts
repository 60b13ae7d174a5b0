import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { verify, WebhookVerificationError } from "../../sdk/src/webhooks.ts"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"

const secret = `whsec_${Buffer.from("twenty-four bytes long !").toString("base64")}`
const other = "a secret of one's own"
const body = '{"id":"evt_1","type":"ticket.created","data":{"title":"Grüße"}}'
const now = () => Math.floor(Date.now() / 1000)
const keyOf = (text: string) => signingKey(Redacted.make(text))
const signed = (by = secret, at = now()) => signatureHeaders([keyOf(by)], "evt_1", at, body)

const refusal = async (call: Promise<unknown>) => {
  const error = await call.catch((error: unknown) => error)
  assert.instanceOf(error, WebhookVerificationError)
  return (error as Error).message
}

describe("verify", () => {
  it("returns the event signed by our dispatcher, with secrets of either form", async () => {
    assert.strictEqual((await verify(body, signed(), secret)).type, "ticket.created")
    assert.strictEqual((await verify(Buffer.from(body), new Headers(signed(other)), other)).id, "evt_1")
  })

  it("accepts signatures of other libraries of the standard", async () => {
    const at = new Date()
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
      "webhook-signature": new Webhook(secret).sign("evt_1", at, body)
    }
    assert.strictEqual((await verify(body, headers, secret)).id, "evt_1")
  })

  it("accepts either secret during a rotation", async () => {
    const both = signatureHeaders([keyOf(other), keyOf(secret)], "evt_1", now(), body)
    await verify(body, both, secret)
    await verify(body, both, other)
  })

  it("finds headers in any case, and accepts the body as bytes of any type", async () => {
    const capital = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    const given = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [capital(name), value]))
    assert.include(Object.keys(given), "Webhook-Id")
    assert.strictEqual((await verify(body, given, secret)).id, "evt_1")
    assert.strictEqual((await verify(new Uint8Array(Buffer.from(body)).buffer, signed(), secret)).id, "evt_1")
  })

  it("accepts headers and bytes of another library or realm, which are not instances of our classes", async () => {
    class TheirHeaders {
      readonly #own = new Map(Object.entries(signed()))
      get(name: string) {
        return this.#own.get(name) ?? null
      }
    }
    assert.strictEqual((await verify(body, new TheirHeaders(), secret)).id, "evt_1")
    const bytes = runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...Buffer.from(body)] })
    assert.notInstanceOf(bytes, ArrayBuffer)
    assert.strictEqual((await verify(bytes, signed(), secret)).id, "evt_1")
  })

  it("reports a missing secret, which is no fault of the delivery", async () => {
    for (const none of ["", undefined as unknown as string]) {
      const error = await verify(body, signed(), none).catch((error: unknown) => error)
      assert.instanceOf(error, TypeError)
      assert.include((error as Error).message, "the webhook's secret")
    }
  })

  it("reports a body that has been parsed before", async () => {
    assert.include(await refusal(verify(JSON.parse(body), signed(), secret)), "already been parsed: pass the raw body")
  })

  it("refuses what was changed, is signed differently, is not signed, or is not recent", async () => {
    const wrong = "The delivery is not signed with this secret"
    assert.strictEqual(await refusal(verify(body.replace("1", "2"), signed(), secret)), wrong)
    assert.strictEqual(await refusal(verify(body, signed(other), secret)), wrong)
    assert.strictEqual(await refusal(verify(body, { ...signed(), "webhook-id": "evt_2" }, secret)), wrong)
    assert.strictEqual(
      await refusal(verify(body, { ...signed(), "webhook-signature": "v1,%%% v0,x v1" }, secret)),
      wrong
    )
    const { "webhook-signature": _, ...unsigned } = signed()
    assert.strictEqual(await refusal(verify(body, unsigned, secret)), "The delivery has no webhook-signature header")
    for (const at of [now() - 301, now() + 301])
      assert.include(await refusal(verify(body, signed(secret, at), secret)), "by more than 300 seconds")
    assert.include(await refusal(verify(body, { ...signed(), "webhook-timestamp": "Infinity" }, secret)), "300 seconds")
    await verify(body, signed(secret, now() - 301), secret, { tolerance: 600 })
  })

  it("computes few signatures per body, however many a stranger sends", async () => {
    const long = "x".repeat(1024 * 1024)
    const many = { ...signed(), "webhook-signature": "v1, ".repeat(8_000) }
    const began = process.cpuUsage()
    await refusal(verify(long, many, secret))
    const { system, user } = process.cpuUsage(began)
    assert.isBelow((system + user) / 1000, 500)
  })
})
