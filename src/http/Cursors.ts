import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { EncryptionKey } from "../accounts/EncryptionKey.ts"
import { InvalidCursor } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Query } from "./QueryReader.ts"

/** Characters of a cursor. */
const maxLength = 512
/** Bytes of its authentication code. */
const tagLength = 16

/** Where the next page starts: the last entry's sort value and its id. */
export const Position = Schema.Struct({
  value: Schema.NullOr(Schema.Union([Schema.String, Schema.Number])),
  id: Schema.String
})
export type Position = typeof Position.Type

/** The list that a cursor belongs to: it works nowhere else. */
export interface CursorScope {
  readonly tenant: Tenant
  /** Request path with its ids. */
  readonly path: string
  /** Query parameters as sent; `limit` and `cursor` do not count. */
  readonly query: Query
}

/** Makes and reads cursors: opaque to clients, authenticated, and bound to their list. They do not expire. */
export class Cursors extends Context.Service<
  Cursors,
  {
    readonly write: (scope: CursorScope, position: Position) => string
    readonly read: (scope: CursorScope, cursor: string) => Result.Result<Position, InvalidCursor>
  }
>()("trunkline/http/Cursors") {
  static readonly layer = Layer.effect(
    Cursors,
    Effect.map(EncryptionKey, (masters) => {
      // As objects: bytes would be made into one for each MAC, at several times what the MAC costs.
      const derived = (master: Uint8Array) =>
        createSecretKey(Buffer.from(hkdfSync("sha256", master, "", "trunkline/http/cursors", 32)))
      const [first, ...older] = Redacted.value(masters)
      const newest = derived(first)
      const keys = [newest, ...older.map(derived)]
      const tag = (key: KeyObject, scope: CursorScope, payload: Buffer) =>
        createHmac("sha256", key).update(nameOf(scope)).update("\0").update(payload).digest().subarray(0, tagLength)

      return Cursors.of({
        write: (scope, { id, value }) => {
          const payload = Buffer.from(JSON.stringify({ value, id }))
          return Buffer.concat([tag(newest, scope, payload), payload]).toString("base64url")
        },
        read: (scope, cursor) => {
          const bytes = cursor.length > maxLength ? Buffer.alloc(0) : Buffer.from(cursor, "base64url")
          const payload = bytes.subarray(tagLength)
          const authentic =
            bytes.length > tagLength &&
            bytes.toString("base64url") === cursor &&
            keys.some((key) => timingSafeEqual(tag(key, scope, payload), bytes.subarray(0, tagLength)))
          return authentic
            ? Result.mapError(decode(payload.toString()), () => new InvalidCursor())
            : Result.fail(new InvalidCursor())
        }
      })
    })
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
