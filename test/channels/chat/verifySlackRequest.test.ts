import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"
import { verifySlackRequest } from "../../../channels/chat/verifySlackRequest.ts"
import { slackSignature } from "../../support/slack/EventSender.ts"

const secret = Redacted.make("8f742231b10e8888abcd99yyyzzz85a5")
const at = 1_790_000_000
const body = new TextEncoder().encode('{"type":"event_callback"}')
const signature = slackSignature(Redacted.value(secret), at, body)

const verify = (
  change: {
    readonly timestamp?: ReadonlyArray<string>
    readonly signature?: ReadonlyArray<string>
    readonly body?: Uint8Array
  } = {},
  now = at
) =>
  verifySlackRequest(
    {
      headers: {
        "x-slack-request-timestamp": change.timestamp ?? [String(at)],
        "x-slack-signature": change.signature ?? [signature]
      },
      body: change.body ?? body
    },
    secret,
    now * 1000
  ).kind

const signedAt = (timestamp: string) => ({
  timestamp: [timestamp],
  signature: [slackSignature(Redacted.value(secret), timestamp, body)]
})

it("accepts what Slack signed within five minutes, in either direction", () => {
  for (const now of [at, at + 300, at - 300]) assert.strictEqual(verify({}, now), "genuine")
  for (const now of [at + 301, at - 301, at + 86_400]) assert.strictEqual(verify({}, now), "untimely")
  assert.strictEqual(verify({ body: new Uint8Array() }, at + 301), "foreign")
})

it("accepts no invalid time, however well it is signed", () => {
  for (const odd of ["Infinity", "1e9", "17900000000", "179000000", "1790000000.0", " 1790000000", "+179000000", ""])
    assert.strictEqual(verify(signedAt(odd)), "foreign", odd)
})

it("accepts only the exact signature", () => {
  const digits = signature.slice(3)
  for (const odd of [`${signature}=junk`, `${signature}0`, `v1=${digits}`, digits, "", "v0=", signature.toUpperCase()])
    assert.strictEqual(verify({ signature: [odd] }), "foreign", odd)
  assert.strictEqual(verify({ signature: [] }), "foreign")
  assert.strictEqual(verify({ signature: [signature, signature] }), "foreign")
  assert.strictEqual(verify({ timestamp: [String(at), String(at)] }), "foreign")
})

it("compares bytes: another body that decodes to the same text is a different body", () => {
  const replaced = new TextEncoder().encode("\uFFFD")
  const invalid = new Uint8Array([0xff])
  const signed = { signature: [slackSignature(Redacted.value(secret), at, replaced)] }
  assert.strictEqual(verify({ ...signed, body: replaced }), "genuine")
  assert.strictEqual(verify({ ...signed, body: invalid }), "foreign")
})
