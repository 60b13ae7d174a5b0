import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { readEvents } from "../support/EventReader.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { settled } from "../support/settled.ts"
import { linkFor, seedMember } from "../support/signInServices.ts"

/** Sends a request, and checks the response against the schema that its endpoint declares. */
const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, path, options)
  assertDeclared(method, path, answer.status, answer.json)
  return answer
})

const open = Effect.fnUntraced(function* (
  path: string,
  options: { readonly key?: string; readonly headers?: Record<string, string>; readonly method?: string } = {}
) {
  const { port } = yield* HttpSite
  const { live } = yield* Installation
  const headers = { authorization: `Bearer ${options.key ?? live.key}`, ...options.headers }
  return yield* readEvents(`http://127.0.0.1:${port}/v1/events/stream${path}`, headers, options.method)
})

const openTicket = Effect.fnUntraced(function* (title: string, brandId?: string, key?: string) {
  const { live } = yield* Installation
  const path = `/v1/brands/${brandId ?? live.brand.id}/tickets`
  const { json, status, text } = yield* ask("POST", path, {
    key,
    body: { title, customerEmail: `${title}@feed.example` }
  })
  assert.strictEqual(status, 201, text)
  return json
})

/** A new brand, with a key for it alone. */
const ownBrand = Effect.fnUntraced(function* (name: string) {
  const brand = (yield* ask("POST", "/v1/brands", { body: { name } })).json
  const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name, brandIds: [brand.id] } })
  return { brandId: brand.id as string, key: made.json.secret as string, keyId: made.json.id as string }
})

const titles = (events: ReadonlyArray<{ type: string; data: { title: string } }>) =>
  events.filter(({ type }) => type === "ticket.created").map(({ data }) => data.title)

