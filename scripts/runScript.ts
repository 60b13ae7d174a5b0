import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"

/** Runs a script as a command. */
export const runScript = <Name extends string, Input, E>(
  command: Command.Command<Name, Input, object, E, NodeServices.NodeServices>
) => command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)

/** Reports a failure in one line, and exits with 1. */
export const reportFailure = <A, E extends { readonly message: string }, R>(run: Effect.Effect<A, E, R>) =>
  Effect.catch(run, (error) =>
    Effect.andThen(
      Console.error(reasonOf(error)),
      Effect.sync(() => {
        process.exitCode = 1
      })
    )
  )

/** The operating system's message if it refused something. */
const reasonOf = (error: { readonly message: string; readonly cause?: unknown }) =>
  error.cause instanceof Error ? error.cause.message : error.message
