import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { Json } from "../../../src/domain/Json.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { byKey } from "../../support/seedTenant.ts"
import { freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

/** Fields whose values look like something else: JSON-like texts, and nulls inside JSON. */
const fields: ReadonlyArray<Json> = [
  "text",
  "null",
  '{"a":1}',
  5,
  true,
  [],
  ["a", null],
  { a: null },
  {},
  "\\x00",
  "{}"
]
/** Texts with a special meaning in JSON, arrays and composites. */
const texts = ['"', "\\", "{a,b}", "NULL", "null", "(1,2)", "\t\n", "'", "$1", "\u001e", "é🙂", "ordinary"]

/** Runs commands sequentially, and as many concurrently, so that at least three of them share a statement. */
const apartAndTogether = <A, E, R>(make: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.all([
    Effect.forEach(texts, (_, index) => make(index)),
    Effect.forEach(texts, (_, index) => make(index), { concurrency: "unbounded" })
  ])

layer(ticketService, { excludeTestServices: true })("rows are stored as intended", (it) => {
  it.effect("whether their values are sent one by one or many together", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const rows = yield* apartAndTogether((index) => {
        const customFields = fields[index % fields.length] ?? null
        const [title = "", body = ""] = [texts[index], texts[(index + 1) % texts.length]]
        return Effect.map(openedIn(scope, { title, body, customFields, metadata: { title } }), ({ id }) => ({
          id,
          expected: { title, body, custom_fields: customFields, metadata: { title } }
        }))
      })
      for (const { expected, id } of rows.flat()) {
        const [row] = yield* system`select title, body, custom_fields, metadata from tickets where id = ${uuidOf(id)}`
        assert.deepStrictEqual<unknown>(row, expected)
        const [event] = yield* system<{ data: { title: string; body: string; customFields: Json } }>`
          select payload::json -> 'data' as data from events where chain_id = ${uuidOf(id)}`
        assert.deepInclude(event?.data, {
          title: expected.title,
          body: expected.body,
          customFields: expected.custom_fields
        })
      }
    }).pipe(Effect.orDie)
  )

  it.effect("also comments that contain addresses", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const comments = yield* Comments
      const ticket = yield* openedIn(scope)
      const answers = yield* apartAndTogether((index) => {
        const input = {
          body: texts[index] ?? "",
          cc: index % 3 === 0 ? [] : [`a${index}@north.example`, "b,c@north.example"]
        }
        return Effect.as(
          comments.add(scope, byKey, ticket.id, { ...input, visibility: "public", authorType: "AGENT", source: "api" }),
          input
        )
      })
      const rows = yield* system<{ body: string; cc: ReadonlyArray<string> | null }>`
        select body, cc from comments where ticket_id = ${uuidOf(ticket.id)}`
      const sorted = (list: ReadonlyArray<{ readonly body: string; readonly cc: ReadonlyArray<string> | null }>) =>
        list.map(({ body, cc }) => JSON.stringify([body, cc?.length === 0 ? null : cc])).sort()
      assert.deepStrictEqual(sorted(rows), sorted(answers.flat()))
    }).pipe(Effect.orDie)
  )
})
