import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Console, Effect } from "effect"
import { type Figure, percentile } from "../Figure.ts"
import { Ledger } from "./Ledger.ts"
import { killTree, launch, type Running, type ServerProcess } from "./ServerProcess.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"
import { databaseOf, verify } from "./verify.ts"
import { startWriters } from "./writers.ts"

/** Writers that never pause: those that use the API, and those that send mail. */
const [keeping, mailing] = [14, 2]
/** Tickets started in the last milliseconds before a kill. */
const [burst, burstWithin] = [16, 25]
/** Acknowledged writes before each kill, and the average number of requests that a kill must leave unanswered. */
const [perKill, perKillUnanswered] = [80, 2]
/** Milliseconds allowed for `perKill` writes; on a busy machine the kill comes before they are complete. */
const longestFlow = 10_000

/** What is killed: the server with its descendants, the server alone, or a starting server with its descendants. */
type Blow = "tree" | "server" | "start"

/** All kills of a run, evenly mixed. */
const blowsOf = (cycles: number): ReadonlyArray<Blow> => {
  const quarter = Math.ceil(cycles / 4)
  const all = [
    ...Array.from({ length: cycles }, (_, n): [Blow, number] => ["tree", (n + 0.5) / cycles]),
    ...Array.from({ length: quarter }, (_, n): [Blow, number] => ["server", (n + 0.3) / quarter]),
    ...Array.from({ length: quarter }, (_, n): [Blow, number] => ["start", (n + 0.7) / quarter])
  ]
  return all.sort(([, one], [, other]) => one - other).map(([blow]) => blow)
}

/** Whether acknowledged writes survive kills, how many kills hit a write, and how long a restart takes. */
export const durability: SurvivalMeasurement = {
  name: "durability",
  about: "kill -9 of server and database, of the server alone, and while they start, under writers that never rest",
  measure: ({ folder }, { cycles }) =>
    Effect.gen(function* () {
      const data = join(folder, "data")
      mkdirSync(data)
      const ledger = new Ledger()
      const starts: Array<number> = []
      let failed = 0
      let struck = 0
      let mattered = 0
      let server: Running | undefined

      const startAgain = async (): Promise<ServerProcess> => {
        for (;;) {
          const started = await launch(data, {})
          server = await started.ready
          if (server !== undefined) {
            starts.push(server.readyAfter)
            return started
          }
          failed++
          killTree(started.pid)
          await started.ended
        }
      }

      const strike = async (running: ServerProcess, blow: Blow, burstOf: (tickets: number) => void) => {
        const enough = ledger.acknowledged + perKill
        const until = performance.now() + longestFlow
        await running.until(() => ledger.acknowledged >= enough || performance.now() >= until)
        burstOf(burst)
        await sleep(Math.random() * burstWithin)
        const before = ledger.unanswered
        if (blow === "server") process.kill(running.pid, "SIGKILL")
        else killTree(running.pid)
        await running.ended
        server = undefined
        // The ends of the connections still have to be read.
        while (ledger.inFlight > 0) await sleep(5)
        struck++
        if (ledger.unanswered > before) mattered++
      }

      const run = async () => {
        let running = await startAgain()
        const writers = startWriters({ ledger, server: () => server, name: "d", keeping, mailing })
        for (const [index, blow] of blowsOf(cycles).entries()) {
          if (blow !== "start") await strike(running, blow, writers.burst)
          else {
            await strike(running, "server", writers.burst)
            const begun = await launch(data, {})
            await Promise.race([begun.ended, sleep(Math.random() * (starts.at(-1) ?? 1_000))])
            killTree(begun.pid)
            await begun.ended
          }
          running = await startAgain()
          if ((index + 1) % 20 === 0) process.stdout.write(`  ${index + 1} blows, ${ledger.acknowledged} writes\n`)
        }
        await running.during(writers.stop())
        return running
      }
      const running = yield* Effect.promise(run)
      const checked = yield* verify(ledger, yield* Effect.promise(() => databaseOf(data)))
      const ending = yield* Effect.promise(async () => {
        process.kill(running.pid, "SIGTERM")
        return await running.ended
      })
      yield* Console.log(`  stopped with ${ending}`)
      const enough = struck > 0 && mattered / struck >= 0.5
      const figures: ReadonlyArray<Figure> = [
        { label: "kills", value: struck, unit: "" },
        { label: "writes acknowledged", value: ledger.acknowledged, unit: "", must: { atLeast: perKill * struck } },
        {
          label: "writes without an answer",
          value: ledger.unanswered,
          unit: "",
          must: { atLeast: perKillUnanswered * struck }
        },
        { label: "kills that met a write", value: (100 * mattered) / struck, unit: "%", must: { atLeast: 50 } },
        ...checked.map((figure) => (enough ? figure : { ...figure, inconclusive: "too few kills met a write" })),
        {
          label: "answers that were neither success nor 503",
          value: ledger.wrong.length,
          unit: "",
          must: { atMost: 0 }
        },
        { label: "failed starts", value: failed, unit: "", must: { atMost: 0 } },
        { label: "ready after, p50", value: percentile(starts, 0.5) / 1000, unit: "s", must: { atMost: 2 } },
        { label: "ready after, longest", value: Math.max(...starts) / 1000, unit: "s", must: { atMost: 10 } },
        {
          label: "an unanswered write sent again, longest until its answer",
          value: ledger.longestStuck / 1000,
          unit: "s",
          must: { atMost: 5 }
        }
      ]
      for (const wrong of ledger.wrong.slice(0, 5)) yield* Console.log(`  ${wrong}`)
      return figures
    })
}
