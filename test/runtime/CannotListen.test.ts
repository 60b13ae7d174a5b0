import { createServer } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { namingSettings } from "../../src/runtime/CannotListen.ts"

/** Listens, and fails with the system's error, wrapped as HTTP servers wrap it. */
const listen = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>, { readonly cause: unknown }>((resume) => {
      const server = createServer()
      server.once("error", (cause) => resume(Effect.fail({ cause })))
      server.listen(port, host, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )

const named = (host: string, port: number) =>
  listen(host, port).pipe(
    namingSettings({ hostSetting: "SMTP_HOST", host, portSetting: "SMTP_PORT", port }),
    Effect.flip
  )

it.effect("names the setting to change when the port is taken", () =>
  Effect.gen(function* () {
    const address = (yield* listen("127.0.0.1", 0)).address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const error = yield* named("127.0.0.1", port)
    assert.strictEqual(
      error instanceof Error ? error.message : error,
      `Port ${port} on 127.0.0.1 is already in use: stop the program that uses it, or set SMTP_PORT to another port.`
    )
  })
)

it.effect("names the setting to change when the address is not this machine's", () =>
  Effect.gen(function* () {
    const error = yield* named("192.0.2.1", 0)
    assert.match(
      error instanceof Error ? error.message : "",
      /^192\.0\.2\.1 is not an address of this machine: set SMTP_HOST /
    )
  })
)

it.effect("passes on other failures unchanged", () =>
  Effect.gen(function* () {
    const setting = { hostSetting: "HOST", host: "127.0.0.1", portSetting: "PORT", port: 1 }
    assert.strictEqual(yield* Effect.flip(namingSettings(setting)(Effect.fail("other"))), "other")
  })
)
