import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { hostedInstallation, start } from "../support/RunningServer.ts"
import { packedSdk, projectWith } from "../support/sdkProject.ts"

/** A project with the examples, with the package installed. */
const project = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "trunkline examples "))
    const names = globSync("sdk/examples/*.mjs")
    const files = Object.fromEntries(names.map((file) => [basename(file), readFileSync(file, "utf8")]))
    return projectWith(join(folder, "examples"), packedSdk(folder), files)
  }),
  (project) => Effect.sync(() => rmSync(dirname(project), { recursive: true, force: true }))
)

it.live("The examples of the client do what they say", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation, { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" })
    const folder = yield* project
    const run = Effect.fnUntraced(function* (file: string) {
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [file], {
            cwd: folder,
            env: {
              PATH: process.env["PATH"],
              TRUNKLINE_URL: facts.apiUrl,
              TRUNKLINE_API_KEY: facts.testKey,
              PORT: "0"
            }
          })
        ),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data))
      const isOver = () => child.exitCode !== null || child.signalCode !== null
      return {
        printed: () => printed,
        until: (text: string) =>
          Effect.gen(function* () {
            while (!printed.includes(text)) {
              if (isOver()) assert.fail(`${file} ended before it printed ${text}: ${printed}`)
              yield* Effect.sleep("10 millis")
            }
          }),
        ended: Effect.promise(async () => {
          if (!isOver()) await new Promise((done) => child.once("exit", done))
          return child.exitCode
        }),
        stop: Effect.sync(() => void child.kill("SIGINT"))
      }
    })

    const receiving = yield* run("receive.mjs")
    yield* receiving.until("Registered whk_")
    const desk = yield* run("desk.mjs")
    assert.strictEqual(yield* desk.ended, 0, desk.printed())
    for (const line of [
      /^Created \S+-\d+$/m,
      /^Sent 19 of 19 bytes$/m,
      /^Stored invoice.txt: North Ltd$/m,
      /resolved Invoice/
    ])
      assert.match(desk.printed(), line)
    yield* receiving.until(": Here is the corrected one.")
    assert.notInclude(receiving.printed(), "not signed")
    yield* receiving.stop
    assert.strictEqual(yield* receiving.ended, 0)

    // Started after the first event, it passes on all later ones, and remembers the last.
    const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey })
    const [first] = (yield* Effect.promise(() => client.events.list({ limit: 1 }))).data
    writeFileSync(join(folder, "last-event.txt"), first?.id ?? "")
    const following = yield* run("follow.mjs")
    yield* following.until("comment.created")
    yield* following.stop
    assert.strictEqual(yield* following.ended, 0)
    assert.match(readFileSync(join(folder, "last-event.txt"), "utf8"), /^evt_/)
    assert.notStrictEqual(readFileSync(join(folder, "last-event.txt"), "utf8"), first?.id)
  }).pipe(Effect.scoped)
)
