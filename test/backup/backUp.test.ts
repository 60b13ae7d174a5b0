import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { backUp } from "../../src/backup/backUp.ts"
import { restore } from "../../src/backup/restore.ts"
import * as EmbeddedPostgres from "../../src/sql/EmbeddedPostgres.ts"
import { copyMigrated } from "../support/TestDatabase.ts"

/** A data folder with a database that runs until the scope closes, and a place for backups. */
const place = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline backups "))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const [dataDir, backups] = [join(folder, "data"), join(folder, "backups")]
  mkdirSync(dataDir, { mode: 0o711 })
  yield* copyMigrated(dataDir)
  yield* EmbeddedPostgres.start({ dataDir, durable: false })
  return { folder, dataDir, backups }
})

/** Ends the database, and waits until it has ended. */
const endDatabase = (dataDir: string) => {
  const file = join(dataDir, "postgres", "postmaster.pid")
  process.kill(Number.parseInt(readFileSync(file, "utf8"), 10), "SIGQUIT")
  while (existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
}

it.live("says what to do if the database ends while it is copied, and leaves nothing", () =>
  Effect.gen(function* () {
    const { backups, dataDir } = yield* place
    let files = 0
    const told = () => void (files++ === 0 && endDatabase(dataDir))
    const { message } = yield* Effect.flip(backUp({ dataDir, blobsDir: undefined, folder: backups, told }))
    assert.include(message, `The database in ${dataDir} could not be copied to the end (`)
    assert.include(message, "run the same command again when its server is ready")
    assert.deepStrictEqual(readdirSync(backups), [])
  }).pipe(Effect.scoped)
)

it.live(
  "is restored without a key that a server created meanwhile, which is not the one that secrets were sealed with",
  () =>
    Effect.gen(function* () {
      const { backups, dataDir, folder } = yield* place
      writeFileSync(join(dataDir, "encryption.key"), "its own")
      const { path } = yield* backUp({ dataDir, blobsDir: undefined, folder: backups, withoutKeys: true })
      const restored = join(folder, "restored")
      const key = join(restored, "encryption.key")
      yield* Effect.exit(
        restore({ backup: path, dataDir: restored, blobsDir: undefined, told: () => writeFileSync(key, "another") })
      )
      assert.isTrue(existsSync(join(restored, "postgres")))
      assert.isFalse(existsSync(key))
    }).pipe(Effect.scoped)
)
