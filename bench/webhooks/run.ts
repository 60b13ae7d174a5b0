/** `npm run bench:webhooks`: the dispatcher's figures. See README.md in the folder above. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { drain } from "./drain.ts"
import { type Measurement, type Options, renderFigure } from "./Figure.ts"
import { isolation } from "./isolation.ts"
import { history, latency } from "./latency.ts"
import { order } from "./order.ts"
import { outage } from "./outage.ts"
import { created, memory, writes } from "./pressure.ts"
import { startSite } from "./Site.ts"
import { database, kill, nodes, stop } from "./survival.ts"

const measurements: ReadonlyArray<Measurement> = [
  drain,
  created,
  latency,
  history,
  kill,
  stop,
  nodes,
  outage,
  isolation,
  database,
  order,
  memory,
  writes
]
const names = measurements.map(({ name }) => name)

/** Each measurement has a database and servers of its own. */
const run = ({ about, measure, name }: Measurement, options: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline-bench-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      // The account that runs PostgreSQL may have to enter too.
      chmodSync(folder, 0o755)
      yield* Console.log(`\n${name}: ${about}`)
      const figures = yield* measure(yield* startSite(folder), options)
      for (const figure of figures) yield* Console.log(`  ${renderFigure(figure)}`)
    })
  )

const command = Command.make(
  "bench:webhooks",
  {
    only: Flag.String("only").pipe(
      Flag.withDescription(`Comma-joined choice of what to measure: ${names.join(", ")}; all by default`),
      Flag.map((list) => list.split(",").map((name) => name.trim())),
      Flag.filter(
        (chosen) => chosen.every((name) => names.includes(name)),
        () => `some of ${names.join(", ")}`
      ),
      Flag.withDefault(names)
    ),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Rounds of what is compared"), Flag.withDefault(5)),
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Length of a flow in seconds"), Flag.withDefault(20)),
    past: Flag.Int("past").pipe(
      Flag.withDescription("Deliveries in the past, or in a backlog, where that is the question"),
      Flag.withDefault(1_000_000)
    )
  },
  Effect.fn(function* ({ only, ...options }) {
    yield* Console.log(
      `PostgreSQL, servers, receivers and load share ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}`
    )
    for (const measurement of measurements) if (only.includes(measurement.name)) yield* run(measurement, options)
  })
).pipe(Command.withDescription("Measures the webhook dispatcher."))

command.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
