import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { fileKeeper } from "../../src/blobs/keepFile.ts"

const site = () => {
  const root = mkdtempSync(join(tmpdir(), "keep-"))
  mkdirSync(join(root, "unfinished"))
  const file = (name: string, ...folders: ReadonlyArray<string>) => ({
    bytes: Buffer.from(name),
    unfinished: join(root, "unfinished", name),
    path: join(root, ...folders, name)
  })
  return { root, file, unfinished: () => readdirSync(join(root, "unfinished")) }
}

/** A sync that ends when the test says so. */
const heldSync = () => {
  const begun: Array<string> = []
  const ends: Array<{ readonly folder: string; readonly end: (error?: Error) => void }> = []
  const sync = (folder: string) => {
    begun.push(folder)
    return new Promise<void>((resolve, reject) =>
      ends.push({ folder, end: (error) => (error === undefined ? resolve() : reject(error)) })
    )
  }
  return { begun, ends, sync }
}

const settled = async (promise: Promise<unknown>) => {
  const pending = Symbol()
  // What can complete has completed after one turn of the event loop.
  const turn = new Promise((resolve) => setImmediate(() => resolve(pending)))
  return (await Promise.race([promise.catch(() => undefined), turn])) !== pending
}

const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(1)
}

describe("fileKeeper", () => {
  it("renames new and existing files, and creates missing folders", async () => {
    const { file, root, unfinished } = site()
    writeFileSync(join(root, "unfinished", "2"), "two")
    const keep = fileKeeper()
    await Promise.all([
      keep(file("1", "a", "b")),
      keep({ unfinished: join(root, "unfinished", "2"), path: join(root, "a", "b", "2") }),
      keep({ ...file("3", "c"), bytes: new Uint8Array() })
    ])
    assert.strictEqual(readFileSync(join(root, "a", "b", "1"), "utf8"), "1")
    assert.strictEqual(readFileSync(join(root, "a", "b", "2"), "utf8"), "two")
    assert.strictEqual(statSync(join(root, "c", "3")).size, 0)
    assert.strictEqual(statSync(join(root, "a", "b", "1")).mode & 0o777, 0o600)
    assert.deepStrictEqual(unfinished(), [])
  })

  it("leaves nothing of a file that cannot be renamed, and keeps the others", async () => {
    const { file, root, unfinished } = site()
    // A file is in the place of a folder.
    writeFileSync(join(root, "taken"), "")
    const keep = fileKeeper()
    const [refused, kept] = await Promise.allSettled([keep(file("x", "taken")), keep(file("y", "free"))])
    assert.strictEqual(refused.status === "rejected" && refused.reason.code, "ENOTDIR")
    assert.strictEqual(kept.status, "fulfilled")
    assert.isTrue(existsSync(join(root, "free", "y")))
    assert.deepStrictEqual(unfinished(), [])
  })

  it("syncs a folder once for files that arrive together, and keeps none before the sync ends", async () => {
    const { file, root } = site()
    const { begun, ends, sync } = heldSync()
    const keep = fileKeeper(sync)
    mkdirSync(join(root, "a"))
    const folder = join(root, "a")
    const first = keep(file("1", "a"))
    await until(() => begun.length === 1)
    const others = [keep(file("2", "a")), keep(file("3", "a"))]
    await until(() => readdirSync(folder).length === 3)
    ends[0]?.end()
    await first
    await until(() => begun.length === 2)
    for (const other of others) assert.isFalse(await settled(other))
    ends[1]?.end()
    await Promise.all(others)
    assert.deepStrictEqual(begun, [folder, folder])
  })

  it("keeps none of the files whose folder cannot be synced, and tries again with the next", async () => {
    const { file, root } = site()
    const { begun, ends, sync } = heldSync()
    const keep = fileKeeper(sync)
    mkdirSync(join(root, "a"))
    const first = keep(file("1", "a"))
    await until(() => begun.length === 1)
    const others = Promise.allSettled([keep(file("2", "a")), keep(file("3", "a"))])
    await until(() => readdirSync(join(root, "a")).length === 3)
    ends[0]?.end()
    await first
    await until(() => begun.length === 2)
    ends[1]?.end(new Error("the disk is broken"))
    assert.deepStrictEqual(
      (await others).map(({ status }) => status),
      ["rejected", "rejected"]
    )
    const next = keep(file("4", "a"))
    await until(() => begun.length === 3)
    ends[2]?.end()
    await next
  })

  it("keeps no file in a new folder before the entries of its parents are synced, whoever created them", async () => {
    const { file, root } = site()
    const { begun, ends, sync } = heldSync()
    const keep = fileKeeper(sync)
    const both = [keep(file("1", "a", "b")), keep(file("2", "a", "b"))]
    await until(() => begun.length === 3)
    assert.deepStrictEqual([...begun].sort(), [root, join(root, "a"), join(root, "a", "b")])
    const end = (folder: string) => ends.find((one) => one.folder === folder)?.end()
    end(join(root, "a", "b"))
    await until(() => ends.length === 4)
    ends[3]?.end()
    end(root)
    for (const one of both) assert.isFalse(await settled(one))
    end(join(root, "a"))
    await Promise.all(both)
  })
})
