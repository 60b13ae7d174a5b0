import { Effect, Layer, Option } from "effect"
import { type ApiRequestPage, type ApiRequestQuery, ApiRequestStore } from "../../accounts/ApiRequestStore.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { type Id, idOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type RequestRow, requestColumns, requestOf, requestRecord, requestRowOf } from "../rows/requestRow.ts"
import { requestBoundary, requestPage } from "./requestStatements.ts"

/** `ApiRequestStore` in PostgreSQL: a read is one statement, plus another if a filter excludes very many requests. */
export const layer = Layer.effect(
  ApiRequestStore,
  Effect.gen(function* () {
    const { reads, system } = yield* Database

    const list = Effect.fnUntraced(function* (
      tenant: Tenant,
      asked: ApiRequestQuery
    ): Effect.fn.Return<ApiRequestPage, DatabaseUnavailable> {
      const page = requestPage(tenant, asked)
      const rows = yield* query(reads.unsafe<RequestRow>(page.sql, page.parameters))
      const items = rows.slice(0, asked.limit).map(requestOf)
      if (rows.length > asked.limit) return { items, next: items.at(-1)?.id }
      const boundary = requestBoundary(tenant, asked)
      const [last] = yield* query(reads.unsafe<{ readonly id: string }>(boundary.sql, boundary.parameters))
      const next: Id<"request"> | undefined = last === undefined ? undefined : idOf("request", last.id)
      return { items, next }
    })

    return ApiRequestStore.of({
      insert: (requests) =>
        query(
          system.unsafe(
            `insert into api_requests (tenant_id, ${requestColumns})
              select tenant_id, ${requestColumns} from json_to_recordset($1::text::json) as sent(${requestRecord})
              on conflict do nothing`,
            [JSON.stringify(requests.map(requestRowOf))]
          )
        ).pipe(Effect.asVoid),

      list,

      find: (tenant, id) =>
        Effect.map(list(tenant, { id, limit: 1 }), ({ items: [found] }) => Option.fromUndefinedOr(found))
    })
  })
)
