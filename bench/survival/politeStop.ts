import { mkdirSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { Console, Effect } from "effect"
import { request } from "undici"
import type { Figure } from "../Figure.ts"
import { Ledger } from "./Ledger.ts"
import { alive, type Ending, launch, processTree, type Running } from "./ServerProcess.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"
import { databaseOf, verify } from "./verify.ts"
import { startWriters } from "./writers.ts"

/** Writers that keep their connections, that open one per request, and that send mail. */
const load = { keeping: 16, connecting: 4, mailing: 2 }
/** Acknowledged writes before each signal. */
const between = 80

/** Whether a stop by SIGTERM answers everything that was sent (docs/security-rules.md, L1). */
export const politeStop: SurvivalMeasurement = {
  name: "stop",
  about: "SIGTERM under writers that never rest: everything that was sent is answered, and nobody is left behind",
  measure: ({ folder }, { stops }) =>
    Effect.gen(function* () {
      const data = join(folder, "data")
      mkdirSync(data)
      const ledger = new Ledger()
      const endings: Array<{ readonly ending: Ending; readonly seconds: number; readonly orphans: number }> = []
      let server: Running | undefined

      const start = async () => {
        const started = await launch(data, {})
        server = await started.ready
        if (server === undefined) throw new Error("the server did not start")
        return started
      }
      const run = async () => {
        let running = await start()
        const writers = startWriters({ ledger, server: () => server, name: "s", ...load })
        for (let stop = 0; stop < stops; stop++) {
          const enough = ledger.acknowledged + between
          await running.until(() => ledger.acknowledged >= enough)
          // A client that only connects, as browsers do speculatively, must not delay the stop.
          const silent = connect(Number(new URL(server?.origin ?? "").port), "127.0.0.1").on("error", () => {})
          await request(`${server?.origin}/v1/health`).then(({ body }) => body.dump())
          const tree = processTree(running.pid)
          const sent = performance.now()
          process.kill(running.pid, "SIGTERM")
          const ending = await running.ended
          const seconds = (performance.now() - sent) / 1000
          endings.push({ ending, seconds, orphans: alive(tree).length })
          silent.destroy()
          server = undefined
          running = await start()
        }
        await running.during(writers.stop())
        return running
      }
      const running = yield* Effect.promise(run)
      const checked = yield* verify(ledger, yield* Effect.promise(() => databaseOf(data)))
      yield* Effect.promise(async () => {
        process.kill(running.pid, "SIGTERM")
        await running.ended
      })
      for (const told of [...ledger.wrong, ...ledger.breaks].slice(0, 8)) yield* Console.log(`  ${told}`)
      const none = { atMost: 0 }
      const figures: ReadonlyArray<Figure> = [
        { label: "stops", value: endings.length, unit: "" },
        { label: "writes acknowledged", value: ledger.acknowledged, unit: "", must: { atLeast: between * stops } },
        {
          label: "stops that did not end with 0",
          value: endings.filter(({ ending }) => ending !== 0).length,
          unit: "",
          must: none
        },
        {
          label: "longest stop",
          value: Math.max(...endings.map(({ seconds }) => seconds)),
          unit: "s",
          must: { atMost: 25 }
        },
        { label: "requests that were sent and not answered", value: ledger.unanswered, unit: "", must: none },
        { label: "answers that were neither success nor 503", value: ledger.wrong.length, unit: "", must: none },
        {
          label: "processes left behind",
          value: endings.reduce((sum, { orphans }) => sum + orphans, 0),
          unit: "",
          must: none
        },
        ...checked
      ]
      return figures
    })
}
