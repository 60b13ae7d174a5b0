import { Effect, Logger, Redacted } from "effect"
import * as EmbeddedPostgres from "../../src/sql/EmbeddedPostgres.ts"

// Runs an embedded PostgreSQL on the folder given as the first argument and prints its URI, until it is signalled: a process
// for tests to kill.
const serve = EmbeddedPostgres.start({ dataDir: process.argv[2] ?? "", durable: true }).pipe(
  Effect.tap((url) => Effect.sync(() => process.stdout.write(`${Redacted.value(url)}\n`))),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.provideService(Logger.LogToStderr, true)
)
const fiber = Effect.runFork(serve)
process.on("SIGTERM", () => fiber.interruptUnsafe())
fiber.addObserver((exit) => process.exit(exit._tag === "Success" ? 0 : 1))
