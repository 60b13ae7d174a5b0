import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Console, Effect } from "effect"
import { type Figure, percentile } from "../Figure.ts"
import { Ledger } from "./Ledger.ts"
import { killTree, launch } from "./ServerProcess.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"
import { verify } from "./verify.ts"
import { startWriters } from "./writers.ts"

const load = { keeping: 14, mailing: 2 }
/** Milliseconds of writing before each outage, and the longest wait for a write after it. */
const [between, recoveryLimit] = [2_000, 60_000]

/** What callers see while the database is down. Every second time, PostgreSQL is killed rather than asked to stop. */
export const dependencyLoss: SurvivalMeasurement = {
  name: "outage",
  about: "PostgreSQL stopped, and killed, for a while under writers that never rest",
  measure: ({ folder }, { outages, seconds }) =>
    Effect.gen(function* () {
      const [data, postgres] = [join(folder, "data"), join(folder, "postgres")]
      for (const made of [data, postgres]) mkdirSync(made)
      const ledger = new Ledger()
      const recoveries: Array<number> = []

      const run = async () => {
        let database = await serve(postgres)
        const server = await launch(data, {
          DATABASE_URL: database.url,
          ENCRYPTION_KEY: randomBytes(32).toString("base64")
        })
        const running = await server.ready
        if (running === undefined) throw new Error("the server did not start")
        const writers = startWriters({ ledger, server: () => running, name: "o", ...load })
        for (let outage = 0; outage < outages; outage++) {
          await sleep(between)
          await end(database.child, outage % 2 === 0)
          await sleep(seconds * 1000)
          database = await serve(postgres)
          const accepting = performance.now()
          await server.until(
            () => ledger.lastAcknowledgedAt >= accepting || performance.now() - accepting >= recoveryLimit
          )
          recoveries.push(performance.now() - accepting)
        }
        await server.during(writers.stop())
        return { database, server }
      }
      const { database, server } = yield* Effect.promise(run)
      const checked = yield* verify(ledger, database.url)
      yield* Effect.promise(async () => {
        process.kill(server.pid, "SIGTERM")
        await server.ended
        await end(database.child, true)
      })
      for (const wrong of ledger.wrong.slice(0, 5)) yield* Console.log(`  ${wrong}`)
      const none = { atMost: 0 }
      const figures: ReadonlyArray<Figure> = [
        { label: "outages", value: recoveries.length, unit: "" },
        { label: "writes acknowledged", value: ledger.acknowledged, unit: "" },
        {
          label: "answers of 503 with Retry-After",
          value: ledger.refusals.length,
          unit: "",
          must: { atLeast: outages }
        },
        { label: "until such an answer, p50", value: percentile(ledger.refusals, 0.5), unit: "ms" },
        {
          label: "until such an answer, p99",
          value: percentile(ledger.refusals, 0.99),
          unit: "ms",
          must: { atMost: 1_000 }
        },
        { label: "answers that were neither success nor 503", value: ledger.wrong.length, unit: "", must: none },
        { label: "requests without an answer", value: ledger.unanswered, unit: "", must: none },
        {
          label: "from PostgreSQL's return to the first write, longest",
          value: Math.max(...recoveries) / 1000,
          unit: "s",
          must: { atMost: 10 }
        },
        ...checked
      ]
      return figures
    })
}

/** Runs PostgreSQL on a folder, in a separate process. */
const serve = async (folder: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../test/support/serveEmbedded.ts"), folder], {
    stdio: ["ignore", "pipe", "ignore"]
  })
  const [line] = (await once(child.stdout, "data")) as [Buffer]
  return { child, url: String(line).trim() }
}

const end = async (child: ChildProcess, politely: boolean) => {
  const ended = once(child, "exit")
  if (politely) child.kill("SIGTERM")
  else killTree(child.pid ?? 0)
  await ended
}
