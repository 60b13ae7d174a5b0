import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Cause, Deferred, Effect, Exit, Layer, Option, RcMap } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { type IdempotencyKeyReused, NotFound } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { Handoff } from "../../events/Handoff.ts"
import type { Once } from "../../events/Receipt.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { TicketStore } from "../../tickets/TicketStore.ts"
import { Batch } from "../commit/Batch.ts"
import { decide, type Settled } from "../commit/decide.ts"
import { type Expectation, type Otherwise, suppose } from "../commit/Expectation.ts"
import { Expectations } from "../commit/Expectations.ts"
import { holdsBrands, loadBatch } from "../commit/loadBatch.ts"
import { lostChannel, lostRace } from "../commit/lostRace.ts"
import { makeAnnounce } from "../commit/makeAnnounce.ts"
import { store } from "../commit/store.ts"
import { type Write, writeBatch } from "../commit/writeBatch.ts"
import type { DeliveryRow } from "../commit/writeEvents.ts"
import { Database } from "../Database.ts"
import { answerSeals } from "../events/answerSeals.ts"
import * as Lanes from "../Lanes.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { TicketCache } from "./TicketCache.ts"
import * as TicketCensus from "./TicketCensus.ts"
import * as TicketReads from "./TicketReads.ts"

type AnyCommand = TicketCommand<unknown, unknown>

interface Job extends Lanes.Job {
  readonly command: AnyCommand
  readonly settle: (exit: Settled) => void
}

/**
 * A row that a statement with a condition returns: the columns of `asked`, and those of `deliveries_new`, null if there are
 * none.
 */
interface ForeseenRow extends DeliveryRow {
  readonly otherwise: Otherwise | null
  readonly now: Date
}

/** What was decided on an expectation. */
interface Foreseen {
  readonly batch: Batch
  readonly exits: ReadonlyArray<Settled>
  readonly write: Write
}

/**
 * `TicketStore` in PostgreSQL. A transaction takes two round trips, or one if it finds what was expected, and carries many
 * commands when they arrive together.
 */
