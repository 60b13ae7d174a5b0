import { Effect } from "effect"
import type { Contender } from "./Contender.ts"
import { type LoadFailed, load } from "./load.ts"
import { median } from "./median.ts"
import { isCreate, type Operation, type Subject } from "./operations.ts"
import type { PrivatePostgres } from "./PrivatePostgres.ts"
import { cpuSeconds } from "./processUsage.ts"

export interface RoundOptions {
  readonly rounds: number
  /** Length of a round. */
  readonly seconds: number
  /** Length of the uncounted run before the first round. Seconds. */
  readonly warmUp: number
  /** Whether writes carry an Idempotency-Key, as those of the SDK do. */
  readonly idempotencyKeys: boolean
}

/**
 * One round, or the medians of several: responses per second, milliseconds, and processor time per response in microseconds.
 */
export interface Figures {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly serverCpu: number
  readonly postgresCpu: number
}

/** The results of one operation, one entry per subject. */
export interface Outcome {
  readonly operation: Operation
  readonly contenders: ReadonlyArray<Contender["name"]>
  readonly medians: ReadonlyArray<Figures>
  /** The rate of each round. Rounds with the same number ran next to each other, including those of companion operations. */
  readonly rates: ReadonlyArray<ReadonlyArray<number>>
  /** Tickets created, warm-up included. */
  readonly created: ReadonlyArray<number>
}

/**
 * Runs companion operations in alternating rounds: after warming each one up, every operation with every subject once, then all
 * of them again.
 */
export const runRounds = (
  companions: ReadonlyArray<Operation>,
  subjects: ReadonlyArray<Subject>,
  postgres: PrivatePostgres,
  options: RoundOptions
): Effect.Effect<ReadonlyArray<Outcome>, LoadFailed> =>
  Effect.gen(function* () {
    for (const { contender } of subjects) {
      yield* postgres.run(contender.database, "ANALYZE") // as autovacuum would, but at a moment of our choice
    }
    const players = companions.flatMap((operation) =>
      subjects.map((subject) => makePlayer(operation, subject, options))
    )
    for (const player of players) yield* player.run(options.warmUp)
    for (let round = 0; round < options.rounds; round++) {
      for (const player of players) player.rounds.push(yield* measure(player, postgres, options.seconds))
    }
    return companions.map((operation) => {
      const own = players.filter((player) => player.operation === operation)
      return {
        operation,
        contenders: subjects.map(({ contender }) => contender.name),
        medians: own.map(({ rounds }) => medians(rounds)),
        rates: own.map(({ rounds }) => rounds.map(({ rate }) => rate)),
        created: own.map((player) => player.created())
      }
    })
  })

/** A subject running an operation; its calls are numbered through all rounds. */
const makePlayer = (operation: Operation, subject: Subject, { idempotencyKeys }: RoundOptions) => {
  const run = `${operation.name}-${operation.inFlight}`
  let sequence = 0
  let created = 0
  const next = () => {
    const call = operation.call(subject, sequence, idempotencyKeys ? `${run}-${sequence}` : undefined)
    sequence += 1
    if (isCreate(call)) created += 1
    return call
  }
  const rounds: Array<Figures> = []
  return {
    operation,
    rounds,
    pid: subject.contender.pid,
    created: () => created,
    run: (seconds: number) => load(subject.contender, { inFlight: operation.inFlight, seconds, next })
  }
}

/** Runs one round. A checkpoint beforehand ensures that no contender pays for another's writes. */
const measure = (player: ReturnType<typeof makePlayer>, postgres: PrivatePostgres, seconds: number) =>
  Effect.gen(function* () {
    yield* postgres.run("postgres", "CHECKPOINT")
    const before = { server: cpuSeconds(player.pid), postgres: cpuSeconds(postgres.pid) }
    const { answers, p50, p99, rate } = yield* player.run(seconds)
    const perAnswer = (spent: number) => (spent * 1e6) / answers
    return {
      rate,
      p50,
      p99,
      serverCpu: perAnswer(cpuSeconds(player.pid) - before.server),
      postgresCpu: perAnswer(cpuSeconds(postgres.pid) - before.postgres)
    }
  })

const medians = (rounds: ReadonlyArray<Figures>): Figures => {
  const of = (field: keyof Figures) => median(rounds.map((round) => round[field]))
  return {
    rate: of("rate"),
    p50: of("p50"),
    p99: of("p99"),
    serverCpu: of("serverCpu"),
    postgresCpu: of("postgresCpu")
  }
}
