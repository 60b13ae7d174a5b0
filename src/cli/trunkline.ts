import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { CliOutput, Command } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { CommandFailed } from "./Connection.ts"
import { brands } from "./commands/brands.ts"
import { exportCommand } from "./commands/export.ts"
import { importCommand } from "./commands/import.ts"
import { inbound } from "./commands/inbound.ts"
import { keys } from "./commands/keys.ts"
import { listen } from "./commands/listen.ts"
import { root } from "./commands/root.ts"
import { tickets } from "./commands/tickets.ts"
import { trigger } from "./commands/trigger.ts"

/** Exit code as in a shell when nobody reads the output: 128 plus the number of SIGPIPE. */
const unread = 141

// `head` and pagers close the output once they have enough. There is no point in continuing.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE") process.stderr.write(`${message}\n`)
  process.exit(code === "EPIPE" ? unread : 1)
})

/** Prints no help on standard output after a usage error: everything about it goes to standard error. */
const presenter = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.updateService(CliOutput.defaultPresenter.present(event), Console.Console, (console) => ({
          ...console,
          log: console.error
        }))
      : CliOutput.defaultPresenter.present(event)
})

/**
 * Refuses a text that would be read as a row of short options: with an `h` in it, a command would print its help, do nothing
 * and succeed. There are no such rows, because only `-h` and `-v` are short.
 */
const refuseText = Effect.suspend(() => {
  const [, , ...given] = process.argv
  const end = given.indexOf("--")
  const text = given
    .slice(0, end < 0 ? given.length : end)
    .find((one) => (/^-[^-]./su.test(one) || /^--[^=\s]*\s/.test(one)) && Number.isNaN(Number(one)))
  if (text === undefined) return Effect.void
  return new CommandFailed({
    message: `${JSON.stringify(text)} looks like an option, because it begins with a dash. Put such a text at the end, after --, or behind the equals sign of an option, as in --body="- One thing".`
  })
})

const isRefusedBySystem = (defect: unknown): defect is Error => defect instanceof Error && "syscall" in defect

root.pipe(
  Command.withSubcommands([tickets, brands, keys, listen, trigger, inbound, exportCommand, importCommand]),
  Command.run({ version: packageJson.version }),
  (run) => Effect.andThen(refuseText, run),
  // A refusal by the operating system, such as a folder that is not writable, is no defect, and explains itself.
  Effect.catchDefect((defect) =>
    isRefusedBySystem(defect) ? new CommandFailed({ message: defect.message }) : Effect.die(defect)
  ),
  Effect.catchTag("CommandFailed", ({ message }) =>
    Effect.andThen(
      Console.error(message),
      Effect.sync(() => {
        process.exitCode = 1
      })
    )
  ),
  Effect.provide([NodeServices.layer, presenter]),
  NodeRuntime.runMain
)