export const layer = Layer.effect(
  TicketStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const handoff = yield* Handoff
    const announce = yield* makeAnnounce
    const seals = answerSeals(yield* Vault)
    const shown = new TicketCache()
    const reads = yield* TicketReads.make(database, shown)
    const expectations = yield* Expectations.make(shown)
    /**
     * A command that expects the outcome of a statement in progress follows it on the same connection: on another, it might
     * overtake it.
     */
    const inTurn = yield* RcMap.make({ lookup: (_tenant: Tenant["id"]) => database.commits.get })

    /** Opens the encrypted ones of the stored answers, for a retry of their command. */
    const openReceipts = ({ receipts }: Batch) =>
      Effect.forEach(
        [...receipts].filter(([, { secret }]) => secret),
        ([key, receipt]) =>
          Effect.map(seals.open(key, receipt.answer.body), (body) =>
            receipts.set(key, { ...receipt, answer: { ...receipt.answer, body } })
          ),
        { discard: true }
      )

    /** Encrypts those of the answers to be stored that contain a secret. */
    const sealReceipts = ({ newReceipts }: Batch) =>
      Effect.forEach(
        newReceipts,
        (made, index) =>
          made.receipt.secret
            ? Effect.map(seals.seal(made.key, made.receipt.answer.body), (body) => {
                const { answer, ...receipt } = made.receipt
                newReceipts[index] = { key: made.key, receipt: { ...receipt, answer: { ...answer, body } } }
              })
            : Effect.void,
        { discard: true }
      )

    /** What the commands of one tenant decide in a transaction, and the statement that stores it, if there is one. */
    const decided = Effect.fnUntraced(function* (
      connection: PgConnection,
      tenant: Tenant,
      commands: ReadonlyArray<AnyCommand>,
      transaction: "begin" | "within",
      renaming: ReadonlyArray<CustomerId> = []
    ) {
      const batch = new Batch(ids.next)
      batch.renaming = renaming
      yield* loadBatch(connection, tenant, commands, batch, transaction)
      const astonished = expectations.compare(batch, commands)
      if (batch.receipts.size > 0) yield* openReceipts(batch)
      const exits = commands.map((command) => decide(command, batch))
      if (batch.newReceipts.some(({ receipt }) => receipt.secret)) yield* sealReceipts(batch)
      return { exits, write: writeBatch(tenant, batch, handoff, ids.next), batch, astonished }
    })
    /**
     * Begins a transaction with what they decide. Only then is it known which customers they rename, whose tickets must be
     * locked in one order with the others: if others are locked already, the transaction is restarted.
     */
    const decidedInOrder = Effect.fnUntraced(function* (
      connection: PgConnection,
      tenant: Tenant,
      commands: ReadonlyArray<AnyCommand>
    ) {
      const first = yield* decided(connection, tenant, commands, "begin")
      const { renamedCustomers, storedTickets } = first.batch
      if (renamedCustomers.size === 0 || storedTickets.size === 0) return first
      yield* connection.query("ROLLBACK")
      return yield* decided(connection, tenant, commands, "begin", [...renamedCustomers])
    })

    /** Runs the commands in one transaction; if it fails, nothing of them was stored. */
    const commit = (tenant: Tenant, jobs: ReadonlyArray<Job>) => {
      const commands = jobs.map(({ command }) => command)
      return Effect.flatMap(expectations.of(tenant, commands), (expected) => {
        const foreseen = expected === undefined ? undefined : foresee(tenant, commands, expected)
        return expected === undefined || foreseen === undefined
          ? commitLocked(tenant, jobs)
          : Effect.flatMap(commitForeseen(tenant, expected, foreseen), (isStored) =>
              isStored ? settleAll(jobs, foreseen.exits) : commitLocked(tenant, jobs)
            )
      })
    }

    const settleAll = (jobs: ReadonlyArray<Job>, exits: ReadonlyArray<Settled>) =>
      Effect.sync(() => {
        for (const [index, exit] of exits.entries()) jobs[index]?.settle(exit)
      })

    /** Two round trips: locks and reads what the commands must see, then stores what they decide. */
    const commitLocked = (tenant: Tenant, jobs: ReadonlyArray<Job>) => {
      const commands = jobs.map(({ command }) => command)
      const transaction = database.commits.use((connection) =>
        Effect.gen(function* () {
          const { astonished, batch, exits, write } = yield* decidedInOrder(connection, tenant, commands)
          if (write === undefined) yield* connection.query("ROLLBACK")
          else yield* announce(tenant, write, yield* store(connection, write, "commit"))
          expectations.learn(tenant, batch, astonished)
          yield* settleAll(jobs, exits)
        }).pipe(Effect.onError(() => Effect.ignore(connection.query("ROLLBACK"))))
      )
      return holdsBrands(commands) ? expectations.whileUnforeseen(tenant, transaction) : transaction
    }

    /**
     * What the commands decide on an expectation, unless that refuses any of them: only the actual state may lead to a refusal.
     */
    const foresee = (
      tenant: Tenant,
      commands: ReadonlyArray<AnyCommand>,
      expected: Expectation
    ): Foreseen | undefined => {
      const batch = new Batch(ids.next)
      suppose(batch, expected)
      const exits = commands.map((command) => decide(command, batch))
      if (exits.some(Exit.isFailure)) return undefined
      const write = writeBatch(tenant, batch, handoff, ids.next, expected)
      if (write === undefined || write.afterwards.length > 0) return undefined
      expectations.expectOutcome(batch, expected)
      return { batch, exits, write }
    }

    /** One round trip: stores what was decided if the expectation holds; returns whether it did. */
    const commitForeseen = (tenant: Tenant, expected: Expectation, { batch, write }: Foreseen) =>
      Effect.scoped(
        Effect.flatMap(RcMap.get(inTurn, tenant.id), (connection) => connection.query(write.sql, write.parameters))
      ).pipe(
        Effect.onError(() => {
          expectations.forget(expected, "brand")
          // The connection may be lost.
          return RcMap.invalidate(inTurn, tenant.id)
        }),
        Effect.flatMap(({ rows }) => {
          const [first, ...others] = rows as unknown as ReadonlyArray<ForeseenRow>
          if (first === undefined || first.otherwise !== null) {
            expectations.forget(expected, first?.otherwise ?? "brand")
            return Effect.succeed(false)
          }
          expectations.confirm(batch, first.now)
          const deliveries = first.id == null ? [] : [first, ...others]
          return Effect.as(announce(tenant, write, deliveries), true)
        })
      )

    /** Runs commands of several brands in one transaction, or none of them: if one is refused, all are. */
    const commitTogether = (commands: ReadonlyArray<AnyCommand>) =>
      database.commits.use((connection) =>
        Effect.gen(function* () {
          const answers = new Map<AnyCommand, Once<unknown>>()
          const stored: Array<readonly [Tenant, Write, ReadonlyArray<DeliveryRow>]> = []
          for (const [index, own] of byTenant(commands).entries()) {
            const { tenant } = own[0].scope
            const { exits, write } = yield* decided(connection, tenant, own, index === 0 ? "begin" : "within")
            for (const [at, command] of own.entries()) answers.set(command, yield* exits[at] ?? Exit.die("no answer"))
            if (write !== undefined) stored.push([tenant, write, yield* store(connection, write, "continue")])
          }
          yield* connection.query("COMMIT")
          for (const [tenant, write, deliveries] of stored) yield* announce(tenant, write, deliveries)
          return commands.flatMap((command) => answers.get(command) ?? [])
        }).pipe(Effect.onError(() => Effect.ignore(connection.query("ROLLBACK"))))
      )

    const run = (jobs: ReadonlyArray<Job>): Effect.Effect<void> => {
      const [first] = jobs
      if (first === undefined) return Effect.void
      const tenant = first.command.scope.tenant
      return commit(tenant, jobs).pipe(
        Effect.as("committed" as const),
        Effect.catchIf(lostRace, () => Effect.succeed("lost" as const)),
        query,
        Effect.exit,
        Effect.flatMap((exit) => recover(jobs, exit))
      )
    }

    /** One bad command must not fail the others in its batch: they are run one by one. */
    const recover = (
      jobs: ReadonlyArray<Job>,
      exit: Exit.Exit<"committed" | "lost", DatabaseUnavailable>
    ): Effect.Effect<void> => {
      if (Exit.isSuccess(exit) && exit.value === "committed") return Effect.void
      if (Exit.isFailure(exit) && Option.isSome(Cause.findErrorOption(exit.cause))) {
        return Effect.sync(() => {
          for (const job of jobs) job.settle(Exit.failCause(exit.cause))
        })
      }
      return Effect.forEach(jobs, (job) => alone(job), { discard: true })
    }

    const alone = (job: Job) =>
      commit(job.command.scope.tenant, [job]).pipe(
        (work) => retryConflicts(work, lostRace),
        Effect.catchIf(lostChannel, () =>
          Effect.sync(() => job.settle(Exit.fail(new NotFound({ entity: "channel" }))))
        ),
        query,
        Effect.catchCause((cause) => Effect.sync(() => job.settle(Exit.failCause(cause))))
      )

    const commitAll = (jobs: ReadonlyArray<Job>) =>
      jobs.length === 1 && jobs[0] !== undefined ? alone(jobs[0]) : run(jobs)
    const submit = yield* Lanes.make(commitAll, { abreast: true })
    const submitInOrder = yield* Lanes.make(commitAll)

    return TicketStore.of({
      execute: <A, E>(command: TicketCommand<A, E>) =>
        Effect.suspend(() => {
          const deferred = Deferred.makeUnsafe<Once<A>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>()
          // The lane mixes commands of many types; each job's `settle` gets the exit of its own command.
          const settle = (exit: Settled) => Deferred.doneUnsafe(deferred, exit as Exit.Exit<Once<A>, E>)
          const { inOrder, scope, weight = 2048 } = command
          const job = {
            command: command as AnyCommand,
            weight,
            settle,
            fail: (error: DatabaseUnavailable) => settle(Exit.fail(error))
          }
          if (inOrder === undefined) submit(scope.tenant.id, job)
          else submitInOrder(`${scope.tenant.id} ${inOrder}`, job)
          return Deferred.await(deferred)
        }),
      executeTogether: <A, E>(commands: ReadonlyArray<TicketCommand<A, E>>) =>
        commitTogether(commands as ReadonlyArray<AnyCommand>).pipe(
          (work) => retryConflicts(work, lostRace),
          query,
          // Each answer or refusal comes from one of the commands, which have these types.
          (together) =>
            together as Effect.Effect<ReadonlyArray<Once<A>>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>
        ),
      ...reads,
      ...(yield* TicketCensus.make(database))
    })
  })
)

/** The commands of each tenant, ordered by tenant id so that two transactions never wait for each other. */
const byTenant = (commands: ReadonlyArray<AnyCommand>) =>
  Object.values(Object.groupBy(commands, ({ scope }) => scope.tenant.id))
    .flatMap((own = []): ReadonlyArray<readonly [AnyCommand, ...ReadonlyArray<AnyCommand>]> => {
      const [first, ...others] = own
      return first === undefined ? [] : [[first, ...others]]
    })
    .sort(([one], [other]) => (one.scope.tenant.id < other.scope.tenant.id ? -1 : 1))
