import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Console, Effect, Redacted } from "effect"
import * as Database from "../../src/sql/Database.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import { startPrivatePostgres } from "../PrivatePostgres.ts"
import { type Cost, measure, readings } from "./readings.ts"
import { type Seeded, seed } from "./seed.ts"

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000" },
    times: { type: "string", default: "100" },
    help: { type: "boolean", default: false }
  }
})

const usage = `npm run bench:scale -- [--sizes 1000,100000,1000000] [--times 100]
What a page of a list or of the event feed, a count and a search cost in brands of these sizes, which are tenants of one database. A million tickets take some ten minutes to make.`

const name = "scale"

/** Smallest ratio between the largest and the smallest brand that counts as growth. */
const flat = 1.2

const program = Effect.gen(function* () {
  if (values.help) return yield* Console.log(usage)
  const sizes = values.sizes.split(",").map(Number)
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline-scale-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const postgres = yield* startPrivatePostgres(join(folder, "postgres"))
  const url = Redacted.make(postgres.url(name))
  yield* postgres.run("postgres", `create database ${name}`)
  yield* Migrations.migrate(url, yield* Migrations.load())
  const brands: Array<{ readonly size: number; readonly seeded: Seeded }> = []
  for (const size of sizes) {
    yield* Console.log(`Making a brand of ${size.toLocaleString("en")} tickets`)
    brands.push({ size, seeded: yield* seed(postgres, name, size) })
  }
  yield* postgres.run(name, "vacuum analyze")
  const database = yield* Database.make({ url, poolSize: 4 })
  let smallest: ReadonlyArray<Cost> = []
  for (const { seeded, size } of brands) {
    const asked = yield* readings(database, seeded, size)
    const costs = yield* Effect.forEach(asked, (reading) => measure(database, reading, Number(values.times)))
    if (smallest.length === 0) smallest = costs
    yield* Console.log(`\n${size.toLocaleString("en")} tickets\n${table(costs, smallest)}`)
  }
}).pipe(Effect.scoped)

/** A table of the costs, with the growth of buffers relative to the smallest brand. */
const table = (costs: ReadonlyArray<Cost>, smallest: ReadonlyArray<Cost>): string =>
  [
    `${"".padEnd(54)}rows  buffers  growth    cpu ms    p50 ms    p99 ms`,
    ...costs.map(({ buffers, cpu, flat: isFlat, name, p50, p99, rows }) => {
      const growth = buffers / (smallest.find((cost) => cost.name === name)?.buffers ?? buffers)
      const mark = isFlat && growth > flat ? "!" : " "
      return `${name.padEnd(52)}${String(rows).padStart(6)}${String(buffers).padStart(9)}${growth.toFixed(2).padStart(8)}${mark}${cpu.toFixed(1).padStart(9)}${p50.toFixed(1).padStart(10)}${p99.toFixed(1).padStart(10)}`
    })
  ].join("\n")

await Effect.runPromise(program)