layer(site(), { excludeTestServices: true })("The event feed", (it) => {
  it.effect("is read page by page, oldest first, and ends with a null cursor", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Pages")
      for (const title of ["one", "two", "three"]) yield* openTicket(title, brandId)
      const first = yield* ask("GET", "/v1/events?types=ticket.created&limit=2", { key })
      assert.deepStrictEqual(titles(first.json.data), ["one", "two"])
      const last = first.json.data[1].id
      assert.deepStrictEqual(first.json.pagination, { hasMore: true, nextCursor: last, cursor: last })
      for (const parameter of ["after", "cursor"]) {
        const second = yield* ask("GET", `/v1/events?types=ticket.created&limit=2&${parameter}=${last}`, { key })
        assert.deepStrictEqual(titles(second.json.data), ["three"])
        assert.deepStrictEqual(second.json.pagination, { hasMore: false, nextCursor: null })
      }
      const all = yield* ask("GET", "/v1/events", { key })
      assert.deepStrictEqual(
        all.json.data.map(({ type }: { type: string }) => type),
        [
          "customer.created",
          "ticket.created",
          "customer.created",
          "ticket.created",
          "customer.created",
          "ticket.created"
        ]
      )
    })
  )

  it.effect("is filtered by type, group, brand and ticket, and refuses unknown types", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* ownBrand("Filter A"), yield* ownBrand("Filter B")]
      const ticket = yield* openTicket("filtered", one.brandId)
      yield* openTicket("elsewhere", other.brandId)
      const path = `/v1/brands/${one.brandId}/tickets/${ticket.id}`
      yield* ask("POST", `${path}/comments`, { body: { body: "For us alone", isInternal: true } })
      yield* ask("PATCH", path, { body: { status: "resolved" } })
      const types = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* ask("GET", `/v1/events?${query}`)
        return json.data.map(({ type }: { type: string }) => type)
      })
      const history = ["ticket.created", "comment.created", "ticket.updated", "ticket.resolved"]
      assert.deepStrictEqual(yield* types(`ticketId=${ticket.id}`), history)
      assert.deepStrictEqual(yield* types(`ticketId=${ticket.id}&types=ticket.*`), history.toSpliced(1, 1))
      assert.deepStrictEqual(yield* types(`ticketId=${ticket.id}&types=ticket.comment.created`), ["comment.created"])
      assert.deepStrictEqual(yield* types(`brandId=${one.brandId}`), ["customer.created", ...history])
      assert.deepStrictEqual(yield* types(`brandIds=${one.brandId},${other.brandId}&types=ticket.created`), [
        "ticket.created",
        "ticket.created"
      ])
      assert.deepStrictEqual(yield* types("ticketId=tkt_01m893khb3f5bbmdqn6zazb1ra"), [])
      assert.deepStrictEqual(yield* types("brandId=br_01m893khb3f5bbmdqn6zazb1ra"), [])
      const [note] = (yield* ask("GET", `/v1/events?ticketId=${ticket.id}&types=comment.created`)).json.data
      assert.strictEqual(note.data.comment.visibility, "internal")
      for (const [query, field] of [
        ["types=ticket.exploded", "types"],
        ["limit=0", "limit"],
        ["limit=x", "limit"]
      ]) {
        const refused = yield* ask("GET", `/v1/events?${query}`)
        assert.strictEqual(refused.json.code, "validation_failed")
        assert.strictEqual(refused.json.errors[0].field, field)
      }
      assert.strictEqual((yield* ask("GET", "/v1/events?limit=100000")).status, 200)
    })
  )

  it.effect("shows a key the events of its brands and mode, and no others, even by id", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* ownBrand("Own"), yield* ownBrand("Foreign")]
      const { test } = yield* Installation
      yield* openTicket("mine", own.brandId)
      yield* openTicket("theirs", foreign.brandId)
      const listed = (yield* ask("GET", "/v1/events", { key: own.key })).json.data
      assert.deepStrictEqual(titles(listed), ["mine"])
      assert.deepStrictEqual(
        (yield* ask("GET", `/v1/events?brandIds=${foreign.brandId}`, { key: own.key })).json.data,
        []
      )
      const [theirs] = (yield* ask("GET", "/v1/events", { key: foreign.key })).json.data
      for (const key of [own.key, test.key]) {
        const hidden = yield* ask("GET", `/v1/events/${theirs.id}`, { key })
        assert.strictEqual(hidden.json.code, "not_found")
        const after = yield* ask("GET", `/v1/events?after=${theirs.id}`, { key })
        assert.deepInclude(after.json.errors[0], { field: "after", code: "unknown_id" })
        const cursor = yield* ask("GET", `/v1/events?cursor=${theirs.id}`, { key })
        assert.strictEqual(cursor.json.code, "invalid_cursor")
        const stream = yield* open(`?after=${theirs.id}`, { key })
        assert.strictEqual(stream.status, 400)
      }
      assert.strictEqual((yield* ask("GET", "/v1/events/nonsense")).status, 404)
    }).pipe(Effect.scoped)
  )

  it.effect("does not start at the end for a client that resumes after an id that is not an event", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      for (const after of ["nonsense", "%00", "x".repeat(256)]) {
        const { status } = yield* open(`?after=${after}`, { key: live.key })
        assert.strictEqual(status, 400, after)
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "leaves out a brand in the trash, whose events remain valid positions, and includes it again once it is restored",
    () =>
      Effect.gen(function* () {
        const { brandId, key } = yield* ownBrand("Trashed")
        const other = yield* ownBrand("Kept")
        const scope = [brandId, other.brandId]
        const all = (yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "both", brandIds: scope } })).json
          .secret
        for (const title of ["gone-1", "gone-2", "gone-3"]) yield* openTicket(title, brandId)
        yield* openTicket("kept-1", other.brandId)
        yield* settled((yield* openTicket("kept-2", other.brandId)).id)
        const before = (yield* ask("GET", "/v1/events?types=ticket.created", { key: all })).json.data
        const shown = Effect.fnUntraced(function* (query: string, reader = all) {
          const names: Array<string> = []
          for (let after = "", more = true; more; ) {
            const { json, status } = yield* ask("GET", `/v1/events?limit=1${query}${after}`, { key: reader })
            assert.strictEqual(status, 200)
            names.push(...titles(json.data).filter((title) => /^(gone|kept)-\d$/.test(title)))
            more = json.pagination.hasMore
            after = `&after=${json.pagination.nextCursor}`
          }
          return names
        })
        const everything = ["gone-1", "gone-2", "gone-3", "kept-1", "kept-2"]
        for (const query of ["", "&types=ticket.*", `&brandIds=${scope}`])
          assert.deepStrictEqual(yield* shown(query), everything, query)

        assert.strictEqual((yield* ask("DELETE", `/v1/brands/${brandId}?confirm=true`)).status, 200)
        const [first, , , kept] = before
        const { live } = yield* Installation
        for (const reader of [all, live.key])
          for (const query of ["", "&types=ticket.*", `&brandIds=${scope}`])
            assert.deepStrictEqual(yield* shown(query, reader), ["kept-1", "kept-2"], query)
        for (const query of [`&ticketId=${first.data.id}`, `&brandId=${brandId}`])
          assert.deepStrictEqual(yield* shown(query), [], query)
        assert.deepStrictEqual(yield* shown("", key), [])
        assert.strictEqual((yield* ask("GET", `/v1/events/${first.id}`, { key: live.key })).status, 404)
        assert.strictEqual((yield* ask("GET", `/v1/events/${kept.id}`, { key: live.key })).status, 200)
        assert.deepStrictEqual(titles((yield* ask("GET", `/v1/events?after=${first.id}`, { key: all })).json.data), [
          "kept-1",
          "kept-2"
        ])

        assert.strictEqual((yield* ask("POST", `/v1/brands/${brandId}/restore`)).status, 200)
        assert.deepStrictEqual(yield* shown(""), everything)
        assert.strictEqual((yield* ask("GET", `/v1/events/${first.id}`)).status, 200)
      })
  )

  it.effect("has each event under its id, as the text that was stored", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Text")
      yield* openTicket("text", brandId)
      const { json } = yield* ask("GET", "/v1/events", { key })
      const [event] = json.data
      const found = yield* ask("GET", `/v1/events/${event.id}`, { key })
      assert.deepStrictEqual(found.json, event)
      const { system: sql } = yield* Database
      const [row] = yield* sql<{ payload: string }>`select payload from events where id = ${uuidOf(event.id)}`
      assert.strictEqual(found.text, row?.payload)
    })
  )

  it.effect("reports that an event is too old, and which one is the oldest", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Old")
      yield* openTicket("kept", brandId)
      const [oldest] = (yield* ask("GET", "/v1/events", { key })).json.data
      const ancient = idOf("event", "0190163d-8694-739b-aea5-966c26f8ad90")
      const expired = yield* ask("GET", `/v1/events?after=${ancient}`, { key })
      assert.strictEqual(expired.status, 410)
      assert.include(expired.json, { code: "event_expired", oldestEventId: oldest.id })
      assert.strictEqual((yield* open(`?after=${ancient}`, { key })).status, 410)
      const future = idOf("event", "7190163d-8694-739b-aea5-966c26f8ad90")
      assert.strictEqual((yield* ask("GET", `/v1/events?after=${future}`, { key })).status, 400)
    }).pipe(Effect.scoped)
  )
})

