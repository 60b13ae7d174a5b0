import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Console, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { request } from "undici"
import * as Migrations from "../../src/sql/Migrations.ts"
import type { Figure } from "../Figure.ts"
import { startPrivatePostgres } from "../PrivatePostgres.ts"
import { Ledger } from "./Ledger.ts"
import { type Node, startNode, startNodes, stopNodes } from "./nodes.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"
import { verify } from "./verify.ts"
import { startWriters } from "./writers.ts"

const database = "bench_upgrade"
/** Writers that keep their connections, that open one per request, and that send mail. */
const load = { keeping: 12, connecting: 2, mailing: 0 }
/** Tables that requests read and write constantly. */
const busy = ["accounts", "api_keys", "brands", "customers", "tickets", "comments", "receipts", "events", "audit_log"]
/** Acknowledged writes between two changes. */
const between = 150

/** Appends a migration after all others. */
const stepAfter = (
  known: ReadonlyArray<Migrations.Migration>,
  name: string,
  oldestCode: number | undefined,
  statements: ReadonlyArray<string>
): ReadonlyArray<Migrations.Migration> => {
  const id = (known.at(-1)?.id ?? 0) + 1
  const run = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements) yield* sql.unsafe(statement)
  })
  return [...known, { id, name, checksum: name, step: Effect.succeed({ oldestCode: oldestCode ?? id, run }) }]
}

/** A rolling upgrade under load to a version whose migrations only expand (docs/security-rules.md, L4). */
export const upgrade: SurvivalMeasurement = {
  name: "upgrade",
  about: "a step that only expands comes under load, and two nodes are stopped and started one after the other",
  measure: ({ folder }) =>
    Effect.gen(function* () {
      const postgres = yield* Effect.orDie(startPrivatePostgres(join(folder, "postgres")))
      yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
      const url = postgres.url(database)
      const settings = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString("base64") }
      const nodes = yield* Effect.acquireRelease(
        Effect.map(
          Effect.promise(() => startNodes(folder, ["first", "second"], settings)),
          (started) => [...started]
        ),
        (nodes) => Effect.promise(() => stopNodes(nodes))
      )
      const ledger = new Ledger()
      let asked = 0
      let serving: ReadonlyArray<Node> = nodes
      const writers = startWriters({
        ledger,
        server: () => serving[asked++ % serving.length]?.running,
        name: "u",
        ...load
      })
      const more = Effect.promise(async () => {
        const enough = ledger.acknowledged + between
        while (ledger.acknowledged < enough) await sleep(5)
      })

      const known = yield* Migrations.load()
      const expanded = stepAfter(known, "expanding", known.at(-1)?.id, [
        "CREATE TABLE bench_things (id uuid PRIMARY KEY)",
        ...busy.map((table) => `ALTER TABLE ${table} ADD COLUMN bench_thing int`)
      ])
      yield* more
      yield* Effect.orDie(Migrations.migrate(Redacted.make(url), expanded))
      yield* more
      const readyBeside = yield* readyCount(nodes)
      for (const [index, name] of ["first", "second"].entries()) {
        const old = nodes[index]
        if (old === undefined) continue
        serving = nodes.filter((node) => node !== old)
        yield* Effect.promise(() => stopNodes([old]))
        nodes[index] = yield* Effect.promise(() => startNode(folder, name, "first", settings))
        serving = nodes
        yield* more
      }
      const readyAgain = yield* readyCount(nodes)
      yield* Effect.orDie(Migrations.migrate(Redacted.make(url), stepAfter(expanded, "contracting", undefined, [])))
      const readyBarred = yield* readyCount(nodes)
      yield* Effect.promise(() => writers.stop())
      const checked = yield* verify(ledger, url)

      for (const wrong of ledger.wrong.slice(0, 5)) yield* Console.log(`  ${wrong}`)
      const none = { atMost: 0 }
      const figures: ReadonlyArray<Figure> = [
        { label: "writes acknowledged", value: ledger.acknowledged, unit: "", must: { atLeast: 4 * between } },
        {
          label: "nodes ready beside a step that they do not know",
          value: readyBeside,
          unit: "",
          must: { atLeast: 2 }
        },
        { label: "nodes ready once they were started again", value: readyAgain, unit: "", must: { atLeast: 2 } },
        { label: "nodes ready beside a step that bars them", value: readyBarred, unit: "", must: none },
        { label: "answers of 503 with Retry-After", value: ledger.refusals.length, unit: "" },
        { label: "answers that were neither success nor 503", value: ledger.wrong.length, unit: "", must: none },
        { label: "requests that were sent and not answered", value: ledger.unanswered, unit: "", must: none },
        ...checked
      ]
      return figures
    })
}

const readyCount = (nodes: ReadonlyArray<Node>) =>
  Effect.promise(async () => {
    const statuses = await Promise.all(
      nodes.map(async ({ running }) => {
        const { body, statusCode } = await request(`${running.origin}/v1/ready`)
        await body.dump()
        return statusCode
      })
    )
    return statuses.filter((status) => status === 200).length
  })
