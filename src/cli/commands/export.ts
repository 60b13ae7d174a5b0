import { join } from "node:path"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { ask, askPatiently, brandOf, noBrand } from "../Connection.ts"
import { exportBrand } from "../transfer/exportBrand.ts"
import { progressOn } from "../transfer/Progress.ts"
import { connected, root } from "./root.ts"

export const exportCommand = Command.make(
  "export",
  {
    folder: Argument.String("folder").pipe(
      Argument.withDescription("Folder to write to: one JSON Lines file for each brand, and the files of its tickets")
    )
  },
  Effect.fn(function* ({ folder }) {
    const { brand: named, json } = yield* root
    const all = yield* ask((client) => client.brands.list())
    const wanted = named === undefined ? undefined : yield* brandOf(named)
    const brands = all.filter(({ id }) => wanted === undefined || id === wanted)
    if (brands.length === 0 && wanted !== undefined) return yield* noBrand(wanted, all)
    const terminal = progressOn(process.stderr)
    for (const brand of brands) {
      const file = join(folder, `${brand.slug}.jsonl`)
      const { spam, total } = yield* askPatiently((client) => client.tickets.stats({ brandIds: [brand.id] }))
      const { before, records, tickets } = yield* exportBrand(brand, file, ({ tickets }) =>
        terminal.show(tickets, total + spam, `tickets of ${brand.name}`)
      )
      terminal.clear()
      yield* Console.log(
        json
          ? JSON.stringify({ brandId: brand.id, file, records, tickets, before })
          : records === before
            ? `${file} is already complete.`
            : `${file}: ${records} records, ${tickets} of them tickets.`
      )
    }
  }, connected())
).pipe(
  Command.withDescription("Export all brands, or one, to files; an interrupted export resumes where it stopped"),
  Command.withExamples([{ command: "trunkline export backup", description: "Everything that the key can access" }])
)
