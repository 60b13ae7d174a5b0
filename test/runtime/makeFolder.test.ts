import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "../../src/runtime/makeFolder.ts"

const place = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "makeFolder-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

it.effect("creates what is missing on the path, for its owner only, and leaves what exists", () =>
  Effect.gen(function* () {
    const above = yield* place
    const path = join(above, "a", "b", "c")
    makeFolder(path, 0o700)
    for (const made of [path, join(above, "a")]) assert.strictEqual(statSync(made).mode & 0o777, 0o700)
    writeFileSync(join(path, "file"), "")
    makeFolder(path, 0o711)
    assert.isTrue(existsSync(join(path, "file")))
    assert.strictEqual(statSync(path).mode & 0o777, 0o700)
  })
)

it.effect("refuses a file in place of a folder, and a path through one", () =>
  Effect.gen(function* () {
    const file = join(yield* place, "file")
    writeFileSync(file, "")
    assert.throws(() => makeFolder(file, 0o700), /EEXIST/)
    assert.throws(() => makeFolder(join(file, "below"), 0o700), /EEXIST/)
  })
)

it.runIf(existsSync("/proc/self"))("fails where the system allows no folders at all", () => {
  assert.throws(() => makeFolder("/proc/trunkline/data", 0o700), /ENOENT|EACCES|EPERM/)
})
