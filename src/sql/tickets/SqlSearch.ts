import { Effect, Layer } from "effect"
import { type Id, idOf } from "../../domain/Ids.ts"
import { type Highlighted, highlight } from "../../tickets/highlight.ts"
import { type FoundType, Search, type SearchHit } from "../../tickets/Search.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { moment } from "../rows/columns.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { type HitRow, roomOfHits, searchStatement } from "./searchStatement.ts"
import { formsOf, publicIdParts, wordsOf } from "./searchWords.ts"

/** `Search` in PostgreSQL: one statement (docs/decisions/0010, 0014). */
export const layer = Layer.effect(
  Search,
  Effect.map(Database, ({ reads }) =>
    Search.of({
      find: Effect.fnUntraced(function* (scope, asked) {
        const words = wordsOf(asked.text)
        if (words.length === 0) return { items: [] }
        const { parameters, sql } = searchStatement(scope, asked, words, numberIn(asked.text))
        return yield* query(
          readTexts(
            textTurns,
            { room: roomOfHits(asked.limit + 1), tenantId: scope.tenant.id },
            // The columns that the statement selects.
            reads.unsafe<HitRow>(sql, parameters),
            (found) => {
              const page = found.slice(0, asked.limit)
              const last = page.at(-1)
              return {
                items: page.map((row) => hitOf(row, formsOf(words))),
                next:
                  found.length > asked.limit && last !== undefined ? { rank: last.rank, id: idOfRow(last) } : undefined
              }
            }
          )
        )
      })
    })
  )
)

/** The prefix and number in what people call a ticket, such as `ACME-1042`, or in just its number. */
const numberIn = (text: string) => {
  const digits = /^\s*(\d{1,15})\s*$/.exec(text)?.[1]
  return digits === undefined ? publicIdParts(text) : { prefix: undefined, number: Number(digits) }
}

const idOfRow = ({ id, type }: HitRow): Id => idOf<FoundType>(type, id)

const hitOf = (row: HitRow, words: ReadonlyArray<string>): SearchHit => ({
  type: row.type,
  id: idOfRow(row),
  brandId: idOf("brand", row.brand_id),
  ticket:
    row.ticket_id === null || row.public_id === null
      ? undefined
      : { id: idOf("ticket", row.ticket_id), publicId: row.public_id },
  title: row.title,
  ...snippetOf(row, words),
  updatedAt: moment(row.updated_at)
})

/** Of a record's texts, the one in which most of the words occur, or the first if they occur in none. */
const snippetOf = ({ texts, type }: HitRow, words: ReadonlyArray<string>): Highlighted => {
  const anywhere = type === "customer" || type === "company"
  const shown = texts.map((text) => highlight(text, words, anywhere))
  const [best] = shown.toSorted((a, b) => b.distinct - a.distinct)
  return best === undefined ? { snippet: "", matches: [] } : { snippet: best.snippet, matches: best.matches }
}
