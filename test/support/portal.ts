import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { assertDeclared } from "./declaredAnswers.ts"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"

/** A brand with a portal, and a key of its mode. */
export interface PortalBrand {
  readonly id: string
  readonly name: string
  readonly key: string
  /** Sends a request below the brand's path, with its key. */
  readonly ask: (method: string, path: string, options?: Asked) => ReturnType<HttpSite["Service"]["ask"]>
}

/** A new brand whose portal is allowed on `origins`. */
export const openBrand = Effect.fnUntraced(function* (
  options: { readonly origins?: ReadonlyArray<string>; readonly mode?: "live" | "test"; readonly more?: object } = {}
) {
  const { ask } = yield* HttpSite
  const installation = yield* Installation
  const { key } = installation[options.mode ?? "live"]
  const name = `Portal ${crypto.randomUUID().slice(0, 8)}`
  const made = yield* ask("POST", "/v1/brands", {
    key,
    body: { name, ticketPrefix: "POR", portalOrigins: options.origins ?? [], ...options.more }
  })
  assert.strictEqual(made.status, 201, made.text)
  const id: string = made.json.id
  const brand: PortalBrand = {
    id,
    name,
    key,
    ask: (method, path, asked = {}) => ask(method, `/v1/brands/${id}${path}`, { key, ...asked })
  }
  return brand
})

/** A customer with a portal token, and their requests; each response is checked against its endpoint's declaration. */
export const enter = Effect.fnUntraced(function* (brand: PortalBrand, email: string, body: object = {}) {
  const { ask } = yield* HttpSite
  const issued = yield* brand.ask("POST", "/portal/token", { body: { customerEmail: email, ...body } })
  assert.strictEqual(issued.status, 201, issued.text)
  assertDeclared("POST", `/v1/brands/${brand.id}/portal/token`, issued.status, issued.json)
  const token: string = issued.json.accessToken
  const id: string = issued.json.customerId
  const asked = Effect.fnUntraced(function* (method: string, path: string, options: Omit<Asked, "key"> = {}) {
    const answer = yield* ask(method, `/v1/portal${path}`, { ...options, key: token })
    assertDeclared(method, `/v1/portal${path}`, answer.status, answer.json, answer.headers)
    return answer
  })
  return {
    id,
    token,
    issued: issued.json,
    ask: asked,
    /** A ticket that they opened. */
    open: Effect.fnUntraced(function* (more: object = {}) {
      const made = yield* asked("POST", "/tickets", { body: { title: "Where is my parcel?", ...more } })
      assert.strictEqual(made.status, 201, made.text)
      return String(made.json.id)
    })
  }
})

/** Sends a file's bytes to its upload URL. */
export const send = Effect.fnUntraced(function* (upload: { readonly uploadUrl: string }, text: string, type: string) {
  const { ask } = yield* HttpSite
  const sent = yield* ask("PUT", new URL(upload.uploadUrl).pathname, {
    key: "",
    headers: { "content-type": type },
    body: new TextEncoder().encode(text)
  })
  assert.strictEqual(sent.status, 204, sent.text)
})
