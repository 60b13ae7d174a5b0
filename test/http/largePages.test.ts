import { once } from "node:events"
import { connect } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { enter, openBrand } from "../support/portal.ts"

/** Five of these exceed the limit of a page. */
const text = "a".repeat(1_000_000)
const tickets = 11

const membersFrom = (start: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [(start + n).toString(36), {}]))

/** Sixty kilobytes that take up fifteen times as much once parsed. */
const manyMembers = membersFrom(0, 6_800)

interface Line {
  readonly id: string
  readonly changes?: unknown
  readonly changesTruncated?: boolean
}

const removedText = "This message was deleted by its author."

interface Shown {
  readonly id: string
  readonly body: string
  readonly bodyTruncated?: boolean
  readonly links?: unknown
  readonly metadata?: unknown
  readonly sourceData?: unknown
  readonly cc?: unknown
}

const idOf = ({ id }: { readonly id: string }) => id

/** Walks a list to its end; returns the ids of each page. */
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
  it.effect("is shorter than requested, and the next one continues after it", () =>
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
      // The short text is cached, and must not appear after those that did not fit.
      yield* ask("GET", `${list}?limit=1&search=short`)

      const listed = yield* walk(`${list}?limit=100`)
      assert.deepStrictEqual(listed, [made.slice(0, 5), made.slice(5)])
      assert.deepStrictEqual(yield* walk(`${list}?limit=10`), listed)
      assert.deepStrictEqual((yield* walk(`${list}?limit=100&order=asc`)).flat(), made.toReversed())
    })
  )

  it.effect("does not occur in a conversation: older texts beyond the limit are truncated", () =>
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

  it.effect(
    "does not occur because of JSON in a conversation: beyond the newest it is left out, and texts are truncated",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const brand = yield* openBrand({})
        const ada = yield* enter(brand, "ada@portal.example")
        const ticketId = yield* ada.open({})
        const path = `/v1/brands/${brand.id}/tickets/${ticketId}/comments`
        const key = brand.key
        const old = { metadata: { deletedAtSource: "2026-01-01T00:00:00Z", note: "old" }, body: "Taken back" }
        const first = yield* ask("POST", path, { key, body: old })
        const written = {
          links: [{ url: "https://a.example" }],
          cc: ["a@b.example"],
          metadata: { n: 1 },
          authorType: "AGENT"
        }
        const comments = Array.from({ length: 20 }, (_, n) => `Short ${n}`)
        for (const body of comments) {
          const { status } = yield* ask("POST", path, { key, body: { ...written, body, sourceData: manyMembers } })
          assert.strictEqual(status, 201)
        }
        const { json } = yield* ask("GET", path, { key })
        const [oldest, ...others]: ReadonlyArray<Shown> = json
        const { bodyTruncated, id, metadata } = oldest ?? assert.fail("no comments")
        assert.deepStrictEqual(
          [id, bodyTruncated, metadata],
          [first.json.id, true, { deletedAtSource: old.metadata.deletedAtSource }]
        )
        const cut = others.findIndex((comment) => comment.bodyTruncated === undefined)
        assert.isAbove(cut, 0)
        const nothing = { links: undefined, metadata: undefined, sourceData: undefined, cc: undefined }
        for (const [n, { body, bodyTruncated, cc, links, metadata, sourceData }] of others.entries()) {
          assert.deepStrictEqual([body, bodyTruncated], [comments[n], n < cut ? true : undefined])
          const all = { links: written.links, metadata: written.metadata, sourceData: manyMembers, cc: written.cc }
          assert.deepStrictEqual({ links, metadata, sourceData, cc }, n < cut ? nothing : all)
        }
        const whole = yield* ask("GET", `${path}/${others[0]?.id}`, { key })
        assert.deepStrictEqual(whole.json.sourceData, manyMembers)

        // Customers see no JSON, and therefore all of the texts.
        const portal = yield* ada.ask("GET", `/tickets/${ticketId}`)
        const texts: ReadonlyArray<Shown> = portal.json.comments
        assert.deepStrictEqual(
          texts.map(({ body, bodyTruncated }) => [body, bodyTruncated]),
          [removedText, ...comments].map((body) => [body, undefined])
        )
      })
  )

  it.effect("is also shorter when its JSON is large, however compactly that is stored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* ask("POST", "/v1/brands", { body: { name: "Brand of wide tickets" } })
      const list = `/v1/brands/${brand.json.id}/tickets`
      const wide = { members: "a".repeat(64_000) }
      const open = (n: number) =>
        ask("POST", list, {
          body: { title: `Wide ${n}`, customerEmail: "a@b.example", customFields: wide, sourceData: wide }
        })
      const opened = yield* Effect.forEach(Array.from({ length: 40 }), (_, n) => open(n), { concurrency: 8 })
      assert.strictEqual(opened[0]?.status, 201)
      const listed = yield* walk(`${list}?limit=100`)
      assert.isAbove(listed.length, 1)
      assert.lengthOf(new Set(listed.flat()), 40)
    })
  )

  it.effect("is shorter in the feed too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      // An event includes up to 64 KiB of a text.
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

  it.effect("is shorter for customers and companies too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id: brandId } = (yield* ask("POST", "/v1/brands", { body: { name: "Brand of wide people" } })).json
      const metadata = membersFrom(0, 1_600)
      for (const list of ["customers", "companies"]) {
        const path = `/v1/brands/${brandId}/${list}`
        const make = (n: number) =>
          ask("POST", path, { body: { name: `Wide ${n}`, email: `${n}@b.example`, metadata } })
        const company = (n: number) => ask("POST", path, { body: { name: `Wide ${n}`, metadata } })
        const made = yield* Effect.forEach(
          Array.from({ length: 40 }),
          (_, n) => (list === "customers" ? make : company)(n),
          {
            concurrency: 8
          }
        )
        assert.strictEqual(made[0]?.status, 201)
        for (const sort of ["name", "createdAt"]) {
          const pages = yield* walk(`${path}?limit=100&sort=${sort}`)
          assert.isAbove(pages.length, 1)
          assert.deepStrictEqual(pages.flat().toSorted(), made.map(({ json }) => idOf(json)).toSorted())
        }
      }
    })
  )

  it.effect("is shorter in the log too, and a ticket's history shows only the newest changes in full", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id: brandId } = (yield* ask("POST", "/v1/brands", { body: { name: "Brand of long lines" } })).json
      const opened = yield* ask("POST", `/v1/brands/${brandId}/tickets`, {
        body: { title: "Changed often", customerEmail: "a@b.example" }
      })
      const ticket = `/v1/brands/${brandId}/tickets/${opened.json.id}`
      // An entry contains fifteen kilobytes of each twice: before and after.
      const [even, odd] = [0, 1].map((start) => membersFrom(start, 1_600))
      const changes = 25
      for (let n = 0; n < changes; n++) {
        const members = n % 2 === 0 ? even : odd
        const { status } = yield* ask("PATCH", ticket, { body: { metadata: members, customFields: members } })
        assert.strictEqual(status, 200)
      }
      const pages = yield* walk(`/v1/brands/${brandId}/logs?limit=100`)
      assert.isAbove(pages.length, 3)
      const history: ReadonlyArray<Line> = (yield* ask("GET", `${ticket}/logs`)).json
      const ofTicket = history.map(({ id }) => id).toReversed()
      assert.lengthOf(ofTicket, changes + 1)
      const listed = pages.flat()
      assert.deepStrictEqual(
        listed.filter((id) => ofTicket.includes(id)),
        ofTicket
      )
      assert.lengthOf(new Set(listed), listed.length)

      const updates = history.slice(1)
      const whole = updates.findIndex(({ changesTruncated }) => changesTruncated !== true)
      assert.isAbove(whole, 0)
      for (const [n, { changes, changesTruncated }] of updates.entries())
        assert.deepStrictEqual([changes !== undefined, changesTruncated], n < whole ? [false, true] : [true, undefined])
    })
  )

  it.effect(
    "does not occur in the list of brands: beyond the first texts and JSON, brands are listed without them",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { live } = yield* Installation
        const { system } = yield* Database
        const path = "/v1/brands"
        const settings = { a: 1 }
        for (const name of ["~ first", "~~ last"])
          assert.strictEqual((yield* ask("POST", path, { body: { name, settings } })).status, 201)
        yield* system`insert into brands (id, tenant_id, name, slug, ticket_prefix, settings)
        select new_uuid_v7(), ${live.tenant.id}, '~ of many ' || n, 'many-' || n, 'MANY', ${JSON.stringify(manyMembers)}::jsonb
        from generate_series(10, 49) n`
        const { json, status } = yield* ask("GET", path)
        assert.strictEqual(status, 200)
        interface Listed {
          readonly id: string
          readonly name: string
          readonly settings?: unknown
          readonly detailsTruncated?: boolean
        }
        const listed = (json as ReadonlyArray<Listed>).filter(({ name }) => name.startsWith("~"))
        assert.strictEqual(listed.length, 42)
        const cut = listed.findIndex(({ detailsTruncated }) => detailsTruncated === true)
        assert.isAbove(cut, 5)
        for (const [n, brand] of listed.entries()) {
          const whole = n === 0 || n === 41 ? settings : manyMembers
          assert.deepStrictEqual(brand.settings, n < cut ? whole : undefined)
          assert.strictEqual(brand.detailsTruncated, n < cut ? undefined : true)
        }
        const last = yield* ask("GET", `${path}/${listed.at(-1)?.id}`)
        assert.deepStrictEqual([last.json.settings, last.json.detailsTruncated], [settings, undefined])
        yield* system`delete from brands where slug like 'many-%'`
      })
  )

  it.effect("is shorter for a webhook's deliveries too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { id: brandId } = (yield* ask("POST", "/v1/brands", { body: { name: "Brand of long deliveries" } })).json
      const webhook = yield* ask("POST", `/v1/brands/${brandId}/webhooks`, {
        body: { url: "https://hooks.example/", events: ["ticket.created"] }
      })
      const deliveries = 70
      const open = (n: number) =>
        ask("POST", `/v1/brands/${brandId}/tickets`, {
          body: { title: `Told ${n}`, body: text.slice(0, 66_000), customerEmail: "told@b.example" }
        })
      yield* Effect.forEach(Array.from({ length: deliveries }), (_, n) => open(n), { concurrency: 8 })
      const path = `/v1/brands/${brandId}/webhooks/${webhook.json.id}/deliveries?limit=500`
      const first = yield* ask("GET", path)
      const second = yield* ask("GET", `${path}&cursor=${first.headers.get("x-next-cursor")}`)
      assert.deepStrictEqual([first.status, second.status], [200, 200])
      assert.isAbove(second.json.length, 0)
      assert.isFalse(second.headers.has("x-next-cursor"))
      assert.lengthOf(new Set([...first.json, ...second.json].map(idOf)), deliveries)
    })
  )

  it.effect("belongs to its reader alone, who may read it slowly while others read theirs", () =>
    Effect.gen(function* () {
      const { ask, port } = yield* HttpSite
      const { key } = (yield* Installation).live
      const listOf = Effect.fnUntraced(function* (letter: string) {
        const brand = yield* ask("POST", "/v1/brands", { body: { name: `Brand of ${letter}` } })
        const list = `/v1/brands/${brand.json.id}/tickets`
        const body = letter.repeat(5_700)
        yield* Effect.forEach(
          Array.from({ length: 40 }),
          () => ask("POST", list, { body: { title: letter, body, customerEmail: `${letter}@b.example` } }),
          { concurrency: 8 }
        )
        return `${list}?limit=40`
      })
      const [late, early] = [yield* listOf("a"), yield* listOf("b")]

      // Four megabytes: more than the kernel buffers while the client does not read.
      const socket = connect(port, "127.0.0.1")
      const one = `GET ${late} HTTP/1.1\r\nhost: desk.example\r\nauthorization: Bearer ${key}\r\n\r\n`
      socket.write(one.repeat(16))
      const { text: expected } = yield* ask("GET", early)
      const meanwhile = yield* Effect.forEach(Array.from({ length: 100 }), () => ask("GET", early), { concurrency: 8 })
      for (const { text } of meanwhile) assert.strictEqual(text, expected)

      const { text: whole } = yield* ask("GET", late)
      const chunks: Array<Buffer> = []
      socket.on("data", (chunk) => chunks.push(chunk))
      yield* Effect.promise(() => once(socket, "end"))
      const answers = Buffer.concat(chunks).toString().split("HTTP/1.1 200 OK").slice(1)
      assert.lengthOf(answers, 16)
      for (const answer of answers) assert.strictEqual(answer.slice(answer.indexOf("\r\n\r\n") + 4), whole)
    })
  )
})
