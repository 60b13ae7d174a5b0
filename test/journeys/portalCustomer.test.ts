import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

const origin = "https://shop.example"

/** A page of the shop: its browser's requests, and whether the browser would let it read the response. */
const page = (facts: Facts) => (method: string, path: string, token?: string, body?: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`${facts.apiUrl}/v1/portal${path}`, {
      method,
      headers: {
        origin,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    assert.strictEqual(response.headers.get("access-control-allow-origin"), origin)
    // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a page without types does
    return { status: response.status, json: (await response.json()) as any }
  })

/** The server of the shop, or its support desk. */
const desk = (facts: Facts) => (method: string, path: string, body?: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`${facts.apiUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${facts.testKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return { status: response.status, json: (await response.json()) as any }
  })

it.live("A customer signs in to a shop's portal by mail, asks, is answered, replies, and is signed out", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const [ask, serve] = [page(facts), desk(facts)]
    const brand = `/brands/${facts.testBrandId}`
    yield* serve("PATCH", brand, { portalOrigins: [origin], fromName: "North Desk" })

    yield* ask("POST", "/magic-link", undefined, {
      brandId: facts.testBrandId,
      email: "ines@north.example",
      portalUrl: `${origin}/help`
    })
    const outbox = yield* Effect.repeat(serve("GET", "/test/outbox"), { until: ({ json }) => json.data.length > 0 })
    const link = /token=(ml_\w+)/.exec(outbox.json.data[0].text)?.[1]
    const entered = yield* ask("POST", "/verify", undefined, { token: link })
    assert.strictEqual(entered.status, 200)
    const token: string = entered.json.accessToken

    const made = yield* ask("POST", "/tickets", token, { title: "Where is my parcel?" })
    assert.strictEqual(made.status, 201)
    const ticket = `${brand}/tickets/${made.json.id}`
    yield* serve("POST", `${ticket}/comments`, { body: "Ask the carrier first.", isInternal: true })
    yield* serve("POST", `${ticket}/comments`, { body: "It comes tomorrow.", setStatus: "resolved" })
    const read = yield* ask("GET", `/tickets/${made.json.id}`, token)
    assert.strictEqual(read.json.status, "resolved")
    assert.lengthOf(read.json.comments, 1)
    assert.include(read.json.comments[0], { body: "It comes tomorrow.", authorType: "STAFF" })

    yield* ask("POST", `/tickets/${made.json.id}/comments`, token, { body: "It did not come." })
    const list = yield* ask("GET", "/tickets?status=active", token)
    assert.include(list.json.tickets[0], { id: made.json.id, status: "open", commentCount: 2 })

    assert.deepStrictEqual(
      (yield* serve("POST", `${brand}/portal/revoke`, { customerEmail: "ines@north.example" })).json,
      { revoked: 1 }
    )
    assert.strictEqual((yield* ask("GET", "/tickets", token)).status, 401)
  })
)
