import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { launch } from "../../bench/survival/ServerProcess.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline-bench-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

it.live("a server of a measurement that ends by itself is reported with its last log lines", () =>
  Effect.gen(function* () {
    const place = join(yield* folder, "data")
    const server = yield* Effect.promise(() => launch(place, { LOG_LEVEL: "quiet" }))
    const waits = [() => server.until(() => false), () => server.during(new Promise<void>(() => {}))]
    for (const wait of waits) {
      const told = yield* Effect.flip(Effect.tryPromise({ try: wait, catch: String }))
      assert.match(told, /a server ended by itself, with 1\n.*LOG_LEVEL/)
    }
    yield* Effect.promise(() => server.until(() => true))
  })
)
