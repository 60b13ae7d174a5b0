import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Spool from "../../src/blobs/Spool.ts"
import { bytesOf } from "../support/blobStoreContract.ts"

const tenant = "0190a6f2-7c3b-7def-8abc-0123456789ab"
const newFolder = () => mkdtempSync(join(tmpdir(), "spool-"))

layer(NodeFileSystem.layer)("Spool", (it) => {
  it.effect("holds the bytes in a file private to this user until the scope closes", () =>
    Effect.gen(function* () {
      const folder = join(newFolder(), "made", "for it")
      const spool = yield* Spool.make(folder)
      const path = yield* Effect.scoped(
        Effect.map(spool(tenant, Stream.concat(bytesOf("a"), bytesOf("b"))), ({ path, size }) => {
          assert.strictEqual(readFileSync(path, "utf8"), "ab")
          assert.strictEqual(size, 2)
          return path
        })
      )
      assert.isFalse(existsSync(path))
    })
  )

  it.effect("leaves nothing when the bytes stop coming", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const spool = yield* Spool.make(folder)
      const broken = Stream.concat(bytesOf("half"), Stream.fail("gone" as const))
      assert.strictEqual(yield* Effect.flip(Effect.scoped(spool(tenant, broken))), "gone")
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )

  it.effect("removes at start what a killed process left, but nothing that is being written", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      for (const name of ["stale", "fresh"]) writeFileSync(join(folder, name), "x")
      const noon = Date.UTC(2030, 0, 1, 12)
      utimesSync(join(folder, "stale"), 0, noon / 1000 - 7_200)
      utimesSync(join(folder, "fresh"), 0, noon / 1000 - 60)
      yield* TestClock.setTime(noon)
      yield* Spool.make(folder)
      assert.deepStrictEqual(readdirSync(folder), ["fresh"])
    })
  )

  it.effect("starts while another node renames files in the same folder, or cleans it", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      for (const name of ["named", "swept", "stale"]) writeFileSync(join(folder, name), "x")
      const noon = Date.UTC(2030, 0, 1, 12)
      for (const name of ["swept", "stale"]) utimesSync(join(folder, name), 0, noon / 1000 - 7_200)
      yield* TestClock.setTime(noon)
      const files = yield* FileSystem.FileSystem
      const shared = FileSystem.FileSystem.of({
        ...files,
        readDirectory: (path, options) =>
          Effect.tap(files.readDirectory(path, options), () => Effect.sync(() => rmSync(join(folder, "named")))),
        remove: (path, options) =>
          Effect.suspend(() => {
            if (path === join(folder, "swept")) rmSync(path)
            return files.remove(path, options)
          })
      })
      yield* Effect.provideService(Spool.make(folder), FileSystem.FileSystem, shared)
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )
})
