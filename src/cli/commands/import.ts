import { statSync } from "node:fs"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { brandOf, CommandFailed } from "../Connection.ts"
import { jsonOf, plain } from "../output.ts"
import { importBrand, survey } from "../transfer/importBrand.ts"
import { progressOn } from "../transfer/Progress.ts"
import { connected, root } from "./root.ts"

export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File that an export wrote for one brand: NAME.jsonl"))
  },
  Effect.fn(function* ({ file }) {
    const { brand, json } = yield* root
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false)
      return yield* new CommandFailed({ message: `There is no file ${file}.` })
    const brandId = yield* brandOf(brand)
    const total = yield* survey(file)
    const terminal = progressOn(process.stderr)
    const { before, refused, tickets } = yield* importBrand(brandId, file, ({ customers, refused, tickets }) => {
      const and = refused.length === 0 ? "" : `, ${refused.length.toLocaleString("en")} not accepted`
      // Customers come first.
      if (tickets === 0) terminal.show(customers, total.customers, `customers${and}`)
      else terminal.show(tickets, total.tickets, `tickets${and}`)
    })
    terminal.clear()
    yield* Console.log(
      json
        ? jsonOf({ brandId, file, tickets, before, refused })
        : `${tickets} tickets are in ${brand ?? brandId}; ${before} of them were already there.`
    )
    if (refused.length > 0)
      return yield* new CommandFailed({ message: plain(`The server did not accept these:\n${refused.join("\n")}`) })
  }, connected())
).pipe(
  Command.withDescription("Import an export into a brand; running it again creates nothing twice"),
  Command.withExamples([
    { command: "trunkline --brand new-desk import backup/old-desk.jsonl", description: "Into another brand" }
  ])
)
