/** `npm run bench`: Trunkline against the reference, on one private PostgreSQL server. See README.md beside this file. */
import { writeFileSync } from "node:fs"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { benchmark, startUpName } from "./benchmark.ts"
import { smallBrand } from "./Dataset.ts"
import { only } from "./only.ts"
import { operations } from "./operations.ts"
import { renderSummary } from "./report.ts"

/** The names that `--only` accepts. */
const names = [...new Set(operations.map(({ name }) => name)), startUpName]

const atLeast = (least: number) =>
  Flag.filter(
    (given: number) => given >= least,
    () => `a number of at least ${least}`
  )

const command = Command.make(
  "bench",
  {
    only: only(names),
    rounds: Flag.Int("rounds").pipe(
      Flag.withDescription("Rounds of each contender per operation; figures are their medians"),
      atLeast(1),
      Flag.withDefault(5)
    ),
    seconds: Flag.Int("seconds").pipe(
      Flag.withDescription("Length of a round in seconds"),
      atLeast(1),
      Flag.withDefault(3)
    ),
    tickets: Flag.Int("tickets").pipe(
      Flag.withDescription(`Tickets of the large brand, such as 100000 or 1000000; ${smallBrand} makes no large brand`),
      atLeast(smallBrand),
      Flag.withDefault(smallBrand)
    ),
    referenceAlone: Flag.Boolean("reference-alone").pipe(
      Flag.withDescription("Run the reference without Trunkline, to learn what the machine carries"),
      Flag.withDefault(false)
    ),
    withoutIdempotencyKeys: Flag.Boolean("without-idempotency-keys").pipe(
      Flag.withDescription("Leave the Idempotency-Key out of writes"),
      Flag.withDefault(false)
    ),
    json: Flag.String("json").pipe(Flag.withDescription("File that takes all figures as JSON"), Flag.optional)
  },
  Effect.fn(function* ({ json, withoutIdempotencyKeys, ...flags }) {
    const options = { ...flags, idempotencyKeys: !withoutIdempotencyKeys }
    const report = yield* benchmark(options)
    yield* Console.log(`\n${renderSummary(report)}`)
    if (Option.isSome(json)) writeFileSync(json.value, `${JSON.stringify({ options, ...report }, null, 2)}\n`)
  })
).pipe(Command.withDescription("Measures Trunkline against the reference program in alternating rounds."))

command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
