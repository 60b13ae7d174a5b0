import { createHmac, randomUUID } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"

/** The headers of a signed request, written from the Standard Webhooks specification rather than from the code under test. */
export const signed = (
  secret: string,
  body: string,
  {
    at = Math.floor(Date.now() / 1000),
    id = `post_${randomUUID()}`
  }: { readonly at?: number; readonly id?: string } = {}
) => {
  const key = /^whsec_/.test(secret) ? Buffer.from(secret.slice("whsec_".length), "base64") : secret
  const mac = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${mac}` }
}

/** A custom channel of the live brand, and the requests that it sends us. */
export const channelOf = Effect.fnUntraced(function* (more: object = {}, key?: string) {
  const { ask } = yield* HttpSite
  const { live, test } = yield* Installation
  const brand = `/v1/brands/${key === undefined ? live.brand.id : test.brand.id}`
  const made = yield* ask("POST", `${brand}/channels/custom`, { key, body: { name: "Shop chat", ...more } })
  assert.strictEqual(made.status, 201, made.text)
  const id: string = made.json.id
  const secret: string = made.json.secret
  const say = (what: "messages" | "receipts", payload: object, headers?: Record<string, string>) => {
    const body = JSON.stringify(payload)
    return ask("POST", `/v1/channels/custom/${id}/${what}`, {
      key: "",
      body,
      headers: { ...signed(secret, body), ...headers }
    })
  }
  return {
    id,
    secret,
    brand,
    path: `${brand}/channels/custom/${id}`,
    /** Posts a sender's message, signed. */
    post: (message: object) =>
      say("messages", { externalId: randomUUID(), sender: { externalId: "u1" }, text: "Hello", ...message }),
    receipt: (receipt: object) => say("receipts", receipt)
  }
})
