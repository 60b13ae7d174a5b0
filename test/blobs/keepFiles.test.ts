import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { keepFiles } from "../../src/blobs/keepFiles.ts"

const root = () => {
  const folder = mkdtempSync(join(tmpdir(), "keep-"))
  mkdirSync(join(folder, "unfinished"))
  return folder
}

describe("keepFiles", () => {
  it("gives bytes, and files that are there already, their names, and makes the folders that are missing", () => {
    const folder = root()
    writeFileSync(join(folder, "unfinished", "2"), "two")
    const kept = keepFiles([
      { bytes: Buffer.from("one"), unfinished: join(folder, "unfinished", "1"), path: join(folder, "a", "b", "one") },
      { unfinished: join(folder, "unfinished", "2"), path: join(folder, "a", "b", "two") },
      { bytes: new Uint8Array(), unfinished: join(folder, "unfinished", "3"), path: join(folder, "c", "none") }
    ])
    assert.deepStrictEqual(kept, [undefined, undefined, undefined])
    assert.strictEqual(readFileSync(join(folder, "a", "b", "one"), "utf8"), "one")
    assert.strictEqual(readFileSync(join(folder, "a", "b", "two"), "utf8"), "two")
    assert.strictEqual(statSync(join(folder, "c", "none")).size, 0)
    assert.strictEqual(statSync(join(folder, "a", "b", "one")).mode & 0o777, 0o600)
    assert.deepStrictEqual(readdirSync(join(folder, "unfinished")), [])
  })

  it("says of each that it cannot keep why, leaves nothing of it, and keeps the others", () => {
    const folder = root()
    // A file stands where a folder must be.
    writeFileSync(join(folder, "taken"), "")
    const [refused, kept] = keepFiles([
      { bytes: Buffer.from("x"), unfinished: join(folder, "unfinished", "1"), path: join(folder, "taken", "x") },
      { bytes: Buffer.from("y"), unfinished: join(folder, "unfinished", "2"), path: join(folder, "free", "y") }
    ])
    assert.strictEqual(refused?.code, "ENOTDIR")
    assert.include(refused?.message, "taken")
    assert.isUndefined(kept)
    assert.isTrue(existsSync(join(folder, "free", "y")))
    assert.deepStrictEqual(readdirSync(join(folder, "unfinished")), [])
  })

  it("syncs each folder once, when all its names are given, and those above what it had to make", () => {
    const folder = root()
    const synced: Array<{ readonly folder: string; readonly names: ReadonlyArray<string> }> = []
    const file = (name: string, ...path: ReadonlyArray<string>) => ({
      bytes: Buffer.from(name),
      unfinished: join(folder, "unfinished", name),
      path: join(folder, ...path, name)
    })
    mkdirSync(join(folder, "old"))
    keepFiles([file("1", "old"), file("2", "old"), file("3", "new", "deep"), file("4", "new", "deep")], (path) => {
      synced.push({ folder: path, names: readdirSync(path).sort() })
    })
    assert.deepStrictEqual(
      synced.sort((one, other) => one.folder.localeCompare(other.folder)),
      [
        { folder, names: ["new", "old", "unfinished"] },
        { folder: join(folder, "new"), names: ["deep"] },
        { folder: join(folder, "new", "deep"), names: ["3", "4"] },
        { folder: join(folder, "old"), names: ["1", "2"] }
      ]
    )
  })

  it("keeps none of the files whose folder cannot be synced", () => {
    const folder = root()
    const file = (name: string, path: string) => ({
      bytes: Buffer.from(name),
      unfinished: join(folder, "unfinished", name),
      path: join(folder, path, name)
    })
    const failures = keepFiles([file("1", "bad"), file("2", "good"), file("3", "bad")], (path) => {
      if (path.endsWith("bad")) throw Object.assign(new Error("no"), { code: "EIO" })
    })
    const refused = { message: "no", code: "EIO" }
    assert.deepStrictEqual(failures, [refused, undefined, refused])
  })
})
