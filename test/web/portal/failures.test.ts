import { assert, describe, it } from "@effect/vitest"
import type { PortalHost, PortalProgram } from "../../../src/http/portal/PortalProgram.ts"

// Vite's build of web/portal/src/server/handle.ts has no types here.
const { handle }: Pick<PortalProgram, "handle"> = await import(
  new URL("../../../web/portal/dist/server/handle.js", import.meta.url).href
)

const publicUrl = "https://desk.example"
const customer = { id: "cus_1", email: "ines@north.example" }
const brand = { id: "br_1", name: "North", ticketPrefix: "NOR", fields: [] }
const inADay = () => new Date(Date.now() + 86_400_000).toISOString()
const unavailable = { type: "about:blank", title: "Unavailable", status: 503, code: "unavailable", detail: "Soon." }

/** The portal of a server whose API responds like this, for a signed-in customer. */
const ask = (answers: Readonly<Record<string, readonly [status: number, body: object]>>, form?: FormData) => {
  const fetch: PortalHost["fetch"] = async (input) => {
    const [status, body] = answers[new URL(String(input)).pathname] ?? [404, { code: "not_found" }]
    return Response.json(body, { status })
  }
  return handle(
    new Request(`${publicUrl}/portal/br_1${form === undefined ? "" : "/new"}`, {
      method: form === undefined ? "GET" : "POST",
      headers: { cookie: "__Secure-trunkline_portal=pt_1" }
    }),
    {
      publicUrl,
      fetch,
      form: async () => form ?? new FormData(),
      assets: { script: "/a.js", style: "/a.css", words: {} }
    }
  )
}

describe("A page of the portal", () => {
  it("is shown even if the visitor's session could not be renewed", async () => {
    const answer = await ask({
      "/v1/portal/me": [200, { customer, brand, expiresAt: inADay() }],
      "/v1/portal/tickets": [200, { data: [], tickets: [], pagination: { hasMore: false, nextCursor: null } }],
      "/v1/portal/refresh": [503, unavailable]
    })
    assert.strictEqual(answer.status, 200)
    assert.include(await answer.text(), "You have no open requests.")
    assert.isNull(answer.headers.get("set-cookie"))
  })

  it("shows what was entered even if the visitor could not be identified", async () => {
    const form = new FormData()
    form.set("title", "Where is my parcel?")
    form.set("body", "It was to arrive on Monday.")
    const answer = await ask({ "/v1/portal/me": [503, unavailable] }, form)
    assert.strictEqual(answer.status, 503)
    assert.include(await answer.text(), "Where is my parcel?\n\nIt was to arrive on Monday.</textarea>")
  })

  it("that is shown again reuses the idempotency key, as the failed request may have succeeded", async () => {
    const form = new FormData()
    form.set("title", "Where is my parcel?")
    form.set("key", "one")
    const me = { customer, brand, expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString() }
    const keyAfter = async (status: number, code: string) => {
      const refused = { ...unavailable, status, code }
      const answer = await ask({ "/v1/portal/me": [200, me], "/v1/portal/tickets": [status, refused] }, form)
      return /name="key" value="(\w+)"/.exec(await answer.text())?.[1]
    }
    assert.strictEqual(await keyAfter(503, "unavailable"), "one")
    assert.strictEqual(await keyAfter(429, "rate_limited"), "one")
    assert.match((await keyAfter(422, "idempotency_key_reused")) ?? "", /^[0-9a-f]{32}$/)
  })

  it("that is shown again leaves unticked what was unticked", async () => {
    const fields = [
      { id: "fld_1", key: "gift", label: "A gift", type: "boolean", required: false, defaultValue: true },
      { id: "fld_2", key: "of", label: "Of", type: "multiselect", required: false, options: ["a"], defaultValue: ["a"] }
    ]
    const form = new FormData()
    form.set("title", "x")
    const me = { customer, brand: { ...brand, fields }, expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString() }
    const answer = await ask({ "/v1/portal/me": [200, me], "/v1/portal/tickets": [503, unavailable] }, form)
    const text = await answer.text()
    assert.include(text, "A gift")
    assert.notMatch(text, /type="checkbox"[^>]* checked/)
  })
})
