import { Cause, Context, Effect, Exit, Layer, Logger, Redacted } from "effect"
import { Handoff } from "../../src/events/Handoff.ts"
import * as Database from "../../src/sql/Database.ts"
import * as Dispatcher from "../../src/webhooks/dispatcher/Dispatcher.ts"
import { dispatcherGround } from "./dispatcherGround.ts"

// Runs only a dispatcher, on the database given as the first argument, until it is signalled: a process for tests to end. Its
// first line of output is the node number that its leases carry.
const database = Layer.effect(
  Database.Database,
  Database.make({ url: Redacted.make(process.argv[2] ?? ""), poolSize: 6 })
)
const node = Layer.build(Layer.provide(Dispatcher.layer, Layer.provideMerge(dispatcherGround, database))).pipe(
  Effect.tap((context) => Effect.sync(() => process.stdout.write(`${Context.get(context, Handoff).node}\n`))),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.provideService(Logger.LogToStderr, true)
)
const fiber = Effect.runFork(node)
process.on("SIGTERM", () => fiber.interruptUnsafe())
fiber.addObserver((exit) => process.exit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1))
