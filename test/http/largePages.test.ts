import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { enter, openBrand } from "../support/portal.ts"

/** Five of these are more than a page may hold. */
const text = "a".repeat(1_000_000)
const tickets = 11

const idOf = ({ id }: { readonly id: string }) => id

/** Walks a list to its end: the ids of each page. */
const walk = Effect.fnUntraced(function* (path: string) {
  const { ask } = yield* HttpSite
  const pages: Array<ReadonlyArray<string>> = []
  let cursor = ""
  do {
    const { json, status } = yield* ask("GET", `${path}${cursor}`)
    assert.strictEqual(status, 200)
    pages.push(json.data.map(idOf))
    cursor = json.pagination.hasMore ? `&cursor=${json.pagination.nextCursor}` : ""
    assert.isAtMost(pages.length, 10)
  } while (cursor !== "")
  return pages
})

layer(site(), { excludeTestServices: true })("A page of long texts", (it) => {
  it.effect("is shorter than it was asked to be, and the next one goes on after it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const list = `/v1/brands/${brand.id}/tickets`
      const made: Array<string> = []
      for (let n = 0; n < tickets; n++) {
        const body = n === 4 ? "short" : text
        const { json } = yield* ask("POST", list, { body: { title: `Long ${n}`, body, customerEmail: "a@b.example" } })
        made.unshift(json.id)
      }
      // What is short is kept, and must not be shown behind what did not fit.
      yield* ask("GET", `${list}?limit=1&search=short`)

      const listed = yield* walk(`${list}?limit=100`)
      assert.deepStrictEqual(listed, [made.slice(0, 5), made.slice(5)])
      assert.deepStrictEqual(yield* walk(`${list}?limit=10`), listed)
      assert.deepStrictEqual((yield* walk(`${list}?limit=100&order=asc`)).flat(), made.toReversed())
    })
  )

  it.effect("does not come to be in a conversation: what is beyond its newest texts is their beginning", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand({})
      const ada = yield* enter(brand, "ada@portal.example")
      const ticketId = yield* ada.open({})
      const path = `/v1/brands/${brand.id}/tickets/${ticketId}/comments`
      const key = brand.key
      for (let n = 0; n < 18; n++) {
        const { status } = yield* ask("POST", path, { key, body: { body: `${n} ${text}`, authorType: "AGENT" } })
        assert.strictEqual(status, 201)
      }
      const shown = ({ body, bodyTruncated }: { readonly body: string; readonly bodyTruncated?: boolean }) =>
        [body.length, bodyTruncated ?? false, body.split(" ", 1)[0]] as const
      const expected = Array.from({ length: 18 }, (_, n) => [n < 2 ? 201 : `${n} ${text}`.length, n < 2, `${n}`])
      const listed = yield* ask("GET", path, { key })
      assert.deepStrictEqual(listed.json.map(shown), expected)
      const portal = yield* ada.ask("GET", `/tickets/${ticketId}`)
      assert.deepStrictEqual(portal.json.comments.map(shown), expected)
      const whole = yield* ask("GET", `${path}/${listed.json[0].id}`, { key })
      assert.deepStrictEqual(shown(whole.json), [`0 ${text}`.length, false, "0"])
    })
  )

  it.effect("is so of the feed too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      // An event holds 64 KiB of a text.
      const events = 70
      const path = `/v1/brands/${brand.id}/tickets`
      const open = (n: number) =>
        ask("POST", path, {
          body: { title: `Told ${n}`, body: text.slice(0, 66_000), customerEmail: "told@b.example", sourceId: `${n}` }
        })
      yield* Effect.forEach(Array.from({ length: events }), (_, n) => open(n), { concurrency: 8 })
      const feed = yield* walk("/v1/events?limit=500&types=ticket.created")
      assert.isAbove(feed.length, 1)
      assert.lengthOf(new Set(feed.flat()), feed.flat().length)
      assert.isAtLeast(feed.flat().length, events)
    })
  )
})
