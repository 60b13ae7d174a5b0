import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { type Figure, percentile } from "../Figure.ts"
import { killTree, launch } from "./ServerProcess.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"

/** Milliseconds that a first start is assumed to take until one has been measured. */
const guess = 8_000

/** A first start that is killed while it creates and migrates the database (docs/security-rules.md, L3). */
export const firstStart: SurvivalMeasurement = {
  name: "first-start",
  about: "kill -9 of everything at any moment of the start on an empty folder: the next start is ready",
  measure: ({ folder }, { cycles }) =>
    Effect.promise(async () => {
      const folders = Math.ceil(cycles / 4)
      const undisturbed: Array<number> = []
      const after: Array<number> = []
      let failed = 0
      for (let n = 0; n < folders; n++) {
        const data = join(folder, `data-${n}`)
        mkdirSync(data)
        const begun = await launch(data, {})
        // The kills are spread over the whole start, from one folder to the next.
        const until = ((n + 0.5) / folders) * (undisturbed.at(-1) ?? guess)
        const early = await Promise.race([begun.ready, sleep(until)])
        if (early !== undefined) undisturbed.push(early.readyAfter)
        killTree(begun.pid)
        await begun.ended
        const again = await launch(data, {})
        const ready = await again.ready
        if (ready === undefined) failed++
        else after.push(ready.readyAfter)
        process.kill(again.pid, "SIGTERM")
        await again.ended
        rmSync(data, { recursive: true })
      }
      const figures: ReadonlyArray<Figure> = [
        { label: "first starts killed", value: folders - undisturbed.length, unit: "" },
        { label: "starts after them that failed", value: failed, unit: "", must: { atMost: 0 } },
        { label: "ready after, p50", value: percentile(after, 0.5) / 1000, unit: "s" },
        { label: "ready after, longest", value: Math.max(...after) / 1000, unit: "s", must: { atMost: 10 } }
      ]
      return figures
    })
}
