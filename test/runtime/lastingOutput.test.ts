import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { untilHolds } from "../support/until.ts"

/** The process, with its standard error redirected by the shell. */
const writing = (shell: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn("/bin/sh", ["-c", shell, process.execPath, "test/support/writingProcess.ts"], {
        stdio: ["ignore", "ignore", "pipe"]
      })
    ),
    (child) =>
      Effect.promise(async () => {
        if (!isOver(child)) await Promise.all([once(child, "exit"), child.kill("SIGKILL")])
      })
  )

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
const lastLine = (file: string) => Number(readFileSync(file, "utf8").split("\n").at(-2)?.replaceAll(".", ""))

it.live("a log file on a full disk loses lines, and gets new ones once there is room", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "log-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    )
    const file = join(folder, "log")
    writeFileSync(file, "")
    // A file may have one block: anything more is refused, as on a full disk.
    const child = yield* writing(`ulimit -f 1 && exec "$0" "$1" 2>> '${file}'`)
    yield* untilHolds(() => isOver(child) || statSync(file).size % 100 !== 0)
    const before = lastLine(file)
    const full = statSync(file).size
    yield* Effect.sleep("100 millis")
    assert.strictEqual(statSync(file).size, full)
    truncateSync(file)
    yield* untilHolds(() => isOver(child) || statSync(file).size > 200)
    assert.isFalse(isOver(child))
    assert.isAbove(lastLine(file), before + 1)
    assert.match(readFileSync(file, "utf8"), /^\n\.+\d+\n/)
  })
)

it.live("a reader that goes away does not end the process", () =>
  Effect.gen(function* () {
    const child = yield* writing('exec "$0" "$1"')
    yield* Effect.promise(() => once(child.stderr, "data"))
    child.stderr.destroy()
    yield* Effect.sleep("200 millis")
    assert.isFalse(isOver(child))
  })
)
