import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { copyTree } from "../../src/backup/copyTree.ts"

/** Root may write everywhere, so the copy is made by a user who may not, whoever runs the tests. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

it("copies files that their owner may read but not write, such as a protected key", () => {
  const folder = mkdtempSync(join(tmpdir(), "copy-"))
  const [from, to] = [join(folder, "encryption.key"), join(folder, "copy")]
  writeFileSync(from, "secret")
  chmodSync(from, 0o400)
  if (nobody !== undefined) for (const path of [folder, from]) chownSync(path, nobody.uid, nobody.gid)
  const script = `import { copyOne } from ${JSON.stringify(pathToFileURL(resolve("src/backup/copyTree.ts")))}
    process.stdout.write(String(await copyOne(...${JSON.stringify([from, to])})))`
  const { stderr, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script],
    { encoding: "utf8", ...nobody }
  )
  assert.strictEqual(stdout, "6", stderr)
  assert.strictEqual(readFileSync(to, "utf8"), "secret")
  assert.strictEqual(statSync(to).mode & 0o777, 0o400)
  rmSync(folder, { recursive: true })
})

it.effect("says what to do about a full disk", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "copy-"))
    const [from, to] = [join(folder, "from"), join(folder, "to")]
    mkdirSync(from)
    writeFileSync(join(from, "plan.txt"), "Pier 3")
    // Injects the system's error where it would occur, instead of filling a disk.
    const told = () => {
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
    }
    const { message } = yield* Effect.flip(copyTree(from, to, { told }))
    assert.strictEqual(
      message,
      `There is not enough space on the disk of ${folder}: free some, or specify a folder on another disk, and run the same command again. What was already copied is removed.`
    )
    rmSync(folder, { recursive: true })
  })
)
