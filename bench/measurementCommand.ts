import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { Console, Effect, type Scope } from "effect"
import { Command } from "effect/cli"
import type { ServerFailed } from "./ChildServer.ts"
import { type Measurement, renderFigure } from "./Figure.ts"
import { only } from "./only.ts"

export interface MeasurementCommand<Site, E, F extends Command.Command.Config> {
  /** As in `npm run <name>`. */
  readonly name: string
  readonly description: string
  readonly measurements: ReadonlyArray<Measurement<Site, Command.Command.Config.InferValue<F>>>
  /** Starts what a measurement runs on, in a new folder; it stops when the measurement ends. */
  readonly startSite: (folder: string) => Effect.Effect<Site, E | ServerFailed, Scope.Scope>
  /** Options of the measurements in addition to `--only`. */
  readonly flags: F
}

/** The command line of a set of measurements: runs the selected ones in order, each on a site of its own. */
export const measurementCommand = <Site, E, const F extends Command.Command.Config>({
  description,
  flags,
  measurements,
  name,
  startSite
}: MeasurementCommand<Site, E, F>) => {
  const names = measurements.map(({ name }) => name)
  return Command.make(name, { only: only(names), options: flags }, ({ only, options }) =>
    Effect.gen(function* () {
      yield* Console.log(
        `PostgreSQL, servers, receivers and load share ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}`
      )
      for (const { about, measure, name } of measurements) {
        if (!only.includes(name)) continue
        yield* Console.log(`\n${name}: ${about}`)
        const figures = yield* Effect.scoped(
          Effect.flatMap(Effect.flatMap(folder, startSite), (site) => measure(site, options))
        )
        for (const figure of figures) yield* Console.log(`  ${renderFigure(figure)}`)
      }
    })
  ).pipe(Command.withDescription(description))
}

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "trunkline-bench-"))
    // The account that runs PostgreSQL may need to enter it too.
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
