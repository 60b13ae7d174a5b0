import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { Console, Duration, Effect, Schema } from "effect"
import { type Contender, startReference, startTrunkline } from "./Contender.ts"
import { findMiddle, makeDataset, smallBrand } from "./Dataset.ts"
import { operations, type Subject } from "./operations.ts"
import { type PrivatePostgres, startPrivatePostgres } from "./PrivatePostgres.ts"
import { residentMegabytes } from "./processUsage.ts"
import { outcomeHead, type Report, renderOutcome } from "./report.ts"
import { type Outcome, runRounds } from "./rounds.ts"
import { seedBrand } from "./seedBrand.ts"
import { measureStartUp } from "./startUp.ts"

/** How long the servers are left idle before their memory is read. */
const settle = Duration.seconds(2)

/**
 * Length of the uncounted run before an operation's first round, in seconds. The very first one is longer: the engine spends
 * half a minute compiling what single requests run, on the processors that PostgreSQL and the server share.
 */
const warmUps = { first: 40, other: 10 }

/** The name that selects the start-up measurement, beside the names of the operations. */
export const startUpName = "start"

export interface BenchmarkOptions {
  /** Names of operations, or `startUpName`. */
  readonly only: ReadonlyArray<string>
  readonly rounds: number
  readonly seconds: number
  /** Tickets of the large brand; with `smallBrand` tickets none is created. */
  readonly tickets: number
  readonly referenceAlone: boolean
  readonly idempotencyKeys: boolean
}

/** A contender holds a different number of tickets than it acknowledged, so its rates mean nothing. */
export class TicketsMiscounted extends Schema.TaggedError<TicketsMiscounted>()("TicketsMiscounted", {
  contender: Schema.String,
  acknowledged: Schema.Int,
  stored: Schema.Int
}) {
  override get message() {
    return `${this.contender} acknowledged ${this.acknowledged} tickets and stored ${this.stored}`
  }
}

/** Starts everything, measures, prints each operation's figures as they arrive, and returns them all. */
export const benchmark = (options: BenchmarkOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const machine = `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}`
      yield* Console.log(`PostgreSQL, servers and load share ${machine}`)
      const wantsStartUp = options.only.includes(startUpName) && !options.referenceAlone
      const startUp = wantsStartUp ? { startUp: yield* measureStartUp(folder) } : {}

      const postgres = yield* startPrivatePostgres(join(folder, "common"))
      const contenders: Array<Contender> = [yield* startReference(postgres, folder, "reference")]
      if (!options.referenceAlone) {
        contenders.push(yield* startReference(postgres, folder, "floor"), yield* startTrunkline(postgres, folder))
      }
      yield* Effect.sleep(settle)
      const idle = contenders.map(({ pid }) => residentMegabytes(pid)?.now)

      const outcomes = yield* runOperations(contenders, postgres, options)
      const report: Report = {
        machine,
        contenders: contenders.map(({ name }) => name),
        outcomes,
        memory: contenders.map(({ pid }, i) => ({ idle: idle[i], peak: residentMegabytes(pid)?.peak })),
        ...startUp
      }
      return report
    })
  )

const runOperations = (
  contenders: ReadonlyArray<Contender>,
  postgres: PrivatePostgres,
  { idempotencyKeys, only, rounds, seconds, tickets }: BenchmarkOptions
) =>
  Effect.gen(function* () {
    const outcomes: Array<Outcome> = []
    const chosen = operations.filter(
      ({ name, needsLargeBrand }) => only.includes(name) && (!needsLargeBrand || tickets > smallBrand)
    )
    if (chosen.length === 0) return outcomes
    const subjects = yield* Effect.forEach(contenders, (contender) => prepare(contender, postgres, tickets))
    yield* Console.log(`\n${outcomeHead}`)
    for (const companions of Object.values(Object.groupBy(chosen, ({ companions }) => companions))) {
      const warmUp = outcomes.length === 0 ? warmUps.first : warmUps.other
      const settings = { rounds, seconds, warmUp, idempotencyKeys }
      const areWrites = companions?.some(({ writes }) => writes) === true
      const taking = subjects.filter(({ contender }) => areWrites || contender.name !== "floor")
      for (const outcome of yield* runRounds(companions ?? [], taking, postgres, settings)) {
        yield* Console.log(renderOutcome(outcome))
        outcomes.push(outcome)
      }
    }
    for (const { contender, seeded } of subjects) {
      const acknowledged = outcomes.reduce(
        (sum, { contenders, created }) => sum + (created[contenders.indexOf(contender.name)] ?? 0),
        seeded
      )
      const [row] = yield* postgres.run(contender.database, "SELECT count(*)::int AS stored FROM tickets")
      const stored = Number(row?.["stored"])
      if (stored !== acknowledged) {
        return yield* new TicketsMiscounted({ contender: contender.name, acknowledged, stored })
      }
    }
    return outcomes
  })

const prepare = (contender: Contender, postgres: PrivatePostgres, tickets: number) =>
  Effect.gen(function* () {
    const dataset = yield* makeDataset(contender)
    const plain: Subject & { readonly seeded: number } = {
      contender,
      dataset,
      large: dataset.small,
      seeded: smallBrand
    }
    if (tickets === smallBrand || contender.name === "floor") return plain
    const brandId = yield* seedBrand(postgres, contender, tickets)
    return { ...plain, large: yield* findMiddle(contender, brandId, tickets), seeded: smallBrand + tickets }
  })

/** A temporary folder that the account running PostgreSQL may enter too. */
const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "trunkline-bench-"))
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
