import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { afterAll, assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import * as DiskBlobStore from "../../../src/blobs/DiskBlobStore.ts"
import { type AccountId, uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlFileUpkeep from "../../../src/sql/files/SqlFileUpkeep.ts"
import * as SqlUnclaimedBlobs from "../../../src/sql/files/SqlUnclaimedBlobs.ts"
import * as SqlTrash from "../../../src/sql/tickets/SqlTrash.ts"
import { tidy } from "../../../src/tickets/files/FileJanitor.ts"
import { Trash } from "../../../src/tickets/Trash.ts"
import { furnishedAccount, rowsOf } from "../../support/furnishedAccount.ts"
import { site } from "../../support/HttpSite.ts"

const folder = mkdtempSync(join(tmpdir(), "blobs-"))
const blobs = DiskBlobStore.layer(folder).pipe(
  Layer.provide([SqlUnclaimedBlobs.layer, NodeFileSystem.layer]),
  Layer.orDie
)
const trash = Layer.mergeAll(SqlTrash.layer, SqlFileUpkeep.layer, blobs).pipe(Layer.provideMerge(site({ blobs })))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The tenants of an account, and the number of blobs of each on disk. */
const bytesOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const { system } = yield* Database
  const tenants = yield* Effect.orDie(
    system<{ id: string }>`SELECT id FROM tenants WHERE account_id = ${uuidOf(accountId)}`
  )
  const ids = tenants.map(({ id }) => id)
  return { ids, count: () => ids.map((id) => blobsIn(id)) }
})

const blobsIn = (tenantId: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.includes(tenantId) && statSync(join(folder, path)).isFile()
  ).length

/** Marks an account as deleted this many days ago. */
const deleted = Effect.fnUntraced(function* (accountId: AccountId, days: number) {
  const { system } = yield* Database
  yield* system`UPDATE accounts SET deleted_at = now() - make_interval(days => ${days}), restore_hash = decode(md5(id::text), 'hex')
    WHERE id = ${uuidOf(accountId)}`
}, Effect.orDie)

/** Processes pieces until nothing is left; returns their number. */
const all = Effect.gen(function* () {
  const { purgeAccounts } = yield* Trash
  let pieces = 0
  while ((yield* purgeAccounts) > 0) pieces++
  return pieces
})

layer(trash, { excludeTestServices: true })("A deleted account", (it) => {
  it.effect("stays for 14 days, and is then gone with everything it had, and nothing of anyone else", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [gone, stays] = [yield* furnishedAccount, yield* furnishedAccount]
      const [before, others] = [yield* rowsOf(gone.accountId), yield* rowsOf(stays.accountId)]
      assert.isAbove(Object.keys(before).length, 25, "a record of every kind")
      const [bytes, otherBytes] = [yield* bytesOf(gone.accountId), yield* bytesOf(stays.accountId)]
      assert.deepStrictEqual(
        [bytes.count(), otherBytes.count()],
        [
          [1, 1],
          [1, 1]
        ]
      )
      yield* deleted(gone.accountId, 14)
      assert.strictEqual(yield* all, 0)
      assert.deepStrictEqual(yield* rowsOf(gone.accountId), before)

      yield* deleted(gone.accountId, 15)
      assert.isAbove(yield* all, 4)
      assert.deepStrictEqual(yield* rowsOf(gone.accountId), {})
      assert.deepStrictEqual(yield* rowsOf(stays.accountId), others)
      // Bytes are removed separately, whatever happened to their tenant.
      assert.deepStrictEqual(yield* leftOf(bytes.ids), { blob_removals: 2 })
      yield* Effect.orDie(system`UPDATE blob_removals SET due_at = now() - interval '1 second'`)
      yield* tidy
      assert.deepStrictEqual(
        [bytes.count(), otherBytes.count()],
        [
          [0, 0],
          [1, 1]
        ]
      )
    })
  )

  it.effect("continues to be purged where a server was killed", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { purgeAccounts } = yield* Trash
      const { accountId } = yield* furnishedAccount
      yield* deleted(accountId, 15)
      let killed = 0
      const exists = Effect.map(system`SELECT FROM accounts WHERE id = ${uuidOf(accountId)}`, (rows) => rows.length > 0)
      for (let piece = 0; yield* exists; piece++) {
        assert.isBelow(piece, 200)
        if (piece % 2 === 1) {
          yield* purgeAccounts
          continue
        }
        const before = yield* rowsOf(accountId)
        // Blocked after it has done some of the work, and disconnected there.
        const purging = yield* system.withTransaction(
          Effect.gen(function* () {
            yield* system`LOCK TABLE audit_log, api_keys IN ACCESS EXCLUSIVE MODE`
            // In a separate fiber: a fork from here would be part of this transaction.
            const purging = Effect.runFork(Effect.exit(purgeAccounts))
            while (purging.pollUnsafe() === undefined) {
              const cut = yield* system`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`
              if (cut.length > 0) break
            }
            return purging
          })
        )
        const exit = yield* Fiber.join(purging)
        if (Exit.isSuccess(exit)) continue
        killed++
        assert.deepStrictEqual(yield* rowsOf(accountId), before, "half a piece")
      }
      assert.isAbove(killed, 2)
      assert.deepStrictEqual(yield* rowsOf(accountId), {})
    }).pipe(Effect.orDie)
  )

  it.effect("disables what a command in progress has added", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { accountId, live } = yield* furnishedAccount
      yield* deleted(accountId, 0)
      const { silenceAccounts } = yield* Trash
      assert.isAbove(yield* silenceAccounts, 3)
      assert.strictEqual(yield* silenceAccounts, 0)
      const [brand] = yield* system<{
        same: boolean
      }>`SELECT b.deleted_at = a.deleted_at AS same FROM brands b, accounts a
        WHERE b.id = ${uuidOf(live.brandId)} AND a.id = ${uuidOf(accountId)}`
      assert.isTrue(brand?.same)
    }).pipe(Effect.orDie)
  )
})

/** Rows that still name these tenants, which are gone themselves. */
const leftOf = Effect.fnUntraced(function* (tenants: ReadonlyArray<string>) {
  const { system } = yield* Database
  const tables = yield* system<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attname = 'tenant_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const rows = yield* system`SELECT FROM ${system(name)} WHERE tenant_id = ANY(${tenants}::uuid[])`
    if (rows.length > 0) counts[name] = rows.length
  }
  return counts
}, Effect.orDie)