layer(site(), { excludeTestServices: true })("The event stream", (it) => {
  it.effect("starts with the reconnection delay, and then sends what is committed from now on", () =>
    Effect.gen(function* () {
      yield* settled((yield* openTicket("before")).id)
      const reader = yield* open("?types=ticket.created")
      assert.strictEqual(reader.status, 200)
      assert.strictEqual(reader.headers.get("content-type"), "text/event-stream")
      assert.strictEqual(reader.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual(yield* reader.next, { retry: "3000" })
      const ticket = yield* openTicket("after")
      const frame = yield* reader.next
      const event = JSON.parse(frame?.data ?? "")
      assert.include(frame, { id: event.id, event: "ticket.created" })
      assert.strictEqual(event.data.id, ticket.id)
      assert.strictEqual((yield* ask("GET", `/v1/events/${event.id}`)).text, frame?.data)
    }).pipe(Effect.scoped)
  )

  it.effect("resumes after the last event received, whatever else the URL says", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Resume")
      for (const title of ["one", "two", "three"]) yield* openTicket(title, brandId)
      const [one, two] = (yield* ask("GET", "/v1/events?types=ticket.created", { key })).json.data
      const reader = yield* open(`?types=ticket.created&after=${one.id}`, { key, headers: { "last-event-id": two.id } })
      yield* reader.next
      assert.strictEqual(JSON.parse((yield* reader.next)?.data ?? "").data.title, "three")
      const behind = yield* open(`?types=ticket.created&after=${one.id}`, { key })
      yield* behind.next
      const seen = [yield* behind.next, yield* behind.next]
      yield* openTicket("four", brandId)
      seen.push(yield* behind.next)
      assert.deepStrictEqual(
        seen.map((frame) => JSON.parse(frame?.data ?? "").data.title),
        ["two", "three", "four"]
      )
      const unknown = yield* open("", { key, headers: { "last-event-id": "evt_nonsense" } })
      assert.strictEqual(JSON.parse(yield* unknown.text).errors[0].field, "Last-Event-ID")
    }).pipe(Effect.scoped)
  )

  it.effect("when resumed, omits a brand that was deleted in the meantime, even if others follow", () =>
    Effect.gen(function* () {
      const [gone, kept] = [yield* ownBrand("Left"), yield* ownBrand("Stays")]
      yield* settled((yield* openTicket("earlier")).id)
      const told = Effect.fnUntraced(function* (headers: Record<string, string>) {
        const reader = yield* open("?types=ticket.created", { headers })
        yield* reader.next
        return Effect.map(reader.next, (frame) => ({
          id: frame?.id ?? "",
          title: JSON.parse(frame?.data ?? "").data.title
        }))
      })
      const follower = yield* told({})
      for (const [title, { brandId }] of [
        ["before", gone],
        ["hidden", gone],
        ["shown", kept]
      ] as const)
        yield* openTicket(title, brandId)
      const seen = [yield* follower, yield* follower, yield* follower]
      assert.deepStrictEqual(
        seen.map(({ title }) => title),
        ["before", "hidden", "shown"]
      )
      assert.strictEqual((yield* ask("DELETE", `/v1/brands/${gone.brandId}?confirm=true`)).status, 200)
      const resumed = yield* told({ "last-event-id": seen[0]?.id ?? "" })
      yield* openTicket("later", kept.brandId)
      assert.deepStrictEqual(
        [(yield* resumed).title, (yield* resumed).title, (yield* follower).title],
        ["shown", "later", "later"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("shows only the brands of its key", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* ownBrand("Stream own"), yield* ownBrand("Stream foreign")]
      const reader = yield* open("?types=ticket.created", { key: own.key })
      yield* reader.next
      yield* openTicket("theirs", foreign.brandId)
      yield* openTicket("mine", own.brandId)
      assert.strictEqual(JSON.parse((yield* reader.next)?.data ?? "").data.title, "mine")
    }).pipe(Effect.scoped)
  )

  it.effect("answers HEAD without a body, and takes up no slot for it", () =>
    Effect.gen(function* () {
      const { key } = yield* ownBrand("Head")
      for (let n = 0; n < 30; n++) {
        const head = yield* open("", { key, method: "HEAD" })
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.headers.get("content-type"), "text/event-stream")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("can be open twenty times per key, and again once one of them is closed", () =>
    Effect.gen(function* () {
      const { key } = yield* ownBrand("Many")
      const readers = yield* Effect.forEach(Array.from({ length: 20 }), () => open("", { key }))
      for (const reader of readers) assert.strictEqual(reader.status, 200)
      const refused = yield* open("", { key })
      assert.strictEqual(refused.status, 409)
      assert.include(JSON.parse(yield* refused.text), { code: "limit_reached", limit: 20 })
      assert.strictEqual((yield* open("")).status, 200)
      yield* readers[7]?.kill ?? Effect.void
      const later = Effect.scoped(Effect.map(open("", { key }), ({ status }) => status))
      yield* Effect.repeat(later, { until: (status) => status === 200 })
    }).pipe(Effect.scoped)
  )

  it.effect("ends when its key is revoked or its brands change", () =>
    Effect.gen(function* () {
      const [revoked, rescoped] = [yield* ownBrand("Revoked"), yield* ownBrand("Rescoped")]
      const readers = [yield* open("", { key: revoked.key }), yield* open("", { key: rescoped.key })]
      for (const reader of readers) yield* reader.next
      yield* ask("DELETE", `/v1/accounts/me/api-keys/${revoked.keyId}`)
      yield* ask("PATCH", `/v1/accounts/me/api-keys/${rescoped.keyId}/scope`, { body: { allBrands: true } })
      for (const reader of readers) assert.isUndefined(yield* reader.next)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "starts where the session response says the feed was, and misses nothing that happened before the stream",
    () =>
      Effect.gen(function* () {
        const { live, test } = yield* Installation
        const email = "cursors@acme.example"
        yield* seedMember(live.tenant.accountId, email, "admin")
        const site = yield* HttpSite
        const token = yield* linkFor(email)
        const key = (yield* site.ask("POST", "/v1/auth/verify", { key: "", body: { token } })).json.sessionToken
        yield* openTicket("known")
        const { eventCursor } = (yield* ask("GET", "/v1/auth/session", { key })).json
        yield* openTicket("meanwhile")
        const query = "types=ticket.created"
        const readers = [
          yield* open(`?${query}&after=${eventCursor}`, { key }),
          yield* open(`?${query}`, { key, headers: { "last-event-id": eventCursor } })
        ]
        yield* openTicket("later")
        for (const reader of readers) {
          yield* reader.next
          const told = [yield* reader.next, yield* reader.next]
          assert.deepStrictEqual(
            told.map((frame) => JSON.parse(frame?.data ?? "").data.title),
            ["meanwhile", "later"]
          )
        }
        const inTest = { key, headers: { "trunkline-mode": "test" } }
        const other = (yield* ask("GET", "/v1/auth/session", inTest)).json.eventCursor
        yield* openTicket("rehearsed", test.brand.id, test.key)
        const rehearsal = yield* open(`?mode=test&${query}&after=${other}`, { key })
        yield* rehearsal.next
        assert.strictEqual(JSON.parse((yield* rehearsal.next)?.data ?? "").data.title, "rehearsed")
        for (const [wrong, mode] of [
          [eventCursor, "test"],
          [other, "live"],
          [`${eventCursor}A`, "live"]
        ])
          assert.strictEqual((yield* open(`?mode=${mode}&after=${wrong}`, { key })).status, 400)
      }).pipe(Effect.scoped)
  )

  it.effect("takes a session's mode from its URL, and ends on sign-out", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const email = "streams@acme.example"
      yield* seedMember(live.tenant.accountId, email, "admin")
      const token = yield* linkFor(email)
      const { json } = yield* (yield* HttpSite).ask("POST", "/v1/auth/verify", { key: "", body: { token } })
      const key = json.sessionToken
      const reader = yield* open("?mode=test&types=ticket.created", { key })
      yield* reader.next
      yield* openTicket("test", test.brand.id, test.key)
      assert.strictEqual(JSON.parse((yield* reader.next)?.data ?? "").livemode, false)
      assert.strictEqual((yield* open("?mode=both", { key })).status, 400)
      yield* (yield* HttpSite).ask("POST", "/v1/auth/logout", { key })
      assert.isUndefined(yield* reader.next)
    }).pipe(Effect.scoped)
  )
})
