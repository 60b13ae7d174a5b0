import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { askBrand as ask, refusal } from "../support/configuring.ts"
import { type EventReader, type Frame, readEvents } from "../support/EventReader.ts"
import { assertForeign } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { settled } from "../support/settled.ts"
import { teamMember } from "../support/teamMember.ts"

const unknown = "tkt_01m893khb3f5bbmdqn6zazb1ra"

const opened = Effect.fnUntraced(function* () {
  const { json } = yield* ask("POST", "/tickets", { body: { title: "t", customerEmail: "ines@north.example" } })
  return { id: json.id as TicketId, path: `/tickets/${json.id}`, presence: `/tickets/${json.id}/presence` }
})

/** Who is present, and what they are doing. */
const there = ({ json }: { readonly json: ReadonlyArray<{ readonly memberId: string; readonly state: string }> }) =>
  Object.fromEntries(json.map(({ memberId, state }) => [memberId, state]))

/** The next event that is neither a comment nor the initial one. */
const next = (reader: EventReader): Effect.Effect<Frame | undefined> =>
  Effect.flatMap(reader.next, (frame) =>
    frame === undefined || frame.data !== undefined ? Effect.succeed(frame) : next(reader)
  )

layer(site(), { excludeTestServices: true })("Presence over HTTP", (it) => {
  it.effect("lasts from what members report until they leave", () =>
    Effect.gen(function* () {
      const { path, presence } = yield* opened()
      const [ana, tom] = [yield* teamMember("agent"), yield* teamMember("agent")]
      assert.deepStrictEqual((yield* ask("GET", presence)).json, [])
      const first = yield* ask("PUT", presence, { key: ana.key, body: { state: "viewing" } })
      assert.deepStrictEqual(there(first), { [ana.id]: "viewing" })
      assert.include(first.json[0], { name: ana.email })
      yield* ask("PUT", presence, { key: ana.key, body: { state: "replying" } })
      const second = yield* ask("PUT", presence, { key: tom.key, body: { state: "viewing" } })
      assert.deepStrictEqual(there(second), { [ana.id]: "replying", [tom.id]: "viewing" })
      assert.deepStrictEqual((yield* ask("GET", presence)).json, second.json)
      assert.deepStrictEqual((yield* ask("DELETE", presence, { key: ana.key })).json, { success: true })
      assert.strictEqual((yield* ask("DELETE", presence, { key: ana.key })).status, 200)
      assert.deepStrictEqual(there(yield* ask("GET", presence)), { [tom.id]: "viewing" })
      assert.include((yield* ask("GET", path)).json, { version: 1 })
    })
  )

  it.effect("ends thirty seconds after the last report, and is forgotten", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [here, before] = [yield* opened(), yield* opened()]
      const [ana, tom] = [yield* teamMember("agent"), yield* teamMember("agent")]
      for (const [{ key }, at] of [
        [ana, here],
        [tom, here],
        [ana, before]
      ] as const)
        yield* ask("PUT", at.presence, { key, body: { state: "viewing" } })
      const age = (seconds: number, id: TicketId) =>
        system`update ticket_presence set seen_at = now() - make_interval(secs => ${seconds}) where ticket_id = ${uuidOf(id)}`
      // Requested within the second that is left, however slow the machine.
      const [, answer] = yield* Effect.andThen(age(29, here.id), ask("GET", here.presence)).pipe(
        Effect.timed,
        Effect.repeat({ until: ([took]) => Duration.toMillis(took) < 1_000 })
      )
      assert.lengthOf(Object.keys(there(answer)), 2)
      yield* age(31, here.id)
      yield* age(31, before.id)
      assert.deepStrictEqual((yield* ask("GET", here.presence)).json, [])
      const back = yield* ask("PUT", here.presence, { key: ana.key, body: { state: "viewing" } })
      assert.deepStrictEqual(there(back), { [ana.id]: "viewing" })
      assert.lengthOf(yield* system`select from ticket_presence where ticket_id = ${uuidOf(before.id)}`, 0)
    })
  )

  it.effect("is sent when new on streams that ask for it, and to no others", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpSite
      const { live } = yield* Installation
      const [here, other] = [yield* opened(), yield* opened()]
      for (const { id } of [here, other]) yield* settled(id)
      const ana = yield* teamMember("agent")
      const follow = (query: string, key = ana.key) =>
        readEvents(`http://127.0.0.1:${port}/v1/events/stream?${query}`, { authorization: `Bearer ${key}` })
      const following = yield* follow(`presence=true&ticketId=${here.id}`)
      const plain = yield* follow(`ticketId=${here.id}`, live.key)
      const elsewhere = yield* follow(`presence=true&ticketId=${other.id}`)
      for (const state of ["viewing", "viewing", "replying"])
        yield* ask("PUT", here.presence, { key: ana.key, body: { state } })
      yield* ask("DELETE", here.presence, { key: ana.key })
      const told = {
        type: "presence.changed",
        brandId: live.brand.id,
        ticketId: here.id,
        memberId: ana.id,
        name: ana.email
      }
      for (const state of ["viewing", "replying", "gone"]) {
        const { data = "", event, id } = (yield* next(following)) ?? {}
        assert.deepStrictEqual([event, id], ["presence.changed", undefined])
        assert.deepStrictEqual(JSON.parse(data), { ...told, state })
      }
      // The other streams only show events, and only of their own tickets.
      for (const { path } of [here, other]) yield* ask("PATCH", path, { body: { priority: "high" } })
      for (const reader of [plain, elsewhere]) assert.strictEqual((yield* next(reader))?.event, "ticket.updated")
      const feed = yield* (yield* HttpSite).ask("GET", `/v1/events?ticketId=${here.id}`)
      assert.notInclude(feed.text, "presence")
    }).pipe(Effect.scoped)
  )

  it.effect("is sent together with changes of watchers, only when something has changed", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpSite
      const { live } = yield* Installation
      const [here, other] = [yield* opened(), yield* opened()]
      for (const { id } of [here, other]) yield* settled(id)
      const follow = (query: string) =>
        readEvents(`http://127.0.0.1:${port}/v1/events/stream?${query}`, { authorization: `Bearer ${live.key}` })
      const following = yield* follow(`presence=true&ticketId=${here.id}`)
      const plain = yield* follow(`ticketId=${here.id}`)
      const body = { memberId: "custom_ada@watch.example", memberEmail: "ada@watch.example" }
      const one = `${here.path}/watchers/${body.memberId}`
      yield* ask("POST", `${other.path}/watchers`, { body })
      for (const _ of ["new", "there already"]) yield* ask("POST", `${here.path}/watchers`, { body })
      for (const notifyOnComment of [false, false]) yield* ask("PATCH", one, { body: { notifyOnComment } })
      yield* ask("DELETE", one)
      for (const _ of ["added", "changed", "removed"]) {
        const { data = "", event, id } = (yield* next(following)) ?? {}
        assert.deepStrictEqual([event, id], ["watchers.changed", undefined])
        assert.deepStrictEqual(JSON.parse(data), {
          type: "watchers.changed",
          brandId: live.brand.id,
          ticketId: here.id
        })
      }
      yield* ask("PATCH", here.path, { body: { priority: "high" } })
      for (const reader of [following, plain]) assert.strictEqual((yield* next(reader))?.event, "ticket.updated")
    }).pipe(Effect.scoped)
  )

  it.effect("ends when its member is removed or can no longer see the brand, and that is sent", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpSite
      const { live } = yield* Installation
      const here = yield* opened()
      yield* settled(here.id)
      const owner = yield* teamMember("owner")
      const [removed, limited, staying] = [
        yield* teamMember("agent"),
        yield* teamMember("agent"),
        yield* teamMember("agent")
      ]
      for (const { key } of [removed, limited, staying])
        yield* ask("PUT", here.presence, { key, body: { state: "replying" } })
      const following = yield* readEvents(
        `http://127.0.0.1:${port}/v1/events/stream?presence=true&ticketId=${here.id}`,
        { authorization: `Bearer ${live.key}` }
      )
      const brands = (brandIds: ReadonlyArray<string>) => ({ body: { allBrands: false, brandIds } })
      const other = (yield* owner.ask("POST", "/v1/brands", { body: { name: "Other" } })).json.id
      yield* owner.ask("PUT", `/v1/auth/members/${staying.id}/brands`, brands([live.brand.id]))
      yield* owner.ask("DELETE", `/v1/auth/members/${removed.id}`)
      yield* owner.ask("PUT", `/v1/auth/members/${limited.id}/brands`, brands([other]))
      const { json } = yield* ask("GET", here.presence)
      assert.deepStrictEqual(
        json.map(({ memberId }: Record<string, string>) => memberId),
        [staying.id]
      )
      // Their arrival may be sent late.
      const left: Effect.Effect<{ readonly memberId: string }> = Effect.flatMap(next(following), (frame) => {
        const news = JSON.parse(frame?.data ?? "")
        return news.state === "gone" ? Effect.succeed(news) : left
      })
      for (const { email, id } of [removed, limited])
        assert.deepStrictEqual<object>(yield* left, {
          type: "presence.changed",
          brandId: live.brand.id,
          ticketId: here.id,
          memberId: id,
          name: email,
          state: "gone"
        })
    }).pipe(Effect.scoped)
  )

  it.effect("is reported only by members who can see the ticket", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const { id, path, presence } = yield* opened()
      const ana = yield* teamMember("agent")
      const stranger = yield* teamMember("agent", { brands: [] })
      const body = { state: "viewing" }
      for (const method of ["PUT", "DELETE"]) {
        assert.deepInclude((yield* ask(method, presence, { body })).json, { status: 403, required: "session" })
        assert.strictEqual((yield* ask(method, presence, { body, key: stranger.key })).status, 404)
        assert.strictEqual((yield* ask(method, presence.replace(id, unknown), { body, key: ana.key })).status, 404)
        const elsewhere = yield* ana.ask(method, `/v1/brands/${test.brand.id}${presence}`, { body })
        assert.strictEqual(elsewhere.status, 404)
        const headers = { "trunkline-mode": "test" }
        assert.strictEqual((yield* ask(method, presence, { body, key: ana.key, headers })).status, 404)
      }
      yield* assertForeign([{ method: "GET", path: presence }], id, unknown)
      for (const wrong of [{}, { state: "typing" }, { state: null }])
        assert.deepStrictEqual(refusal(yield* ask("PUT", presence, { body: wrong, key: ana.key })).slice(0, 2), [
          400,
          "validation_failed"
        ])
      yield* ask("DELETE", path)
      assert.strictEqual((yield* ask("PUT", presence, { body, key: ana.key })).status, 404)
      assert.strictEqual((yield* ask("GET", presence)).status, 404)
    })
  )

  it.effect("has the same effect when it is resent with its key", () =>
    Effect.gen(function* () {
      const { presence } = yield* opened()
      const ana = yield* teamMember("agent")
      const headers = { "idempotency-key": crypto.randomUUID() }
      const said = { key: ana.key, headers, body: { state: "viewing" } }
      for (const _ of [1, 2]) {
        const answer = yield* ask("PUT", presence, said)
        assert.deepStrictEqual([answer.status, there(answer)], [200, { [ana.id]: "viewing" }])
      }
    })
  )
})
