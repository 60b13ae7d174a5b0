import { Effect } from "effect"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite } from "./HttpSite.ts"
import { until } from "./until.ts"

/** Waits until a request is in the request log. It reads the table, because a request to the API would itself be logged. */
export const requestWritten = Effect.fnUntraced(function* (id: string) {
  const { system } = yield* Database
  return yield* until(
    Effect.orDie(
      system<{ problem: { code: string } | null }>`SELECT problem FROM api_requests WHERE id = ${uuidOf(id as Id)}`
    ),
    (rows) => rows.length > 0
  )
})

/**
 * Waits until every request made with a key so far is in the request log. It makes one more that is refused, since refusals are
 * written last and take precedence over the rest of their second.
 */
export const requestsWritten = Effect.fnUntraced(function* (key: string) {
  const { ask } = yield* HttpSite
  const { headers } = yield* ask("GET", "/v1/brands/nonsense", { key })
  yield* requestWritten(headers.get("x-request-id") ?? "")
})
