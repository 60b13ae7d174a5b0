import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { sealedPlaces } from "../../src/sql/sealedPlaces.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/** Byte columns that are hashes or row keys, which none of our keys opens. */
const unsealed = new Set([
  "accounts.restore_hash",
  "address_claims.hash",
  "api_keys.hash",
  "ended_links.hash",
  "inbound_messages.dedupe_key",
  "magic_links.hash",
  "portal_links.hash",
  "portal_tokens.hash",
  "receipts.fingerprint",
  "receipts.key",
  "sessions.hash",
  "slack_install_states.state_hash"
])

layer(TestDatabase.layer)("Columns with secrets", (it) => {
  it.effect("are all byte columns except those that nothing opens", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const columns = yield* system<{ name: string; type: string }>`
        SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, NULL) AS type
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1`
      const places = Object.values(sealedPlaces)
        .flat()
        .map(({ column, table, type }) => ({ name: `${table}.${column}`, type }))
      for (const place of places) assert.deepInclude(columns, place)
      const bytes = columns.filter(({ name, type }) => type === "bytea" && !unsealed.has(name))
      assert.deepStrictEqual(
        bytes.map(({ name }) => name),
        places.flatMap(({ name, type }) => (type === "bytea" ? [name] : [])).sort()
      )
    })
  )
})
