import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type EventReader, readEvents } from "../support/EventReader.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { enter, openBrand } from "../support/portal.ts"

const follow = Effect.fnUntraced(function* (token: string) {
  const { port } = yield* HttpSite
  const reader = yield* readEvents(`http://127.0.0.1:${port}/v1/portal/stream`, { authorization: `Bearer ${token}` })
  if (reader.status === 200) assert.deepStrictEqual(yield* reader.next, { retry: "3000" })
  return reader
})

/** The next event, skipping pings. */
const news = (reader: EventReader) =>
  Effect.map(
    Effect.repeat(reader.next, { until: (frame) => frame?.comment === undefined }),
    (frame) => frame && { event: frame.event, id: frame.id, data: JSON.parse(frame.data ?? "null") }
  )

layer(site(), { excludeTestServices: true })("A portal's stream", (it) => {
  it.effect("tells a customer which of their tickets changed, and nothing about anyone else's", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const [ines, otto] = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "otto@north.example")]
      const reader = yield* follow(ines.token)
      assert.strictEqual(reader.headers.get("content-type"), "text/event-stream")
      yield* otto.open()
      const id = yield* ines.open()
      assert.deepStrictEqual(yield* news(reader), {
        event: "ticket.created",
        id: undefined,
        data: { type: "ticket.created", ticketId: id }
      })
      const path = `/tickets/${id}`
      yield* brand.ask("POST", `${path}/comments`, { body: { body: "A note", isInternal: true } })
      yield* brand.ask("PATCH", path, { body: { tags: ["vip"] } })
      for (const isSpam of [true, false])
        yield* brand.ask("POST", `${path}/spam`, { body: { isSpam, blockSender: false } })
      yield* brand.ask("POST", `${path}/comments`, { body: { body: "It comes tomorrow." } })
      assert.deepStrictEqual((yield* news(reader))?.data, { type: "comment.created", ticketId: id })
      yield* brand.ask("PATCH", path, { body: { status: "resolved" } })
      assert.deepStrictEqual((yield* news(reader))?.data, { type: "ticket.updated", ticketId: id })
    })
  )

  it.effect("ends with its token", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const reader = yield* follow(ines.token)
      yield* brand.ask("POST", "/portal/revoke", { body: { customerEmail: "ines@north.example" } })
      assert.isUndefined(yield* Effect.repeat(reader.next, { until: (frame) => frame === undefined }))
      assert.strictEqual((yield* follow(ines.token)).status, 401)
    })
  )

  it.effect("is for portal tokens only, at most 20 at once per customer", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      assert.strictEqual((yield* follow(brand.key)).status, 403)
      const ines = yield* enter(brand, "ines@north.example")
      for (let open = 0; open < 20; open++) assert.strictEqual((yield* follow(ines.token)).status, 200)
      const refused = yield* follow(ines.token)
      assert.strictEqual(refused.status, 409)
      assert.include(yield* refused.text, "limit_reached")
    })
  )
})

layer(site(), { excludeTestServices: true })("A brand's appearance", (it) => {
  it.effect("is shown to whoever has its id, and nothing else of the brand", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const looks = {
        color: "#336699",
        logoUrl: "https://shop.example/logo.svg",
        iconUrl: "https://shop.example/i.png"
      }
      const brand = yield* openBrand({ more: { ...looks, fromName: "Desk" } })
      const shown = yield* ask("GET", `/v1/portal/brands/${brand.id}`, { key: "" })
      assert.deepStrictEqual([shown.status, shown.json], [200, { id: brand.id, name: brand.name, ...looks }])
      assert.include((yield* (yield* enter(brand, "a@b.example")).ask("GET", "/me")).json.brand, looks)

      yield* brand.ask("DELETE", "?confirm=true")
      for (const id of [brand.id, "br_unknown", "nonsense"]) {
        const gone = yield* ask("GET", `/v1/portal/brands/${id}`, { key: "" })
        assert.deepInclude(gone.json, { status: 404, code: "not_found" })
      }
    })
  )
})
