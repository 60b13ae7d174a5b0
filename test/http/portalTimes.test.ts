import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { enter, openBrand, send } from "../support/portal.ts"
import { teamMember } from "../support/teamMember.ts"

const file = { filename: "a.txt", contentType: "text/plain", size: 5 }

/** A ticket as its customer and as the team sees it. */
const openedTicket = Effect.fnUntraced(function* (more: object = {}) {
  const brand = yield* openBrand()
  const ines = yield* enter(brand, "ines@north.example")
  const id = yield* ines.open({ body: "Where?", ...more })
  const comments = `/tickets/${id}/comments`
  const ask = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
    const answer = yield* brand.ask(method, path, body === undefined ? {} : { body })
    assert.isBelow(answer.status, 300, answer.text)
    return answer
  })
  return {
    brand,
    ines,
    id,
    comments,
    ask,
    /** Everything that the customer can read about it. */
    seen: Effect.gen(function* () {
      const [ticket, list] = yield* Effect.all([
        ines.ask("GET", `/tickets/${id}`),
        ines.ask("GET", "/tickets?sort=updatedAt")
      ])
      return [ticket.text, list.text]
    }),
    times: Effect.gen(function* () {
      const [ofCustomer, ofTeam] = yield* Effect.all([
        ines.ask("GET", `/tickets/${id}`),
        brand.ask("GET", `/tickets/${id}`)
      ])
      return { customer: String(ofCustomer.json.updatedAt), team: String(ofTeam.json.updatedAt) }
    }),
    upload: Effect.fnUntraced(function* (body: object = {}) {
      const made = yield* ask("POST", `/tickets/${id}/attachments`, { ...file, ...body })
      yield* send(made.json, "hello", file.contentType)
      yield* ask("POST", `/tickets/${id}/attachments/${made.json.id}/confirm`)
      return `/tickets/${id}/attachments/${made.json.id}`
    })
  }
})

layer(site(), { excludeTestServices: true })("The time of change that a customer sees", (it) => {
  it.effect("does not reveal that the team worked on the ticket", () =>
    Effect.gen(function* () {
      const { ask, brand, comments, id, seen, upload } = yield* openedTicket()
      const grace = yield* teamMember("agent")
      const before = yield* seen
      const path = `/tickets/${id}`
      const unseen = Effect.fnUntraced(function* <A, E, R>(what: string, work: Effect.Effect<A, E, R>) {
        const { version } = (yield* brand.ask("GET", path)).json
        const done = yield* work
        assert.isAbove((yield* brand.ask("GET", path)).json.version, version, what)
        assert.deepStrictEqual(yield* seen, before, what)
        return done
      })
      const note = yield* unseen("a note", ask("POST", comments, { body: "He is lying.", isInternal: true }))
      yield* unseen("a note, edited", ask("PATCH", `${comments}/${note.json.id}`, { body: "He may be lying." }))
      const onNote = yield* unseen("a file on a note", upload({ commentId: note.json.id }))
      yield* unseen("that file, removed", ask("DELETE", onNote))
      yield* unseen("a note, deleted", ask("DELETE", `${comments}/${note.json.id}`))
      for (const change of [
        { tags: ["liar"] },
        { assigneeId: grace.id },
        { metadata: { score: 1 } },
        { customFields: { order: 7 } },
        { dueAt: "2030-01-01T00:00:00.000Z" },
        { isSpam: true },
        { isSpam: false }
      ])
        yield* unseen(JSON.stringify(change), ask("PATCH", path, change))
    })
  )

  it.effect("is when anything visible to them changed", () =>
    Effect.gen(function* () {
      const { ask, comments, id, ines, times, upload } = yield* openedTicket()
      const path = `/tickets/${id}`
      const seen = Effect.fnUntraced(function* <A, E, R>(what: string, work: Effect.Effect<A, E, R>) {
        yield* ask("POST", comments, { body: "A note before it", isInternal: true })
        const done = yield* work
        const { customer, team } = yield* times
        assert.strictEqual(customer, team, what)
        return done
      })
      const reply = yield* seen("a reply", ask("POST", comments, { body: "On its way." }))
      yield* seen("a reply, edited", ask("PATCH", `${comments}/${reply.json.id}`, { body: "Well on its way." }))
      const onReply = yield* seen("a file on it", upload({ commentId: reply.json.id }))
      yield* seen("that file, removed", ask("DELETE", onReply))
      yield* seen("a reply, deleted", ask("DELETE", `${comments}/${reply.json.id}`))
      yield* seen("their own reply", ines.ask("POST", comments, { body: { body: "Thanks" } }))
      yield* seen("a file", upload())
      for (const change of [{ title: "Parcel" }, { body: "Where is it?" }, { status: "pending" }, { priority: "high" }])
        yield* seen(JSON.stringify(change), ask("PATCH", path, change))
      yield* seen(
        "a note that resolves",
        ask("POST", comments, { body: "Done", isInternal: true, setStatus: "resolved" })
      )
      const { key } = (yield* Installation).live
      const { ask: anybody } = yield* HttpSite
      yield* seen(
        "a deletion undone",
        Effect.andThen(ask("DELETE", path), anybody("POST", `/v1/tickets/${id}/restore`, { key }))
      )
    })
  )

  it.effect("keeps the order of their tickets, and cursors, stable", () =>
    Effect.gen(function* () {
      const { ask, comments, id, ines } = yield* openedTicket()
      const other = yield* ines.open()
      const more = yield* ines.open()
      for (const one of [other, more]) yield* ask("POST", `/tickets/${one}/comments`, { body: "Hello" })
      const listed = (after = "") =>
        Effect.map(ines.ask("GET", `/tickets?sort=updatedAt&limit=2${after}`), ({ json }) => ({
          ids: json.data.map((ticket: { readonly id: string }) => ticket.id),
          cursor: json.pagination.nextCursor
        }))
      const first = yield* listed()
      yield* ask("POST", comments, { body: "A note", isInternal: true })
      assert.deepStrictEqual((yield* listed()).ids, first.ids)
      assert.deepStrictEqual((yield* listed(`&cursor=${first.cursor}`)).ids, [id])
    })
  )

  it.effect("for a held reply is the moment when they can read it", () =>
    Effect.gen(function* () {
      const { ask, comments, id, seen, times } = yield* openedTicket()
      const before = yield* seen
      const hold = (body: string) => ask("POST", comments, { body, sendAfterSeconds: 60 })
      const oops = yield* hold("Oops")
      assert.deepStrictEqual(yield* seen, before, "it waits")
      const reply = yield* hold("On its way")
      yield* ask("PATCH", `${comments}/${reply.json.id}`, { body: "Well on its way" })
      yield* ask("DELETE", `${comments}/${oops.json.id}?unsent=true`)
      assert.deepStrictEqual(yield* seen, before, "one was taken back")

      const { system } = yield* Database
      const ticket = uuidOf(Option.getOrThrow(parseId("ticket", id)))
      const [row] = yield* system<{ due: string }>`UPDATE tickets
        SET customer_updates_due = ARRAY[date_trunc('milliseconds', now())] WHERE id = ${ticket}
        RETURNING to_char(customer_updates_due[1] at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS due`
      assert.strictEqual((yield* times).customer, row?.due)
      yield* ask("POST", comments, { body: "A note", isInternal: true })
      assert.strictEqual((yield* times).customer, row?.due, "and remains that")
    })
  )
})
