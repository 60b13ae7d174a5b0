import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Console, Effect } from "effect"
import { Agent, request } from "undici"
import type { Figure } from "../Figure.ts"
import { startPrivatePostgres } from "../PrivatePostgres.ts"
import { startNodes, stopNodes } from "./nodes.ts"
import type { Running } from "./ServerProcess.ts"
import type { SurvivalMeasurement } from "./SurvivalMeasurement.ts"

/** Concurrent requests with the same key. */
const rivals = 16
/** Tickets to open at once, as far as connections allow. */
const creates = 1_000
const connections = creates
const database = "bench_survival"

/** Whether concurrent requests with one key take effect once, and concurrent tickets get unique numbers. */
export const race: SurvivalMeasurement = {
  name: "race",
  about: `${rivals} requests with one key at once, and ${creates} tickets at once, on one node and on three`,
  measure: ({ folder }, { rounds }) =>
    Effect.gen(function* () {
      const postgres = yield* Effect.orDie(startPrivatePostgres(join(folder, "postgres")))
      yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
      const settings = { DATABASE_URL: postgres.url(database), ENCRYPTION_KEY: randomBytes(32).toString("base64") }
      const nodes = yield* Effect.acquireRelease(
        Effect.promise(() => startNodes(folder, ["first", "second", "third"], settings)),
        (nodes) => Effect.promise(() => stopNodes(nodes))
      )
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ connections })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const figures: Array<Figure> = []
      for (const count of [1, 3]) {
        const name = `${count} node${count === 1 ? "" : "s"}`
        const targets = nodes.slice(0, count).map(({ running }) => running)
        const raced = yield* Effect.promise(() => raceKeys(agent, targets, rounds, `${count}`))
        const opened = yield* Effect.promise(() => openAtOnce(agent, targets, `${count}`))
        const [made] = yield* postgres.run(
          database,
          `select count(*)::int as tickets, count(distinct body)::int as keys from tickets where body like 'race-${count}-%'`
        )
        for (const wrong of raced.wrong.slice(0, 5)) yield* Console.log(`  ${wrong}`)
        figures.push(
          { label: `${name}: rounds`, value: rounds, unit: "" },
          {
            label: `${name}: tickets beyond one for a key`,
            value: Number(made?.["tickets"]) - rounds,
            unit: "",
            must: { atMost: 0 }
          },
          {
            label: `${name}: keys without a ticket`,
            value: rounds - Number(made?.["keys"]),
            unit: "",
            must: { atMost: 0 }
          },
          {
            label: `${name}: rounds without exactly one first answer`,
            value: raced.notOne,
            unit: "",
            must: { atMost: 0 }
          },
          {
            label: `${name}: answers that are neither the ticket, its replay nor 409`,
            value: raced.wrong.length,
            unit: "",
            must: { atMost: 0 }
          },
          {
            label: `${name}: of ${creates} tickets at once, opened`,
            value: opened.numbers.length,
            unit: "",
            must: { atLeast: creates }
          },
          { label: `${name}: numbers given twice`, value: opened.doubles, unit: "", must: { atMost: 0 } },
          { label: `${name}: numbers left out`, value: opened.gaps, unit: "", must: { atMost: 0 } }
        )
      }
      return figures
    })
}

const create = async (agent: Agent, { brandId, key, origin }: Running, marker: string, idempotencyKey: string) => {
  const { body, headers, statusCode } = await request(`${origin}/v1/brands/${brandId}/tickets`, {
    dispatcher: agent,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ title: marker, body: marker, customerEmail: "ada@north.example" })
  })
  const text = await body.text()
  return { status: statusCode, replayed: headers["idempotency-replayed"] === "true", text }
}

const raceKeys = async (agent: Agent, targets: ReadonlyArray<Running>, rounds: number, name: string) => {
  const wrong: Array<string> = []
  let notOne = 0
  for (let round = 0; round < rounds; round++) {
    const key = `race-${name}-${round}`
    const answers = await Promise.all(
      Array.from({ length: rivals }, (_, n) => {
        const target = targets[n % targets.length]
        return target === undefined ? [] : create(agent, target, key, key)
      })
    )
    const all = answers.flat()
    const first = all.filter(({ replayed, status }) => status === 201 && !replayed)
    const ids = new Set(
      all.flatMap(({ status, text }) => (status === 201 ? (JSON.parse(text) as { id: string }).id : []))
    )
    if (first.length !== 1 || ids.size !== 1) notOne++
    for (const { status, text } of all)
      if (status !== 201 && status !== 409) wrong.push(`${status} ${text.slice(0, 200)}`)
  }
  return { wrong, notOne }
}

const openAtOnce = async (agent: Agent, targets: ReadonlyArray<Running>, name: string) => {
  const answers = await Promise.all(
    Array.from({ length: creates }, (_, n) => {
      const target = targets[n % targets.length]
      const marker = `many-${name}-${n}`
      return target === undefined ? [] : create(agent, target, marker, marker)
    })
  )
  const numbers = answers
    .flat()
    .flatMap(({ status, text }) => (status === 201 ? (JSON.parse(text) as { ticketNumber: number }).ticketNumber : []))
  const distinct = new Set(numbers)
  const span = Math.max(...numbers) - Math.min(...numbers) + 1
  return { numbers, doubles: numbers.length - distinct.size, gaps: span - distinct.size }
}
