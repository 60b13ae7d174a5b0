import { Context, Effect, Layer, Result, Schema } from "effect"
import { InvalidCursor } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Query } from "./QueryReader.ts"
import { makeSignedTokens } from "./signedTokens.ts"

/** Where the next page starts: the sort value and the id of the last entry. */
export const Position = Schema.Struct({
  value: Schema.NullOr(Schema.Union([Schema.String, Schema.Number])),
  id: Schema.String
})
export type Position = typeof Position.Type

/** The list that a cursor belongs to. It is invalid for any other. */
export interface CursorScope {
  readonly tenant: Tenant
  /** Request path, including ids. */
  readonly path: string
  /** Query parameters as sent, of which `limit` and `cursor` are ignored. */
  readonly query: Query
}

/** Writes and reads cursors: opaque to clients, authenticated and bound to one list. They do not expire. */
export class Cursors extends Context.Service<
  Cursors,
  {
    readonly write: (scope: CursorScope, position: Position) => string
    readonly read: (scope: CursorScope, cursor: string) => Result.Result<Position, InvalidCursor>
  }
>()("trunkline/http/Cursors") {
  static readonly layer = Layer.effect(
    Cursors,
    Effect.map(makeSignedTokens("trunkline/http/cursors", { maxLength: 512 }), (tokens) =>
      Cursors.of({
        write: (scope, { id, value }) => tokens.write(Buffer.from(JSON.stringify({ value, id })), nameOf(scope)),
        read: (scope, cursor) => {
          const payload = tokens.read(cursor, nameOf(scope))
          return payload === undefined
            ? Result.fail(new InvalidCursor())
            : Result.mapError(decode(payload.toString()), () => new InvalidCursor())
        }
      })
    )
  )
}

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Position))

const nameOf = ({ path, query, tenant }: CursorScope): string =>
  JSON.stringify([
    tenant.id,
    path,
    Object.entries(query)
      .filter(([name]) => name !== "limit" && name !== "cursor")
      .sort(([a], [b]) => (a < b ? -1 : 1))
  ])
