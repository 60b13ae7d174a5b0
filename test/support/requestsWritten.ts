import { Effect } from "effect"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite } from "./HttpSite.ts"
import { until } from "./until.ts"

/** Waits until a request stands in the log of requests. Whoever asked for it by the API would stand there as well. */
export const requestWritten = Effect.fnUntraced(function* (id: string) {
  const { system } = yield* Database
  return yield* until(
    Effect.orDie(
      system<{ problem: { code: string } | null }>`SELECT problem FROM api_requests WHERE id = ${uuidOf(id as Id)}`
    ),
    (rows) => rows.length > 0
  )
})

/** Waits until all that was asked with a key so far stands there: a refusal comes last, and is kept before the rest of its second. */
export const requestsWritten = Effect.fnUntraced(function* (key: string) {
  const { ask } = yield* HttpSite
  const { headers } = yield* ask("GET", "/v1/brands/nonsense", { key })
  yield* requestWritten(headers.get("x-request-id") ?? "")
})
