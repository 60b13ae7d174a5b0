import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ensureCluster } from "../../../src/sql/embedded/Cluster.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cluster-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

it.effect.skipIf(process.platform === "win32")(
  "A database is not created from a folder whose name a shell would interpret, since initdb has a shell find PostgreSQL",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      for (const name of ["$app", "`app`", 'the "app"', "app\\"]) {
        const initdb = `/srv/${name}/bin/initdb`
        const binaries = { initdb, postgres: `/srv/${name}/bin/postgres` }
        const options = { clusterDir: join(dataDir, "postgres"), binaries, account: undefined, durable: true }
        const { message } = yield* Effect.flip(ensureCluster(options))
        assert.strictEqual(
          message,
          `PostgreSQL cannot create a database with ${initdb}: move Trunkline to a folder without $, \`, " and \\ in its path, or set DATABASE_URL.`
        )
      }
      assert.deepStrictEqual(readdirSync(dataDir), [])
    })
)
