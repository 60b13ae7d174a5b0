import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it, layer } from "@effect/vitest"
import { Cause, Context, Effect, Layer } from "effect"
import { createTransport } from "nodemailer"
import { restoringFile } from "../../src/sql/embedded/Cluster.ts"
import { holdFolder } from "../../src/sql/embedded/ProcessLock.ts"
import { type Facts, installation, migratedInstallation, type RunningServer, start } from "../support/RunningServer.ts"

const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline backups "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const begin = (script: "backup" | "restore", dataDir: string, args: ReadonlyArray<string>, more = {}) =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", `dist/${script}.mjs`, ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ...more },
    stdio: ["ignore", "pipe", "pipe"]
  })

/** Runs a command as an operator does: its exit code, and its output. */
const run = (...command: Parameters<typeof begin>) => {
  const child = begin(...command)
  let said = ""
  child.stdout.on("data", (data: Buffer) => (said += data.toString()))
  child.stderr.on("data", (data: Buffer) => (said += data.toString()))
  return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, said }))
  )
}

const call = async ({ apiUrl, brandId, liveKey }: Facts, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${apiUrl}/v1/brands/${brandId}${path}`, {
    method,
    headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  // Answers have many shapes, and each test knows which it asked for.
  // biome-ignore lint/suspicious/noExplicitAny: what is read of them is asserted
  return { status: response.status, body: (await response.json()) as any }
}

/** Opens tickets one after another until told to stop. */
const flow = (facts: Facts) => {
  const acknowledged: Array<string> = []
  let goesOn = true
  const ended = (async () => {
    for (let n = 0; goesOn; n++) {
      const title = `Ticket ${n}`
      const { status } = await call(facts, "POST", "/tickets", { title, customerEmail: `c${n % 7}@north.example` })
      if (status === 201) acknowledged.push(title)
    }
    // If the test fails, the server ends before the flow does.
  })().catch(() => undefined)
  const stop = () => {
    goesOn = false
    return ended
  }
  return { acknowledged, stop }
}

const titles = async (facts: Facts) => {
  const found: Array<string> = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await call(facts, "GET", `/tickets?limit=100&cursor=${cursor}`)
    found.push(...body.data.map(({ title }: { title: string }) => title))
    cursor = body.pagination.nextCursor
  }
  return found
}

/** The bytes of the file that came with the mail, through its signed URL. */
const fileOfMail = async (facts: Facts) => {
  const { body: found } = await call(facts, "GET", "/tickets?search=harbour")
  const { body: files } = await call(facts, "GET", `/tickets/${found.data[0].id}/attachments`)
  const { body: file } = await call(facts, "GET", `/tickets/${found.data[0].id}/attachments/${files[0].id}`)
  const { pathname, search } = new URL(file.downloadUrl)
  return await (await fetch(`${facts.apiUrl}${pathname}${search}`)).text()
}

const mailed = async ({ smtpHost, smtpPort, supportAddress }: Facts) =>
  createTransport({ host: smtpHost, port: smtpPort, ignoreTLS: true }).sendMail({
    from: "ines@north.example",
    to: supportAddress,
    subject: "The harbour",
    text: "See the plan.",
    attachments: [{ filename: "plan.txt", content: "Pier 3" }]
  })

it.live("an operator backs up while people write, and continues from the backup elsewhere", () =>
  Effect.gen(function* () {
    const [first, second, folder] = [yield* migratedInstallation, yield* installation, yield* scratch]
    const server: RunningServer = yield* start(first)
    yield* Effect.promise(() => mailed(server.facts))
    const { acknowledged, stop } = flow(server.facts)
    const atLeast = (count: number) =>
      Effect.promise(async () => {
        while (acknowledged.length < count) await sleep(5)
      })
    yield* atLeast(30)
    const before = [...acknowledged]
    const made = yield* Effect.promise(() => run("backup", first.dataDir, [folder]))
    assert.strictEqual(made.code, 0, made.said)
    assert.match(made.said, /trunkline-\d{8}T\d{6}Z: the database \(.*\) and \d+ files/)
    yield* atLeast(acknowledged.length + 5)
    yield* Effect.promise(stop)
    const [backup = ""] = readdirSync(folder)

    const restored = yield* Effect.promise(() => run("restore", second.dataDir, [join(folder, backup)]))
    assert.strictEqual(restored.code, 0, restored.said)
    const again = yield* start(second)
    const found = yield* Effect.promise(() => titles(again.facts))
    assert.strictEqual(new Set(found).size, found.length)
    for (const title of before) assert.include(found, title)
    for (const title of found) assert.include([...acknowledged, "The harbour"], title)
    assert.isBelow(found.length, acknowledged.length + 1, "what was written after the backup is not in it")
    // The keys came along, and so did the files.
    assert.strictEqual(yield* Effect.promise(() => fileOfMail(again.facts)), "Pier 3")
    const next = yield* Effect.promise(() =>
      call(again.facts, "POST", "/tickets", { title: "And on", customerEmail: "ines@north.example" })
    )
    assert.strictEqual(next.body.ticketNumber, 1000 + found.length + 1)

    // A killed server can be backed up too; older backups are removed where requested.
    yield* Effect.promise(() => again.stop("SIGKILL"))
    const cold = yield* Effect.promise(() => run("backup", second.dataDir, [folder, "--keep", "1", "--without-keys"]))
    assert.strictEqual(cold.code, 0, cold.said)
    assert.include(cold.said, `Removed ${backup}.`)
    const [kept = "", ...others] = readdirSync(folder)
    assert.deepStrictEqual(others, [])
    assert.isFalse(existsSync(join(folder, kept, "encryption.key")))
    const third = yield* installation
    const counted = yield* Effect.promise(() => run("restore", third.dataDir, [join(folder, kept)]))
    assert.match(counted.said, new RegExp(`has ${found.length + 1} tickets`))
    assert.include(counted.said, "The backup contains no encryption.key")
    const fourth = yield* installation
    const inBucket = { BLOBS_URL: "s3://files?endpoint=http://127.0.0.1:1" }
    const without = yield* Effect.promise(() => run("restore", fourth.dataDir, [join(folder, kept)], inBucket))
    assert.match(
      without.said,
      /Its \d+ files were not restored, because BLOBS_URL names a bucket: copy the contents of /
    )
    assert.isFalse(existsSync(join(fourth.dataDir, "blobs")))
  })
)

/** An installation with one ticket, whose server was stopped: what a backup needs, without another first start. */
class Stopped extends Context.Service<Stopped, Effect.Success<typeof installation>>()("trunkline/test/Stopped") {
  static readonly layer = Layer.effect(
    Stopped,
    Effect.gen(function* () {
      const place = yield* migratedInstallation
      const { facts, stop } = yield* start(place)
      yield* Effect.promise(() => mailed(facts))
      yield* Effect.promise(() => stop("SIGTERM"))
      return place
    })
  )
}

layer(Stopped.layer, { excludeTestServices: true })("Backups of a stopped server", (it) => {
  it.effect("a backup removes another one that was left incomplete, but not one that is still being made", () =>
    Effect.gen(function* () {
      const [source, folder] = [yield* Stopped, yield* scratch]
      const [slow, killed] = [".trunkline-20260101T000000Z.part", ".trunkline-20260102T000000Z.part"]
      for (const name of [slow, killed]) mkdirSync(join(folder, name))
      yield* holdFolder(join(folder, slow))
      const made = yield* Effect.promise(() => run("backup", source.dataDir, [folder]))
      assert.strictEqual(made.code, 0, made.said)
      const names = readdirSync(folder)
      assert.include(names, slow)
      assert.notInclude(names, killed)
      assert.include(made.said, `npm run restore -- '${folder}/trunkline-`, "it can be pasted: there is a space in it")
    })
  )

  it.effect("a restore that was killed is not started on as an empty installation, and starts over", () =>
    Effect.gen(function* () {
      const [source, target, folder] = [yield* Stopped, yield* installation, yield* scratch]
      assert.strictEqual((yield* Effect.promise(() => run("backup", source.dataDir, [folder]))).code, 0)
      const backup = join(folder, readdirSync(folder)[0] ?? "")

      const killed = begin("restore", target.dataDir, [backup])
      while (killed.exitCode === null && !existsSync(join(target.dataDir, restoringFile)))
        yield* Effect.sleep("1 millis")
      killed.kill("SIGKILL")
      yield* Effect.promise(() => once(killed, "close"))
      // As if it had been killed while copying files, wherever it was killed now.
      for (const left of ["postgres.new-1", "blobs"]) mkdirSync(join(target.dataDir, left, "half"), { recursive: true })
      writeFileSync(join(target.dataDir, restoringFile), "")

      const early = yield* Effect.flip(Effect.sandbox(start(target)))
      assert.match(String(Cause.squash(early)), /a restore into it was interrupted/)
      const again = yield* Effect.promise(() => run("restore", target.dataDir, [backup]))
      assert.strictEqual(again.code, 0, again.said)
      assert.match(again.said, /has 1 tickets/)
      for (const left of ["postgres.new-1", "blobs/half", restoringFile])
        assert.isFalse(existsSync(join(target.dataDir, left)), left)
      const { facts } = yield* start(target)
      assert.strictEqual(yield* Effect.promise(() => fileOfMail(facts)), "Pier 3")
    })
  )

  it.effect("what cannot be backed up or restored is reported in one sentence, and changes nothing", () =>
    Effect.gen(function* () {
      const [source, folder] = [yield* Stopped, yield* scratch]
      const refused = (script: "backup" | "restore", dataDir: string, args: ReadonlyArray<string>, more = {}) =>
        Effect.map(
          Effect.promise(() => run(script, dataDir, args, more)),
          ({ code, said }) => {
            assert.strictEqual(code, 1, said)
            assert.notInclude(said, "    at ")
            return said
          }
        )
      const empty = yield* installation
      assert.include(yield* refused("backup", empty.dataDir, [folder]), "There is no database in")
      assert.include(
        yield* refused("backup", source.dataDir, [join(source.dataDir, "backups")]),
        "is inside a folder that is backed up"
      )
      assert.include(
        yield* refused("backup", source.dataDir, [folder], { DATABASE_URL: "postgres://127.0.0.1:1/x" }),
        "copy it with PostgreSQL's own tools"
      )
      assert.include(yield* refused("restore", source.dataDir, [folder]), "is not a backup")
      assert.deepStrictEqual(readdirSync(folder), [])

      assert.strictEqual((yield* Effect.promise(() => run("backup", source.dataDir, [folder]))).code, 0)
      const [name = ""] = readdirSync(folder)
      const backup = join(folder, name)
      assert.include(yield* refused("restore", source.dataDir, [backup]), "is not empty")
      const manifest = join(backup, "backup.json")
      const made = readFileSync(manifest, "utf8")
      writeFileSync(manifest, made.replace('"format":1', '"format":2'))
      const tooNew = join(source.dataDir, "..", "never made")
      assert.include(yield* refused("restore", tooNew, [backup]), "was made by a newer Trunkline")
      writeFileSync(manifest, made)
      rmSync(join(backup, "postgres", "global", "pg_control"))
      const elsewhere = yield* installation
      assert.include(yield* refused("restore", elsewhere.dataDir, [backup]), "The backup is damaged")
      assert.deepStrictEqual(
        readdirSync(elsewhere.dataDir),
        [],
        "what was copied is gone, and the command can be run again"
      )
      const taken = yield* refused("restore", elsewhere.dataDir, [backup], { BLOBS_URL: folder })
      assert.include(taken, `${folder} is not empty`)
      assert.include(taken, "DATA_DIR=./restored BLOBS_URL=./restored/blobs npm run restore")
    })
  )

  it.effect("a backup says whether it contains the key that it needs", () =>
    Effect.gen(function* () {
      const [source, withKey, without] = [yield* Stopped, yield* scratch, yield* scratch]
      const elsewhere = yield* scratch
      const whole = yield* Effect.promise(() => run("backup", source.dataDir, [withKey]))
      assert.include(whole.said, "It contains encryption.key: anyone who has the backup can read everything.")
      const renewed = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") }
      const other = yield* Effect.promise(() => run("backup", source.dataDir, [elsewhere], renewed))
      assert.strictEqual(other.code, 0, other.said)
      assert.notInclude(other.said, "who has the backup can read everything")
      assert.include(other.said, "store ENCRYPTION_KEY elsewhere. Without it, stored secrets cannot be read")
      // As when ENCRYPTION_KEY is set from the first start on. No other test needs the key any more.
      rmSync(join(source.dataDir, "encryption.key"))
      const part = yield* Effect.promise(() => run("backup", source.dataDir, [without]))
      assert.strictEqual(part.code, 0, part.said)
      assert.notInclude(part.said, "contains encryption.key")
      assert.include(part.said, "store ENCRYPTION_KEY elsewhere. Without it, stored secrets cannot be read")
    })
  )
})
