import { type ChildProcess, spawn } from "node:child_process"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { localServer } from "../support/localServer.ts"

/** A server whose event stream continues as long as someone listens. */
const stream = (heard: () => void, left: () => void) =>
  localServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": ping\n\n")
    response.on("close", left)
    heard()
  })

const ended = (child: ChildProcess) =>
  Effect.callback<number | null>((resume) => void child.on("exit", (code) => resume(Effect.succeed(code))))

for (const signal of ["SIGTERM", "SIGINT"] as const)
  it.live(`The installed command line ends completely on ${signal}`, () =>
    Effect.gen(function* () {
      const listening = yield* Deferred.make<void>()
      const gone = yield* Deferred.make<void>()
      const url = yield* stream(
        () => Deferred.doneUnsafe(listening, Effect.void),
        () => Deferred.doneUnsafe(gone, Effect.void)
      )
      const child = spawn(process.execPath, ["scripts/trunkline.mjs", "--url", url, "--key", "sk_test_1", "listen"], {
        stdio: "ignore"
      })
      const exit = yield* Effect.forkChild(ended(child), { startImmediately: true })
      yield* Deferred.await(listening)
      child.kill(signal)
      yield* Deferred.await(gone)
      assert.isNumber(yield* Fiber.join(exit))
    }).pipe(Effect.scoped)
  )

it.live("A command that was started with npx ends with it, although npx passes a signal on to its shell alone", () =>
  Effect.gen(function* () {
    const listening = yield* Deferred.make<void>()
    const gone = yield* Deferred.make<void>()
    const url = yield* stream(
      () => Deferred.doneUnsafe(listening, Effect.void),
      () => Deferred.doneUnsafe(gone, Effect.void)
    )
    const command = `"${process.execPath}" scripts/trunkline.mjs --url ${url} --key sk_test_1 listen`
    // Another command after it, so that no shell becomes the command.
    const shell = spawn("sh", ["-c", `${command}; true`], {
      stdio: "ignore",
      env: { ...process.env, npm_lifecycle_event: "npx" }
    })
    yield* Deferred.await(listening)
    shell.kill("SIGTERM")
    yield* Deferred.await(gone)
  }).pipe(Effect.scoped)
)

it.live("A command ends quietly once no one reads its output", () =>
  Effect.gen(function* () {
    const listening = yield* Deferred.make<void>()
    const url = yield* stream(
      () => Deferred.doneUnsafe(listening, Effect.void),
      () => {}
    )
    const child = spawn(process.execPath, ["scripts/trunkline.mjs", "--url", url, "--key", "sk_test_1", "listen"], {
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    child.stderr.on("data", (data: Buffer) => (said += data.toString()))
    // Before its first line arrives.
    child.stdout.destroy()
    assert.strictEqual(yield* ended(child), 141)
    assert.strictEqual(said, "")
  }).pipe(Effect.scoped)
)
