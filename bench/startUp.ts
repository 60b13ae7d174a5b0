import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { Effect } from "effect"
import type { ServerFailed } from "./ChildServer.ts"
import { launchTrunkline } from "./Contender.ts"
import { median } from "./median.ts"

/** Number of data folders; the figures are the medians over them. */
const folders = 3

/** Seconds from process start to the first 200 of an authenticated call. */
export interface StartUp {
  /** On an empty data folder: the embedded PostgreSQL is initialized, migrated and seeded. */
  readonly first: number
  /** On the same folder after a shutdown. */
  readonly later: number
}

/** Starts Trunkline as someone would who has configured nothing: with its embedded PostgreSQL. */
export const measureStartUp = (folder: string): Effect.Effect<StartUp, ServerFailed> =>
  Effect.gen(function* () {
    const first: Array<number> = []
    const later: Array<number> = []
    for (let i = 0; i < folders; i++) {
      const data = join(folder, `start-${i}`)
      mkdirSync(data)
      first.push(yield* secondsToStart(data))
      later.push(yield* secondsToStart(data))
    }
    return { first: median(first), later: median(later) }
  })

const secondsToStart = (data: string) =>
  Effect.scoped(
    Effect.suspend(() => {
      const started = performance.now()
      return launchTrunkline(data, {}).pipe(Effect.map(() => (performance.now() - started) / 1000))
    })
  )
